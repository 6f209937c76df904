"""The air between the nodes and the radio: advertisements as raw service data, into bleak's own scanner."""

import asyncio
from typing import Final

from bleak.backends.scanner import AdvertisementData, AdvertisementDataCallback, BaseBleakScanner
from bleak.exc import BleakError

NODE_NAME: Final = "TK1.0"
"""What simulated nodes call themselves: the firmware's version that they behave like."""
BTHOME_UUID: Final = "0000fcd2-0000-1000-8000-00805f9b34fb"


class Air:
    """Where nodes advertise. `backend` is what BleakScanner takes as its `backend=`.

    Faults for tests: `is_silent` lets nothing through (a stalled scan, a dead adapter that does not say so) until the
    next scan is started, if `heals_on_restart`; while `start_errors` or `stop_errors` has messages, starting or
    stopping a scan takes one and fails.
    """

    def __init__(self) -> None:
        self.is_silent = False
        self.heals_on_restart = True
        self.start_errors: list[str] = []
        self.stop_errors: list[str] = []
        self.starts = 0
        self._scanners: list[_AirScanner] = []
        air = self

        class Backend(_AirScanner):
            def __init__(
                self,
                detection_callback: AdvertisementDataCallback | None,
                service_uuids: list[str] | None,
                scanning_mode: str,
                **_options: object,
            ) -> None:
                super().__init__(detection_callback, service_uuids)
                self.air = air
                self.scanning_mode = scanning_mode

        self.backend: type[BaseBleakScanner] = Backend

    @property
    def is_scanned(self) -> bool:
        """Whether somebody listens."""
        return bool(self._scanners)

    def deliver(self, address: str, payload: bytes, rssi_dbm: int = -60, name: str | None = None) -> None:
        """An advertisement of the BTHome service with that service data reaches everybody who listens."""
        self.deliver_advertisement(address, {BTHOME_UUID: payload}, rssi_dbm, name)

    def deliver_advertisement(
        self, address: str, service_data: dict[str, bytes], rssi_dbm: int = -60, name: str | None = None
    ) -> None:
        """Any device's advertisement."""
        if self.is_silent:
            return
        advertisement = AdvertisementData(
            local_name=name,
            manufacturer_data={},
            service_data=service_data,
            service_uuids=[],
            tx_power=None,
            rssi=rssi_dbm,
            platform_data=(),
        )
        for scanner in self._scanners:
            device = scanner.create_or_update_device(address, address, name, None, advertisement)
            scanner.call_detection_callbacks(device, advertisement)

    def begin(self, scanner: "_AirScanner") -> None:
        """A scan is started; raises BleakError where a fault says so."""
        self.starts += 1
        if self.start_errors:
            raise BleakError(self.start_errors.pop(0))
        if self.heals_on_restart:
            self.is_silent = False
        self._scanners.append(scanner)

    def end(self, scanner: "_AirScanner") -> None:
        """A scan is stopped; raises BleakError where a fault says so."""
        if scanner in self._scanners:
            self._scanners.remove(scanner)
        if self.stop_errors:
            raise BleakError(self.stop_errors.pop(0))


class _AirScanner(BaseBleakScanner):
    """A scanner of whatever is in the air."""

    air: Air
    scanning_mode: str

    async def start(self) -> None:
        self.seen_devices = {}
        await asyncio.sleep(0)
        self.air.begin(self)

    async def stop(self) -> None:
        await asyncio.sleep(0)
        self.air.end(self)
