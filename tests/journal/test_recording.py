"""Raw recordings: what is put down is read back, whatever the readings; a torn tail costs the last block only."""

import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamsk_pi.journal.recording import (
    MAGIC,
    DecidesUntil,
    LookAnew,
    RecordingError,
    RoundEnd,
    Session,
    Taped,
    encode_block,
    parse_recording,
)
from tamsk_pi.journal.records import ActRecord, RulingRecord
from tamsk_pi.journal.tape import BLOCK_ITEMS, Tape
from tamsk_pi.perception.frames import ADC_MAX, READINGS, Frame, NodeReport, TiltSwitchEdge
from tamsk_pi.rules.acts import Answer, Lift, Say, Start
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.rules.settings import MatchSettings

MS = 1_000_000
SESSION = Session("ab12", (512.5,) * READINGS, (1.0,) * READINGS, (("red1", "C0"),), "node", {"a": 1}, "0.1.0", "now")
EVERY_KIND: list[Taped] = [
    SESSION,
    DecidesUntil(7),
    Frame(3 * MS, tuple(range(READINGS))),
    NodeReport(4 * MS, "C0:FF:EE:00:00:01", 3, 87, 2, True, -1_800, 12, -61, "1.2"),
    TiltSwitchEdge(5 * MS, is_end_b_down=True),
    ActRecord(Lift(2 * MS, Hourglass.RED1)),
    RoundEnd(),
    Say(6 * MS, Answer.PAUSE, Player.RED),
    Start(7 * MS, MatchSettings(level=2)),
    RulingRecord(7 * MS, '{"ruling":"resumed"}'),
    LookAnew(),
    DecidesUntil(None),
]


def frames(count: int, noise: int = 2) -> list[Taped]:
    """Noise of some counts around 512, a frame every 10 ms and a bit."""
    return [
        Frame(i * 10 * MS + i * i % 977, tuple(512 + (i * 31 + r * 7) % (noise + 1) for r in range(READINGS)))
        for i in range(count)
    ]


def parsed(data: bytes) -> list[Taped]:
    return list(parse_recording("f", data).taped)


def test_every_kind_of_item_is_read_back_the_same() -> None:
    assert parsed(MAGIC + encode_block(EVERY_KIND)) == EVERY_KIND


counts = st.lists(st.integers(0, ADC_MAX), min_size=READINGS, max_size=READINGS).map(tuple)
some_frames = st.lists(st.builds(Frame, st.integers(0, 1 << 60), counts), max_size=6)


@settings(max_examples=40, deadline=None)
@given(some_frames)
def test_any_frames_are_read_back_the_same(made: list[Frame]) -> None:
    assert parsed(MAGIC + encode_block([SESSION, *made])) == [SESSION, *made]


def test_a_torn_tail_is_left_out_and_counted() -> None:
    whole = MAGIC + encode_block([SESSION, *frames(10)])
    data = whole + encode_block(frames(10))
    for cut in (1, 11, 40, len(data) - len(whole) - 1):
        recording = parse_recording("f", data[: len(whole) + cut])
        assert (len(recording.taped), recording.torn) == (11, cut)


def test_a_damaged_block_ends_what_is_read() -> None:
    first, second = encode_block([SESSION, *frames(3)]), encode_block(frames(4))
    damaged = bytearray(MAGIC + first + second)
    damaged[-1] ^= 1
    assert len(parse_recording("f", bytes(damaged)).taped) == 4


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"TAMSK", "f: not a recording; expected a file made with --record"),
        (MAGIC, "f: not one whole block; the daemon had no time to write it"),
        (MAGIC + encode_block(frames(3)), "f: not one whole block"),
    ],
)
def test_what_is_no_recording_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(RecordingError) as refused:
        parse_recording("f", data)
    assert str(refused.value).startswith(message)


def test_a_block_that_is_whole_but_makes_no_sense_is_refused_with_its_place() -> None:
    payload = b"\0" * 24
    block = b"BLK1" + len(payload).to_bytes(4, "little") + zlib.crc32(payload).to_bytes(4, "little") + payload
    with pytest.raises(RecordingError, match="f: the block at byte 8 cannot be read"):
        parse_recording("f", MAGIC + block)


def test_a_minute_of_noise_takes_less_than_130_kilobytes() -> None:
    gauss = [
        round(512 + 0.76 * ((i * 7919 % 6007 + i * 104729 % 6007 + i * 1299709 % 6007) / 6007 - 1.5) / 0.5)
        for i in range(READINGS * 500)
    ]
    made = [Frame(i * 10 * MS, tuple(gauss[i * READINGS : (i + 1) * READINGS])) for i in range(500)]
    assert len(encode_block([item for frame in made for item in (frame, RoundEnd())])) * 12 < 130_000


def make_tape(path: Path, most_bytes: int = 1 << 30, *, is_threaded: bool = False) -> Tape:
    def session(is_first: bool) -> Session:
        return replace(SESSION, is_from_the_beginning=is_first)

    return Tape(path, session, most_bytes=most_bytes, is_threaded=is_threaded)


@pytest.mark.parametrize("is_threaded", [False, True])
def test_a_tape_holds_everything_that_was_put_on_it(tmp_path: Path, is_threaded: bool) -> None:
    tape = make_tape(tmp_path / "t", is_threaded=is_threaded)
    put = frames(2 * BLOCK_ITEMS + 17)
    for item in put:
        tape.put(item)
    tape.close()
    tape.close()
    assert parsed((tmp_path / "t").read_bytes()) == [SESSION, *put]
    assert tape.trouble is None


def test_a_full_tape_gives_up_its_oldest_half_and_never_more_than_its_bound(tmp_path: Path) -> None:
    most = 300_000
    tape = make_tape(tmp_path / "t", most)
    for item in frames(8 * BLOCK_ITEMS):
        tape.put(item)
        used = sum(path.stat().st_size for path in tmp_path.iterdir())
        assert used <= most
    tape.close()
    newer, older = parsed((tmp_path / "t").read_bytes()), parsed((tmp_path / "t.1").read_bytes())
    assert isinstance(newer[0], Session)
    assert not newer[0].is_from_the_beginning
    assert isinstance(older[0], Session)
    assert [*older[1:], *newer[1:]] == frames(8 * BLOCK_ITEMS)[-len(older) - len(newer) + 2 :]


def test_an_earlier_recording_is_kept_aside(tmp_path: Path) -> None:
    for count in (3, 5):
        tape = make_tape(tmp_path / "t")
        for item in frames(count):
            tape.put(item)
        tape.close()
    kept = {path.name: len(parsed(path.read_bytes())) for path in tmp_path.iterdir()}
    assert kept == {"t": 6, "t.1": 4}


def test_a_disk_that_takes_nothing_ends_the_recording_and_says_so() -> None:
    tape = make_tape(Path("/dev/full").resolve()) if Path("/dev/full").exists() else None
    if tape is None:
        pytest.skip("no /dev/full here")
    for item in frames(BLOCK_ITEMS):
        tape.put(item)
    tape.close()
    assert tape.trouble == ("/dev/full: No space left on device; make room on the disk, and restart to record again")
