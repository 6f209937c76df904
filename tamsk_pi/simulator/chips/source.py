"""What the simulated analogue chips ask of the table."""

from typing import Protocol


class AnalogSource(Protocol):
    """The voltages at the multiplexers' inputs, as the counts an ideal 10-bit conversion would give."""

    def advance(self, now_ns: int) -> None:
        """Time has come to `now_ns`; called at every change of the multiplexers' address, 16 times a scan."""
        ...

    def convert(self, cell: int, sensor: int) -> int:
        """One conversion of that sensor (0 or 1 of cell 0 … 36), noise included: 0 … 1023."""
        ...

    def unconnected(self) -> int:
        """One conversion of an input nothing is connected to: 0 … 1023."""
        ...
