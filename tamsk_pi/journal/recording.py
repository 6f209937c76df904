"""The bytes of a raw recording: everything a controller is fed and what it made of it, packed in blocks.

    file    TAMSKRAW, then blocks
    block   BLK1 │ length │ CRC-32 │ payload          lengths and checksums are 32 bits, little-endian
    payload six streams, each length │ zlib: kinds, instants, bases, readings, strays, texts

A block stands alone. Its readings are told as differences to the block's own median of each sensor, a byte each: at
rest they are noise of 0.8 counts, for which Huffman's code is nearly the shortest there is. What is farther away than
a byte tells is a stray. Instants of frames are second differences. Everything else is one line of JSON.

Reading stops at the last whole block; what is behind it is a torn tail.
"""

import json
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Final

from tamsk_pi.journal.act_codec import decode_act, encode_act
from tamsk_pi.journal.codec import canonical
from tamsk_pi.journal.fields import FieldError, Fields, JsonObject
from tamsk_pi.journal.packing import (
    medians,
    pack_numbers,
    pack_readings,
    second_differences,
    unpack_frames,
    unpack_numbers,
)
from tamsk_pi.journal.records import ActRecord, RulingRecord
from tamsk_pi.perception.frames import Frame, NodeReport, TiltSwitchEdge
from tamsk_pi.rules.acts import Say, Start

MAGIC: Final = b"TAMSKRAW"
FORMAT_VERSION: Final = 1

_BLOCK: Final = b"BLK1"
_HEAD: Final = struct.Struct("<4sII")
_LENGTH: Final = struct.Struct("<I")
_STREAMS: Final = 6
_LONGEST_BLOCK: Final = 16 * 1024 * 1024


class RecordingError(ValueError):
    """These bytes are no recording of this version; the message says why."""


@dataclass(frozen=True, slots=True)
class Session:
    """What a controller was made of when the daemon began, or when an older part of the recording was given up.

    `wiring_digest` is that of the layout's readings, `nodes` are names and addresses of the configuration, `journal`
    is the text of the match that was gone on with and `since_ns` when the board was last alive in it.
    """

    wiring_digest: str
    zero_counts: tuple[float, ...]
    gains: tuple[float, ...]
    nodes: tuple[tuple[str, str], ...]
    timer_source: str
    config: JsonObject
    software_version: str
    begun_at: str
    journal: str | None = None
    since_ns: int | None = None
    is_from_the_beginning: bool = True
    format_version: int = FORMAT_VERSION


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """The controller decided what could be decided."""


@dataclass(frozen=True, slots=True)
class LookAnew:
    """Everything was laid out anew: perception began again."""


@dataclass(frozen=True, slots=True)
class DecidesUntil:
    """Nothing later is decided from now on; None: no such bound."""

    at_ns: int | None


Fed = Session | Frame | NodeReport | TiltSwitchEdge | Say | Start | RoundEnd | LookAnew | DecidesUntil
"""What goes into a controller."""
Taped = Fed | ActRecord | RulingRecord
"""With what perception told (`ActRecord`), and what was ruled."""

_KINDS: Final[tuple[type[Taped], ...]] = (
    Frame,
    RoundEnd,
    NodeReport,
    TiltSwitchEdge,
    Say,
    Start,
    LookAnew,
    DecidesUntil,
    ActRecord,
    RulingRecord,
    Session,
)


@dataclass(frozen=True, slots=True)
class Recording:
    """A recording as read; `torn` bytes at its end belong to no whole block."""

    taped: tuple[Taped, ...]
    torn: int = 0


def is_recording(data: bytes) -> bool:
    """Whether these bytes begin as a recording does."""
    return data.startswith(MAGIC)


def encode_block(taped: Sequence[Taped]) -> bytes:
    """One block of a file."""
    frames = [item for item in taped if isinstance(item, Frame)]
    base = medians(frames)
    readings, strays = pack_readings(frames, base)
    texts = [canonical(_object(item)) for item in taped if not isinstance(item, (Frame, RoundEnd, LookAnew))]
    streams = [
        bytes(_KINDS.index(type(item)) for item in taped),
        pack_numbers(second_differences([frame.at_ns for frame in frames])),
        pack_numbers(base),
        readings,
        pack_numbers(strays),
        "\n".join(texts).encode(),
    ]
    # Noise has no repetitions; looking for them makes it longer.
    packed = [_deflate(stream, zlib.Z_HUFFMAN_ONLY if stream is readings else 0) for stream in streams]
    payload = b"".join(_LENGTH.pack(len(stream)) + stream for stream in packed)
    return _HEAD.pack(_BLOCK, len(payload), zlib.crc32(payload)) + payload


def parse_recording(name: str, data: bytes) -> Recording:
    """The recording in these bytes of the file `name`; raises RecordingError for what is none of this version."""
    if not is_recording(data):
        raise RecordingError(f"{name}: not a recording; expected a file made with --record")
    taped: list[Taped] = []
    at = len(MAGIC)
    while (payload := _whole_block(data, at)) is not None:
        try:
            taped += _decode_payload(payload)
        except (FieldError, ValueError, KeyError, TypeError, IndexError, zlib.error, struct.error) as error:
            raise RecordingError(
                f"{name}: the block at byte {at} cannot be read ({error}); another version?"
            ) from error
        at += _HEAD.size + len(payload)
    if not taped or not isinstance(taped[0], Session):
        raise RecordingError(f"{name}: not one whole block; the daemon had no time to write it")
    return Recording(tuple(taped), len(data) - at)


def _whole_block(data: bytes, at: int) -> bytes | None:
    if len(data) < at + _HEAD.size:
        return None
    mark, length, crc = _HEAD.unpack_from(data, at)
    payload = data[at + _HEAD.size : at + _HEAD.size + length]
    is_whole = mark == _BLOCK and length <= _LONGEST_BLOCK and len(payload) == length and zlib.crc32(payload) == crc
    return payload if is_whole else None


def _decode_payload(payload: bytes) -> Iterator[Taped]:
    kinds, instants, base, readings, strays, texts = _inflate_streams(payload)
    frames = unpack_frames(instants, unpack_numbers(base), readings, iter(unpack_numbers(strays)))
    lines = iter(texts.decode().split("\n"))
    for kind in kinds:
        made = _KINDS[kind]
        if made is Frame:
            yield next(frames)
        elif made is RoundEnd:
            yield RoundEnd()
        elif made is LookAnew:
            yield LookAnew()
        else:
            yield _taped(made, Fields.of(json.loads(next(lines)), "a line"))


def _inflate_streams(payload: bytes) -> list[bytes]:
    streams: list[bytes] = []
    at = 0
    for _ in range(_STREAMS):
        (length,) = _LENGTH.unpack_from(payload, at)
        at += _LENGTH.size
        streams.append(zlib.decompress(payload[at : at + length]))
        at += length
    return streams


def _deflate(stream: bytes, strategy: int = zlib.Z_DEFAULT_STRATEGY) -> bytes:
    packer = zlib.compressobj(6, strategy=strategy)
    return packer.compress(stream) + packer.flush()


def _object(item: Taped) -> JsonObject:
    match item:
        case Say() | Start():
            return {"record": "act", **encode_act(item)}
        case ActRecord():
            return {"record": "act", **encode_act(item.act)}
        case RulingRecord():
            return {"at_ns": item.at_ns, "line": item.line}
        case NodeReport():
            return {field.name: getattr(item, field.name) for field in fields(NodeReport)}
        case TiltSwitchEdge() | DecidesUntil() | Session():
            return asdict(item)
        case Frame() | RoundEnd() | LookAnew():
            raise AssertionError(f"{item} has no line")


def _taped(made: type[Taped], given: Fields) -> Taped:
    if made is ActRecord:
        return ActRecord(decode_act(given))
    if made is RulingRecord:
        return RulingRecord(given.integer("at_ns"), given.text("line"))
    if made is TiltSwitchEdge:
        return TiltSwitchEdge(given.integer("at_ns"), given.truth("is_end_b_down"))
    if made is DecidesUntil:
        return DecidesUntil(None if given.value("at_ns") is None else given.integer("at_ns"))
    if made is NodeReport:
        return _report(given)
    if made is Session:
        return _session(given)
    act = decode_act(given)
    if not isinstance(act, (Say, Start)):
        raise FieldError(f"{type(act).__name__} is no word to a controller")
    return act


def _report(given: Fields) -> NodeReport:
    return NodeReport(
        received_ns=given.integer("received_ns"),
        address=given.text("address"),
        packet_id=given.integer("packet_id"),
        battery_percent=given.integer("battery_percent"),
        flips=given.integer("flips"),
        is_moving=given.truth("is_moving"),
        rotation=given.integer("rotation"),
        age_ms=given.integer("age_ms"),
        rssi_dbm=given.integer("rssi_dbm"),
        firmware=None if given.members.get("firmware") is None else given.text("firmware"),
    )


def _session(given: Fields) -> Session:
    version = given.integer("format_version")
    if version != FORMAT_VERSION:
        raise FieldError(f"format {version}, and this version of tamsk-pi reads format {FORMAT_VERSION}")
    numbers = {name: tuple(float(str(v)) for v in given.items(name)) for name in ("zero_counts", "gains")}
    pairs = [(str(pair[0]), str(pair[1])) for pair in given.items("nodes") if isinstance(pair, list)]
    return Session(
        wiring_digest=given.text("wiring_digest"),
        zero_counts=numbers["zero_counts"],
        gains=numbers["gains"],
        nodes=tuple(pairs),
        timer_source=given.text("timer_source"),
        config=dict(Fields.of(given.value("config"), "config").members),
        software_version=given.text("software_version"),
        begun_at=given.text("begun_at"),
        journal=None if given.value("journal") is None else given.text("journal"),
        since_ns=None if given.value("since_ns") is None else given.integer("since_ns"),
        is_from_the_beginning=given.truth("is_from_the_beginning"),
        format_version=version,
    )
