"""The module `spidev` with the board's chips on its buses: the ADC on one, the lights' data line on another."""

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from types import ModuleType
from typing import Protocol


class SpiChip(Protocol):
    """Something that hangs on a bus."""

    def set_clock(self, clock_hz: int) -> None:
        """The bus is clocked at that rate from now on."""
        ...

    def exchange(self, sent: Sequence[int]) -> tuple[int, ...]:
        """One transfer: the bytes on MISO while these are on MOSI."""
        ...


class SpiBuses:
    """Which chip is where, by bus and chip select, and who has which open."""

    def __init__(self, chips: Mapping[tuple[int, int], SpiChip]) -> None:
        self._chips = dict(chips)
        self._open: list[SimulatedSpiDev] = []
        self._is_gone: dict[tuple[int, int], Callable[[], bool]] = {}

    def attach(self, device: "SimulatedSpiDev", bus: int, client: int) -> SpiChip:
        """The chip there; raises FileNotFoundError as the kernel does where there is no such bus."""
        is_gone = self._is_gone.get((bus, client))
        if (bus, client) not in self._chips or (is_gone is not None and is_gone()):
            raise FileNotFoundError(2, "No such file or directory", f"/dev/spidev{bus}.{client}")
        self._open.append(device)
        return self._chips[bus, client]

    def detach(self, device: "SimulatedSpiDev") -> None:
        """That device is closed."""
        if device in self._open:
            self._open.remove(device)

    def guard(self, address: tuple[int, int], is_gone: Callable[[], bool]) -> None:
        """Nothing can be opened there while `is_gone` says so."""
        self._is_gone[address] = is_gone

    def take_away(self, address: tuple[int, int]) -> None:
        """A fault: the device vanishes. Whoever has it open has nothing any more, also when a new one is there."""
        for device in self._open:
            if device.address == address:
                device.rewire(_NoChip())

    def break_bus(self, bus: int, client: int) -> None:
        """A fault: every transfer there fails from now on."""
        chip = self._chips[bus, client] = _BrokenChip()
        for device in self._open:
            if device.address == (bus, client):
                device.rewire(chip)


class _NoChip:
    def set_clock(self, clock_hz: int) -> None:
        """Nobody is there to mind."""

    def exchange(self, sent: Sequence[int]) -> tuple[int, ...]:
        raise OSError(19, "No such device")


class _BrokenChip:
    def set_clock(self, clock_hz: int) -> None:
        """The controller takes any clock."""

    def exchange(self, sent: Sequence[int]) -> tuple[int, ...]:
        raise OSError(5, f"Input/output error in a transfer of {len(sent)} bytes")


class SimulatedSpiDev:
    """spidev.SpiDev on a board's buses; like the real one it writes the answer into a list it is given."""

    def __init__(self, buses: SpiBuses, bus: int | None = None, client: int = 0) -> None:
        self._buses = buses
        self._chip: SpiChip | None = None
        self.address: tuple[int, int] | None = None
        self._speed_hz = 125_000_000
        self._exchange: Callable[[Sequence[int]], tuple[int, ...]] = self._exchange_closed
        self.mode = 0
        self.bits_per_word = 8
        self.lsbfirst = False
        self.cshigh = False
        if bus is not None:
            self.open(bus, client)

    def open(self, bus: int, client: int) -> None:
        chip = self._buses.attach(self, bus, client)
        self.address = (bus, client)
        self.rewire(chip)

    def rewire(self, chip: SpiChip) -> None:
        """Another chip hangs on the bus from now on."""
        self._chip = chip
        self._exchange = chip.exchange

    def close(self) -> None:
        self._buses.detach(self)
        self._chip = self.address = None
        self._exchange = self._exchange_closed

    @property
    def max_speed_hz(self) -> int:
        return self._speed_hz

    @max_speed_hz.setter
    def max_speed_hz(self, value: int) -> None:
        self._speed_hz = value
        if self._chip is not None:
            self._chip.set_clock(value)

    def xfer2(self, data: Sequence[int]) -> Sequence[int]:
        answer = self._exchange(data)
        if isinstance(data, MutableSequence):
            data[:] = answer
            return data
        return answer

    def writebytes2(self, data: bytes) -> None:
        self._exchange(data)

    @staticmethod
    def _exchange_closed(sent: Sequence[int]) -> tuple[int, ...]:
        raise OSError(9, f"Bad file descriptor: {len(sent)} bytes sent to a bus that is not open")


def spidev_module(buses: SpiBuses) -> ModuleType:
    """A stand-in for `import spidev` with these buses."""
    module = ModuleType("spidev")

    class SpiDev(SimulatedSpiDev):
        def __init__(self, bus: int | None = None, client: int = 0) -> None:
            super().__init__(buses, bus, client)

    setattr(module, "SpiDev", SpiDev)  # noqa: B010  # a module made at run time has no such attribute for mypy
    return module
