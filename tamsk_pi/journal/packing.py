"""Readings and whole numbers as few bytes, for the blocks of a raw recording."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from tamsk_pi.perception.frames import READINGS, Frame

_MIDDLE: Final = 128


def medians(frames: Sequence[Frame]) -> list[int]:
    """Of each sensor over these frames; empty without any."""
    middle = len(frames) // 2
    return [sorted(column)[middle] for column in zip(*(frame.counts for frame in frames), strict=True)]


def pack_readings(frames: Sequence[Frame], base: Sequence[int]) -> tuple[bytes, list[int]]:
    """A byte a reading, frame by frame: 128 more than its difference to `base`, 0 for the strays, which are told in
    order."""
    packed, strays = bytearray(), list[int]()
    for frame in frames:
        offsets = [count - middle + _MIDDLE for count, middle in zip(frame.counts, base, strict=True)]
        if min(offsets) < 1 or max(offsets) > 255:
            strays += [offset for offset in offsets if not 1 <= offset <= 255]
            offsets = [offset if 1 <= offset <= 255 else 0 for offset in offsets]
        packed += bytes(offsets)
    return bytes(packed), strays


def unpack_frames(instants: bytes, base: Sequence[int], readings: bytes, strays: Iterator[int]) -> Iterator[Frame]:
    """The frames of `second_differences` of their instants, packed, and of packed readings."""
    at_ns = step_ns = 0
    for i, difference in enumerate(unpack_numbers(instants)):
        step_ns = difference if i == 1 else step_ns + difference if i else 0
        at_ns = difference if i == 0 else at_ns + step_ns
        offsets = readings[i * READINGS : (i + 1) * READINGS]
        told = [offset or next(strays) for offset in offsets] if 0 in offsets else list(offsets)
        yield Frame(at_ns, tuple(offset - _MIDDLE + middle for offset, middle in zip(told, base, strict=True)))


def second_differences(instants: Sequence[int]) -> list[int]:
    """The first instant, the first step, then how much longer each step is than the one before."""
    steps = [b - a for a, b in pairwise(instants)]
    return [*instants[:1], *steps[:1], *(b - a for a, b in pairwise(steps))]


def pack_numbers(numbers: Sequence[int]) -> bytes:
    """Seven bits a byte, lowest first, the sign in the lowest bit of all."""
    packed = bytearray()
    for number in numbers:
        rest = number * 2 if number >= 0 else -number * 2 - 1
        while rest > 0x7F:
            packed.append(rest & 0x7F | 0x80)
            rest >>= 7
        packed.append(rest)
    return bytes(packed)


def unpack_numbers(packed: bytes) -> list[int]:
    """What `pack_numbers` packed."""
    numbers: list[int] = []
    rest = shift = 0
    for byte in packed:
        rest |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            numbers.append(-(rest + 1 >> 1) if rest & 1 else rest >> 1)
            rest = shift = 0
    return numbers
