"""The bytes of a journal: text lines, each `CRC SP JSON LF`.

The CRC is CRC-32 (ISO-HDLC, as in zlib and Ethernet) of the JSON's bytes as eight lower-case hexadecimal digits. The
JSON has sorted keys, no spaces, and only ASCII, so a line feed ends a line and nothing else does.

Reading, a line is whole if it has its line feed and its CRC is right. What follows the last whole line is a torn
tail: an append that nobody was told had succeeded. A line that is not whole with whole ones behind it is damage, and
damage is never cut silently.
"""

import json
import zlib
from typing import Final, assert_never

from tamsk_pi.journal.act_codec import decode_act, encode_act
from tamsk_pi.journal.errors import JournalCorruptError, JournalHeaderError
from tamsk_pi.journal.fields import FieldError, Fields, JsonObject
from tamsk_pi.journal.records import (
    FORMAT_VERSION,
    ActRecord,
    Header,
    Journal,
    Record,
    RulingRecord,
    WatermarkRecord,
)
from tamsk_pi.journal.settings_codec import decode_settings, encode_settings

_CRC_DIGITS: Final = 8

_HEADER_NAMES: Final = (
    "record",
    "format_version",
    "rules_version",
    "settings",
    "origin_ns",
    "calibration_digest",
    "config_digest",
    "software_version",
    "started_at",
)


def encode_line(record: Header | Record) -> bytes:
    """The record's line, with its line feed."""
    body = canonical(_object(record)).encode("ascii")
    return b"%08x %s\n" % (zlib.crc32(body), body)


def decode_line(line: bytes) -> Header | Record:
    """The record of a line (without its line feed); raises FieldError saying what is wrong with it."""
    body = _checked_body(line)
    if body is None:
        raise FieldError("the line does not match its checksum")
    try:
        value: object = json.loads(body)
    except ValueError as error:
        raise FieldError(f"not JSON ({error})") from None
    return _record(Fields.of(value, "the line"))


def parse_journal(name: str, data: bytes) -> Journal:
    """The journal in these bytes of the file `name`.

    Raises JournalHeaderError if not even the first line was ever whole, JournalCorruptError for damage.
    """
    header: Header | None = None
    records: list[Record] = []
    offset = 0
    lines = data.split(b"\n")[:-1]
    for number, line in enumerate(lines, start=1):
        if _checked_body(line) is None:
            _require_torn(name, number, offset, lines[number:])
            break
        header = _add(header, records, _located(name, number, offset, line), (name, number, offset))
        offset += len(line) + 1
    if header is None:
        raise JournalHeaderError(
            f"{name}: its first line is not whole, so no match was kept in it; move the file away and start anew"
        )
    return Journal(header, tuple(records), data[offset:], offset)


def canonical(value: object) -> str:
    """JSON with sorted keys and no spaces: equal values give equal bytes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def _add(
    header: Header | None, records: list[Record], record: Header | Record, place: tuple[str, int, int]
) -> Header:
    if isinstance(record, Header):
        if header is not None:
            raise JournalCorruptError(*place, "a second header")
        return record
    if header is None:
        raise JournalCorruptError(*place, "the header is missing")
    records.append(record)
    return header


def _located(name: str, number: int, offset: int, line: bytes) -> Header | Record:
    try:
        return decode_line(line)
    except FieldError as error:
        raise JournalCorruptError(name, number, offset, str(error)) from error


def _require_torn(name: str, number: int, offset: int, later: list[bytes]) -> None:
    if any(_checked_body(line) is not None for line in later):
        raise JournalCorruptError(name, number, offset, "the line does not match its checksum, later ones do")


def _checked_body(line: bytes) -> bytes | None:
    digits, space, body = line[:_CRC_DIGITS], line[_CRC_DIGITS : _CRC_DIGITS + 1], line[_CRC_DIGITS + 1 :]
    return body if space == b" " and digits == b"%08x" % zlib.crc32(body) else None


def _object(record: Header | Record) -> JsonObject:
    match record:
        case Header():
            return {
                "record": "header",
                "format_version": record.format_version,
                "rules_version": record.rules_version,
                "settings": encode_settings(record.settings),
                "origin_ns": record.origin_ns,
                "calibration_digest": record.calibration_digest,
                "config_digest": record.config_digest,
                "software_version": record.software_version,
                "started_at": record.started_at,
            }
        case ActRecord():
            return {"record": "act", **encode_act(record.act)}
        case WatermarkRecord():
            return {"record": "watermark", "at_ns": record.at_ns, "sure_ns": record.sure_ns}
        case RulingRecord():
            return {"record": "ruling", "at_ns": record.at_ns, "ruling": json.loads(record.line)}
        case _:
            assert_never(record)


def _record(given: Fields) -> Header | Record:
    kind = given.text("record")
    match kind:
        case "header":
            return _header(given)
        case "act":
            return ActRecord(decode_act(given))
        case "watermark":
            given.require_exactly("record", "at_ns", "sure_ns")
            return WatermarkRecord(given.integer("at_ns"), given.integer_or_none("sure_ns"))
        case "ruling":
            given.require_exactly("record", "at_ns", "ruling")
            ruling = Fields.of(given.value("ruling"), "ruling")
            return RulingRecord(given.integer("at_ns"), canonical(ruling.members))
        case _:
            raise FieldError(f"record is {kind!r}, expected header, act, watermark or ruling")


def _header(given: Fields) -> Header:
    version = given.integer("format_version")
    if version != FORMAT_VERSION:
        raise FieldError(f"format {version}, and this version of tamsk-pi reads format {FORMAT_VERSION}")
    given.require_exactly(*_HEADER_NAMES)
    return Header(
        settings=decode_settings(Fields.of(given.value("settings"), "settings")),
        origin_ns=given.integer("origin_ns"),
        calibration_digest=given.text("calibration_digest"),
        config_digest=given.text("config_digest"),
        software_version=given.text("software_version"),
        started_at=given.text("started_at"),
        format_version=version,
        rules_version=given.integer("rules_version"),
    )
