"""The advertisement: Flags, then BTHome v2 service data with the node's whole state.

    02 01 06                     Flags: LE general discoverable, no BR/EDR (passive scanners match on it)
    13 16 D2 FC                  19 bytes of service data for UUID 0xFCD2
    44                           BTHome v2, sent on events
    00 pp                        packet id, up by one whenever anything below changes
    01 bb                        battery, %
    09 ff                        flips since power-on, modulo 256
    22 mm                        moving: 1 in a hand, 0 at rest
    3F rr rr                     rotation from upright, 0.1 degree, signed
    42 tt tt tt                  milliseconds since the last flip; all ones: unknown, or longer ago than can be said
    06 09 54 4B vv vv vv         local name "TK" and the firmware's version, "TK1.0"; at most four characters fit

Every packet carries the state, none an event: a lost one costs latency, never truth. Objects: bthome.io/format.
"""

import struct

PREFIX = b"\x02\x01\x06\x13\x16\xd2\xfc\x44"
AGE_UNKNOWN = 0xFFFFFF
MAX_ADVERTISEMENT_BYTES = 31
VERSION = "1.0"


def name_structure(version: str = VERSION) -> bytes:
    """The local name, to be put behind the packet: in the advertisement itself passive scanners hear it too."""
    name = b"TK" + version.encode()
    return struct.pack("<BB", 1 + len(name), 0x09) + name


class PacketBuilder:
    """Makes advertisements and keeps their packet id."""

    def __init__(self) -> None:
        self._packet_id = 0
        self._state: bytes | None = None

    def build(
        self, battery_percent: int, flips: int, is_moving: bool, rotation_tenths: int, age_ms: "int | None"
    ) -> bytes:
        """The 23 bytes to advertise. `age_ms` None: nobody saw when the last flip was, or there was none."""
        age = AGE_UNKNOWN if age_ms is None else max(0, min(age_ms, AGE_UNKNOWN))
        state = (
            struct.pack("<BB", 0x01, max(0, min(100, battery_percent)))
            + struct.pack("<BBBB", 0x09, flips & 0xFF, 0x22, 1 if is_moving else 0)
            + struct.pack("<Bh", 0x3F, rotation_tenths)
            + struct.pack("<BI", 0x42, age)[:4]
        )
        if self._state is not None and state != self._state:
            self._packet_id = (self._packet_id + 1) & 0xFF
        self._state = state
        return PREFIX + struct.pack("<BB", 0x00, self._packet_id) + state
