"""Makes a screenshot's PNG small enough for a README: 256 colours, packed as tightly as zlib can.

Browsers dither gradients, and that noise does not pack. PNG (Portable Network Graphics, W3C) sections 5, 9, 11.
"""

import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from typing import Final

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_COLOURS: Final = 256
_STEP: Final = 2

Colour = tuple[int, int, int]


def small_png(png: bytes) -> bytes:
    """The same picture with at most 256 colours; raises ValueError for anything but 8 bits of red, green and blue."""
    chunks = list(_chunks(png))
    width, height, depth, kind = struct.unpack(">IIBB", chunks[0][1][:10])
    if (depth, kind) != (8, 2):
        raise ValueError(f"a PNG of depth {depth} and colour type {kind}: expected 8 and 2, as browsers make them")
    rows = _unfiltered(zlib.decompress(b"".join(data for name, data in chunks if name == b"IDAT")), width * 3)
    rounded = bytes(min(255, (v + _STEP // 2) // _STEP * _STEP) for v in range(256))
    pixels = [list(zip(*[iter(row.translate(rounded))] * 3, strict=True)) for row in rows]
    palette, index = _palette(Counter(pixel for row in pixels for pixel in row))
    packed = b"".join(b"\0" + bytes(map(index.__getitem__, row)) for row in pixels)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    colours = bytes(channel for colour in palette for channel in colour)
    parts = ((b"IHDR", header), (b"PLTE", colours), (b"IDAT", zlib.compress(packed, 9)), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(name, data) for name, data in parts)


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(_SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += 12 + length


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _unfiltered(raw: bytes, stride: int) -> Iterator[bytes]:
    above = bytes(stride)
    for start in range(0, len(raw), stride + 1):
        row = bytearray(raw[start + 1 : start + 1 + stride])
        match raw[start]:
            case 1:
                for i in range(3, stride):
                    row[i] = (row[i] + row[i - 3]) & 255
            case 2:
                row = bytearray((value + up) & 255 for value, up in zip(row, above, strict=True))
            case 3:
                for i in range(stride):
                    row[i] = (row[i] + ((row[i - 3] if i >= 3 else 0) + above[i]) // 2) & 255
            case 4:
                for i in range(stride):
                    left, corner = (row[i - 3], above[i - 3]) if i >= 3 else (0, 0)
                    row[i] = (row[i] + _paeth(left, above[i], corner)) & 255
        above = bytes(row)
        yield above


def _paeth(left: int, up: int, corner: int) -> int:
    """Whichever of the three is nearest to left + up − corner, the first of equals."""
    to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    if to_left <= to_up and to_left <= to_corner:
        return left
    return up if to_up <= to_corner else corner


def _palette(counted: Counter[Colour]) -> tuple[list[Colour], dict[Colour, int]]:
    """Common colours that differ much, then those that differ less, until there are enough; and which of them stands
    for each colour."""
    palette: list[Colour] = []
    for near in (3_000, 300, 30, 8, 0):
        for colour, _ in counted.most_common():
            if len(palette) < _COLOURS and all(_distance(colour, other) > near for other in palette):
                palette.append(colour)
    numbers = range(len(palette))
    return palette, {c: min(numbers, key=lambda i: _distance(c, palette[i])) for c in counted}


def _distance(a: Colour, b: Colour) -> int:
    return sum((x - y) ** 2 for x, y in zip(a, b, strict=True))
