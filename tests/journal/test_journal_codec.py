"""The lines of a journal: lossless, checked, and readable up to the last whole record."""

import json
import typing
import zlib
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st
from journal_samples import ACTS, END, HEADER, MOVE, ODD_SETTINGS, RECORDS

from tamsk_pi.journal.act_codec import decode_act, encode_act
from tamsk_pi.journal.codec import canonical, decode_line, encode_line, parse_journal
from tamsk_pi.journal.errors import JournalCorruptError, JournalHeaderError
from tamsk_pi.journal.fields import FieldError, Fields
from tamsk_pi.journal.records import ActRecord, Header, Journal, Record, RulingRecord, WatermarkRecord
from tamsk_pi.journal.settings_codec import decode_settings, encode_settings
from tamsk_pi.rules.acts import Act, Say
from tamsk_pi.rules.settings import MatchSettings


def file_of(*records: Header | Record) -> bytes:
    return b"".join(encode_line(record) for record in records)


def line_of(value: object) -> bytes:
    body = canonical(value).encode()
    return b"%08x %s" % (zlib.crc32(body), body)


WHOLE = file_of(HEADER, *RECORDS)


def test_samples_have_every_kind_of_act() -> None:
    assert {type(act) for act in ACTS} == set(typing.get_args(Act))


@pytest.mark.parametrize("act", ACTS, ids=lambda act: type(act).__name__)
def test_every_act_comes_back_as_it_was(act: Act) -> None:
    assert decode_line(encode_line(ActRecord(act)).rstrip(b"\n")) == ActRecord(act)


def test_odd_settings_differ_from_the_defaults_in_every_field() -> None:
    same = [f.name for f in fields(MatchSettings) if getattr(ODD_SETTINGS, f.name) == f.default]
    assert same == []


def test_every_setting_comes_back_as_it_was() -> None:
    kept: object = json.loads(canonical(encode_settings(ODD_SETTINGS)))
    assert decode_settings(Fields.of(kept, "settings")) == ODD_SETTINGS


@given(st.text(), st.integers(), st.integers())
def test_header_with_any_names_and_instants_comes_back_as_it_was(name: str, origin_ns: int, seed: int) -> None:
    header = Header(MatchSettings(red=name, seed=seed), origin_ns, name, "", "1", name)
    line = encode_line(header)
    assert line.index(b"\n") == len(line) - 1
    assert decode_line(line[:-1]) == header


def test_ruling_keeps_the_very_bytes_that_were_printed() -> None:
    record = decode_line(encode_line(RulingRecord.of(MOVE)).rstrip(b"\n"))
    assert record == RulingRecord(3_500_001, MOVE.as_line())


def test_line_is_checksum_space_json_with_sorted_keys() -> None:
    body = b'{"at_ns":7,"record":"watermark","sure_ns":null}'
    assert encode_line(WatermarkRecord(7)) == b"%08x %s\n" % (zlib.crc32(body), body)


def test_whole_file_comes_back_as_it_was() -> None:
    assert parse_journal("x", WHOLE) == Journal(HEADER, RECORDS, b"", len(WHOLE))


def test_journal_is_finished_only_by_the_end_of_the_match() -> None:
    assert not parse_journal("x", WHOLE).is_finished
    assert parse_journal("x", WHOLE + encode_line(RulingRecord.of(END))).is_finished


def test_cut_at_every_byte_everything_before_the_last_whole_line_is_read() -> None:
    ends = [len(file_of(HEADER, *RECORDS[:count])) for count in range(len(RECORDS) + 1)]
    for size in range(ends[0], len(WHOLE) + 1):
        whole = max(count for count, end in enumerate(ends) if end <= size)
        journal = parse_journal("x", WHOLE[:size])
        assert journal == Journal(HEADER, RECORDS[:whole], WHOLE[ends[whole] : size], ends[whole])


def test_torn_tail_may_hold_anything_but_a_whole_line() -> None:
    for tail in (b"\x00" * 600, b"\n", b"\n\n\n", b"00000000 {}\n", b"\xff\xfe"):
        assert parse_journal("x", WHOLE + tail).torn == tail


def test_any_flipped_byte_in_the_middle_is_damage_that_names_its_place() -> None:
    lines = WHOLE.splitlines(keepends=True)
    start = len(lines[0]) + len(lines[1])
    for offset in range(start, start + len(lines[2]) - 1):
        damaged = WHOLE[:offset] + bytes([WHOLE[offset] ^ 0x04]) + WHOLE[offset + 1 :]
        with pytest.raises(JournalCorruptError) as caught:
            parse_journal("night.journal", damaged)
        assert (caught.value.name, caught.value.line, caught.value.offset) == ("night.journal", 3, start)
        assert f"night.journal: line 3, byte {start}" in str(caught.value)


def test_lost_line_feed_in_the_middle_is_damage() -> None:
    at = WHOLE.index(b"\n", len(encode_line(HEADER)))
    with pytest.raises(JournalCorruptError, match="line 2, byte"):
        parse_journal("x", WHOLE[:at] + WHOLE[at + 1 :])


def test_file_without_a_whole_first_line_says_that_nothing_was_kept() -> None:
    first = encode_line(HEADER)
    for data in (b"", first[:-1], first[:40], b"\x00" * 50):
        with pytest.raises(JournalHeaderError, match="move the file away"):
            parse_journal("x", data)


def test_damaged_first_line_before_whole_ones_is_damage() -> None:
    with pytest.raises(JournalCorruptError, match="line 1, byte 0"):
        parse_journal("x", b"x" + WHOLE)


def test_header_stands_first_and_once() -> None:
    with pytest.raises(JournalCorruptError, match="line 1, byte 0: the header is missing"):
        parse_journal("x", file_of(*RECORDS))
    with pytest.raises(JournalCorruptError, match=r"line 2, byte .*: a second header"):
        parse_journal("x", file_of(HEADER, HEADER))


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"record": "watermark"}, "missing: at_ns, sure_ns"),
        ({"record": "watermark", "at_ns": True, "sure_ns": None}, "at_ns is True, expected a whole number"),
        ({"record": "watermark", "at_ns": 1.5, "sure_ns": None}, "at_ns is 1.5, expected a whole number"),
        ({"record": "watermark", "at_ns": 1, "sure_ns": None, "x": 2}, "unknown: x"),
        ({"record": "dream"}, "record is 'dream', expected header, act, watermark or ruling"),
        ({"record": "act", "act": "jump", "at_ns": 1}, "act is 'jump', expected setup, start, lift"),
        ({"record": "act", "act": "lift", "at_ns": 1, "hourglass": "red4"}, "hourglass: 'red4' is not an hourglass"),
        ({"record": "act", "act": "take", "at_ns": 1, "cell": "H1"}, "cell: 'H1' is not a cell"),
        ({"record": "act", "act": "take", "at_ns": 1, "cell": 5}, "cell is 5, expected text"),
        ({"record": "ruling", "at_ns": 1, "ruling": []}, "ruling is \\[\\], expected an object"),
        ({"record": "header", "format_version": 3}, "format 3, and this version of tamsk-pi reads format 2"),
        ([], "the line is \\[\\], expected an object"),
    ],
)
def test_line_with_the_right_checksum_and_wrong_content_says_what_was_expected(value: object, message: str) -> None:
    with pytest.raises(FieldError, match=message):
        decode_line(line_of(value))


def test_unreadable_content_in_a_file_names_its_place() -> None:
    bad = line_of({"record": "dream"}) + b"\n"
    with pytest.raises(JournalCorruptError, match=r"x: line 2, byte .*: record is 'dream'"):
        parse_journal("x", file_of(HEADER) + bad)


def test_answer_of_an_unknown_kind_is_refused() -> None:
    said = next(act for act in ACTS if isinstance(act, Say))
    members = {"record": "act", **encode_act(said), "what": "sing"}
    with pytest.raises(FieldError, match="what is 'sing', expected resign or draw"):
        decode_act(Fields(members))
