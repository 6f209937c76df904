"""The keeper: a journal a match, in one process's hands, kept again when the disk is well, and gone on with."""

import errno
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from decided_samples import REFUSED, S, all_records, is_start_in, rounds

from tamsk_pi.clock import Uptime
from tamsk_pi.daemon.controller import Decided
from tamsk_pi.daemon.keeper import HEARTBEAT, Keeper, ResumeError
from tamsk_pi.journal.errors import JournalStorageError
from tamsk_pi.journal.records import Journal
from tamsk_pi.journal.store import read_journal

WALL_NS = 1_900_000_000 * S


@dataclass
class Wall:
    """A wall clock that is set by hand."""

    now_ns: int = WALL_NS

    def read(self) -> int:
        return self.now_ns


@dataclass
class Disk:
    """Stands before one of the system's calls and fails while it is full."""

    call: Callable[..., object]
    is_full: bool = False

    def __call__(self, *args: object) -> object:
        if self.is_full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return self.call(*args)


def keeper_of(directory: Path, wall: Wall | None = None) -> Keeper:
    return Keeper(directory, (wall or Wall()).read, "config", "calibration")


def kept(directory: Path, match: list[Decided]) -> Path:
    """The journal of that match, its keeper gone."""
    keeper = keeper_of(directory)
    for decided in match:
        keeper.keep(decided)
    path = keeper.path
    keeper.close()
    assert path is not None
    return path


def journals(directory: Path) -> list[Journal]:
    return [read_journal(path) for path in sorted(directory.glob("*.journal"))]


def test_a_match_is_kept_record_for_record_under_its_conditions(tmp_path: Path) -> None:
    journal = read_journal(kept(tmp_path / "deep" / "er", rounds()))
    assert journal.records == all_records(rounds())
    header = journal.header
    assert (header.origin_ns, header.config_digest, header.calibration_digest) == (S, "config", "calibration")
    assert header.started_at == "2030-03-17T17:46:40Z"


def test_a_ruling_is_on_disk_when_keep_returns(tmp_path: Path) -> None:
    keeper = keeper_of(tmp_path)
    count = 0
    for decided in rounds():
        keeper.keep(decided)
        count += len(decided.rulings)
        assert sum(journal.ruling_count for journal in journals(tmp_path)) == count
    keeper.close()


def test_a_refused_start_leaves_no_file_and_the_next_match_is_kept(tmp_path: Path) -> None:
    keeper = keeper_of(tmp_path)
    for decided in rounds(REFUSED):
        keeper.keep(decided)
    assert journals(tmp_path) == []
    for decided in rounds():
        keeper.keep(decided)
    keeper.close()
    (journal,) = journals(tmp_path)
    assert journal.records == all_records(rounds())


def test_what_happens_before_any_match_is_kept_nowhere(tmp_path: Path) -> None:
    keeper = keeper_of(tmp_path)
    keeper.keep(Decided())
    keeper.beat(S)
    keeper.close()
    assert list(tmp_path.iterdir()) == []


def test_each_match_has_a_journal_of_its_own(tmp_path: Path) -> None:
    keeper = keeper_of(tmp_path)
    for decided in (*rounds(), *rounds()):
        keeper.keep(decided)
    keeper.close()
    assert [journal.records for journal in journals(tmp_path)] == [all_records(rounds())] * 2


@pytest.mark.parametrize("broken", ["write", "fsync", "open"])
def test_what_a_full_disk_refused_is_kept_with_the_next_that_it_takes(
    broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(getattr(os, broken))
    keeper = keeper_of(tmp_path)
    keeper.open()
    monkeypatch.setattr(os, broken, disk)
    disk.is_full = True
    refused = 0
    for i, decided in enumerate(rounds()):
        disk.is_full = i < 8
        try:
            keeper.keep(decided)
        except JournalStorageError:
            refused += 1
    keeper.close()
    (journal,) = journals(tmp_path)
    assert refused > 0
    assert journal.records == all_records(rounds())


def test_a_disk_that_cannot_even_cut_back_loses_nothing_and_doubles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sync, cut = Disk(os.fsync), Disk(os.ftruncate)
    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(os, "ftruncate", cut)
    keeper = keeper_of(tmp_path)
    match = rounds()
    for decided in match[:6]:
        keeper.keep(decided)
    sync.is_full = cut.is_full = True
    with pytest.raises(JournalStorageError):
        keeper.keep(match[6])
    sync.is_full = cut.is_full = False
    for decided in match[7:]:
        keeper.keep(decided)
    keeper.close()
    (journal,) = journals(tmp_path)
    assert journal.records == all_records(match)


def test_the_end_of_a_match_that_could_not_be_kept_is_kept_after_the_next_began(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(os.write)
    monkeypatch.setattr(os, "write", disk)
    keeper = keeper_of(tmp_path)
    first, second = rounds(), rounds()
    for decided in first[:-1]:
        keeper.keep(decided)
    disk.is_full = True
    for decided in (first[-1], second[0]):
        with pytest.raises(JournalStorageError):
            keeper.keep(decided)
    disk.is_full = False
    for decided in second[1:]:
        keeper.keep(decided)
    keeper.close()
    assert [journal.records for journal in journals(tmp_path)] == [all_records(first), all_records(second)]


def test_a_match_whose_start_could_not_be_kept_at_once_is_not_thrown_away_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(os.fsync)
    monkeypatch.setattr(os, "fsync", disk)
    keeper = keeper_of(tmp_path)
    match = rounds()
    for decided in match:
        disk.is_full = is_start_in(decided)
        try:
            keeper.keep(decided)
        except JournalStorageError:
            assert is_start_in(decided)
    disk.is_full = False
    for decided in rounds(REFUSED):
        keeper.keep(decided)
    keeper.close()
    (journal,) = journals(tmp_path)
    assert journal.records == all_records(match)


def test_a_directory_belongs_to_one_keeper_at_a_time(tmp_path: Path) -> None:
    first, second = keeper_of(tmp_path), keeper_of(tmp_path)
    first.open()
    with pytest.raises(JournalStorageError, match="another tamsk-pi keeps its matches there; stop that one first"):
        second.resume()
    first.close()
    assert second.resume() is None
    second.close()


def test_a_directory_that_cannot_be_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(JournalStorageError, match=r"file/matches: matches cannot be kept there \(Not a directory\)"):
        keeper_of(tmp_path / "file" / "matches").resume()


def test_an_unfinished_match_goes_on_and_is_kept_to_its_end_in_the_same_journal(tmp_path: Path) -> None:
    match = rounds()
    path = kept(tmp_path, match[:8])
    keeper = keeper_of(tmp_path)
    unfinished = keeper.resume()
    assert unfinished is not None
    assert (unfinished.path, unfinished.origin_ns, unfinished.torn_aside) == (path, S, None)
    assert unfinished.rulings == tuple(ruling for decided in match[:8] for ruling in decided.rulings)
    for decided in match[8:]:
        keeper.keep(decided)
    keeper.close()
    assert read_journal(path).records == all_records(match)


def test_a_torn_tail_is_kept_aside_and_the_match_goes_on(tmp_path: Path) -> None:
    path = kept(tmp_path, rounds())
    whole = path.read_bytes()
    path.write_bytes(whole + b"1234abcd {")
    keeper = keeper_of(tmp_path)
    unfinished = keeper.resume()
    keeper.close()
    assert unfinished is not None
    assert unfinished.torn_aside is not None
    assert (path.read_bytes(), unfinished.torn_aside.read_bytes()) == (whole, b"1234abcd {")


def test_rulings_that_were_torn_off_behind_their_cause_are_kept_again(tmp_path: Path) -> None:
    path = kept(tmp_path, rounds())
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    assert b'"record":"ruling"' in lines[-1]
    path.write_bytes(b"".join(lines[:-1]))
    keeper = keeper_of(tmp_path)
    assert keeper.resume() is not None
    keeper.close()
    assert path.read_bytes() == whole


def damaged(data: bytes) -> bytes:
    changed = bytearray(data)
    changed[len(data) // 2] ^= 1
    return bytes(changed)


def otherwise(data: bytes) -> bytes:
    """As another version of the rules would have left it: whole, with one ruling less, and a torn tail."""
    lines = data.splitlines(keepends=True)
    index = next(i for i, line in enumerate(lines) if b"move-accepted" in line)
    return b"".join(lines[:index] + lines[index + 1 :]) + b"torn"


@pytest.mark.parametrize("change", [damaged, otherwise])
def test_a_journal_that_cannot_be_gone_on_with_stays_as_it_is_and_the_way_out_is_told(
    change: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    path = kept(tmp_path, rounds())
    path.write_bytes(change(path.read_bytes()))
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir()}
    keeper = keeper_of(tmp_path)
    with pytest.raises(ResumeError) as told:
        keeper.resume()
    keeper.close()
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == before
    assert str(told.value).splitlines()[-1].endswith(f"begin a new match: mv {path} {path}.aside")
    path.rename(f"{path}.aside")
    assert keeper.resume() is None
    keeper.close()


def test_a_match_that_never_started_is_not_gone_on_with(tmp_path: Path) -> None:
    path = kept(tmp_path, rounds())
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    keeper = keeper_of(tmp_path)
    assert keeper.resume() is None
    keeper.close()


def test_the_dark_time_is_what_the_wall_clock_says_since_the_last_beat(tmp_path: Path) -> None:
    wall = Wall()
    keeper = keeper_of(tmp_path, wall)
    for decided in rounds():
        keeper.keep(decided)
    keeper.beat(30 * S)
    keeper.close()
    wall.now_ns += 70 * S
    unfinished = keeper.resume()
    keeper.close()
    assert unfinished is not None
    assert (unfinished.since_ns, unfinished.dark_ns) == (30 * S, 70 * S)


@pytest.mark.parametrize(
    "beat",
    [
        None,
        b"",
        b"\xff",
        b"[]",
        b"null",
        b"[" * 100_000,
        b'{"match": "another.journal", "at_ns": 99000000000, "wall_ns": 0}',
        b'{"match": "MATCH", "at_ns": Infinity, "wall_ns": 0}',
        b'{"match": "MATCH", "at_ns": "soon", "wall_ns": 0}',
        b'{"match": "MATCH"}',
    ],
    ids=["missing", "empty", "not-text", "list", "null", "deep", "foreign", "infinite", "text", "incomplete"],
)
def test_without_a_heartbeat_of_this_match_the_journal_s_last_word_counts(beat: bytes | None, tmp_path: Path) -> None:
    path = kept(tmp_path, rounds())
    if beat is not None:
        (tmp_path / HEARTBEAT).write_bytes(beat.replace(b"MATCH", path.name.encode()))
    keeper = keeper_of(tmp_path)
    unfinished = keeper.resume()
    keeper.close()
    assert unfinished is not None
    assert (unfinished.since_ns, unfinished.dark_ns) == (20 * S, 0)


@dataclass
class Boots:
    """A computer that is switched off and on by hand."""

    boot: int = 1
    up_ns: int = 500 * S

    def read(self) -> Uptime:
        return Uptime(f"boot {self.boot}", self.up_ns)


def dark_of(directory: Path, wall: Wall, boots: Boots, later: Callable[[], None]) -> tuple[int, bool]:
    """The dark time, and whether it is known, of a match that was alive at 30 s and is resumed later."""
    keeper = Keeper(directory, wall.read, "config", "calibration", boots.read)
    for decided in rounds():
        keeper.keep(decided)
    keeper.beat(30 * S)
    keeper.close()
    later()
    unfinished = keeper.resume()
    keeper.close()
    assert unfinished is not None
    assert unfinished.since_ns == 30 * S
    return unfinished.dark_ns, unfinished.is_dark_known


def test_a_daemon_that_restarts_knows_the_dark_time_though_the_wall_clock_jumped_by_years(tmp_path: Path) -> None:
    wall, boots = Wall(), Boots()

    def later() -> None:
        wall.now_ns -= 1_500_000_000 * S
        boots.up_ns += 4 * S

    assert dark_of(tmp_path, wall, boots, later) == (4 * S, True)


def test_a_pi_that_boots_in_1970_counts_the_time_since_its_boot_and_says_that_it_does_not_know(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    wall, boots = Wall(), Boots()

    def later() -> None:
        wall.now_ns, boots.boot, boots.up_ns = 40 * S, 2, 22 * S

    assert dark_of(tmp_path, wall, boots, later) == (22 * S, False)
    assert "no clock knows how long the board was dark; 22 s are counted" in caplog.text


def test_a_wall_clock_that_was_set_back_makes_no_negative_dark_time(tmp_path: Path) -> None:
    wall = Wall()
    keeper = keeper_of(tmp_path, wall)
    for decided in rounds():
        keeper.keep(decided)
    keeper.beat(30 * S)
    keeper.close()
    wall.now_ns = 0
    unfinished = keeper.resume()
    keeper.close()
    assert unfinished is not None
    assert (unfinished.since_ns, unfinished.dark_ns) == (30 * S, 0)


def test_it_beats_once_a_second(tmp_path: Path) -> None:
    keeper = keeper_of(tmp_path)
    for decided in rounds():
        keeper.keep(decided)
    seen = []
    for at_ms in range(30_000, 32_100, 100):
        keeper.beat(at_ms * 1_000_000)
        seen.append(json.loads((tmp_path / HEARTBEAT).read_text(encoding="utf-8"))["at_ns"])
    keeper.close()
    assert sorted(set(seen)) == [30 * S, 31 * S, 32 * S]


def test_a_heartbeat_that_cannot_be_written_is_told_until_it_can(tmp_path: Path) -> None:
    keeper = keeper_of(tmp_path)
    for decided in rounds():
        keeper.keep(decided)
    in_its_place = tmp_path / HEARTBEAT
    in_its_place.mkdir()
    for at_ns in (30 * S, 30 * S + 1):
        with pytest.raises(JournalStorageError, match=r"heartbeat.json: could not be written \(Is a directory\)"):
            keeper.beat(at_ns)
    in_its_place.rmdir()
    keeper.beat(30 * S + 2)
    keeper.close()
    assert json.loads(in_its_place.read_text(encoding="utf-8"))["at_ns"] == 30 * S + 2


def test_closing_twice_is_harmless_and_what_comes_later_opens_again(tmp_path: Path) -> None:
    kept(tmp_path, rounds())
    keeper = keeper_of(tmp_path)
    keeper.close()
    keeper.close()
    with_match = keeper.resume()
    assert with_match is not None
    keeper.close()
    assert keeper.path is None
