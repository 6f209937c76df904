"""One examination of a board: everything is opened as the daemon opens it, watched for some seconds, and judged.

    files, system, supply ─► open the board ─► scan and listen for N seconds ─► sweep ─► close
                                                                                  └► scan again, patiently

Only the daemon or the doctor may hold the board's buses: with a daemon running, its page is asked instead.
"""

from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from typing import Final, Protocol

from tamsk_pi.clock import NS_PER_S, Clock
from tamsk_pi.daemon.assembly import Parts, make_perception
from tamsk_pi.daemon.ports import ScanSource
from tamsk_pi.daemon.tending import RadioTending
from tamsk_pi.doctor.check import Check, Doctoring, Group
from tamsk_pi.doctor.outputs import SCALE, SWEEP_MS, ContactsSeen, control_checks, light_checks, sweep
from tamsk_pi.doctor.radio import radio_checks
from tamsk_pi.doctor.sampling import Sample
from tamsk_pi.doctor.sensors import WIRES, cable_check, perceived_checks, sensor_checks, settle_check, without_vaguer
from tamsk_pi.drivers.board import BoardDrivers
from tamsk_pi.drivers.buttons import Button
from tamsk_pi.drivers.errors import DriverError
from tamsk_pi.drivers.scanner import Scanner
from tamsk_pi.layout import Layout
from tamsk_pi.perception.perception import Perception

PATIENT_FRAMES: Final = 30
PATIENT_TIMES: Final = 10
TEND_NS: Final = NS_PER_S
SETTLED_S: Final = 0.3
"""By then a button that is down is known to be."""
_SETTLE_MAX_US: Final = 10_000
_SENSORS: Final = Doctoring(Group.SENSORS)


@dataclass(frozen=True, slots=True)
class Plan:
    """For how many seconds the board is watched; `has_sweep` also shows its lights and plays its sounder."""

    seconds: float = 10.0
    has_sweep: bool = False


class OpenBoard(Protocol):
    """A board whose drivers are open: a real one's, or a virtual one."""

    @property
    def drivers(self) -> BoardDrivers: ...

    @property
    def scanner(self) -> ScanSource: ...


@dataclass(frozen=True, slots=True)
class RealBoard:
    """The drivers of the board that is connected."""

    drivers: BoardDrivers

    @property
    def scanner(self) -> ScanSource:
        return self.drivers.scanner


Tell = Callable[[int], None]
"""Told how much of the watching is done, in nanoseconds."""


async def examine_board(parts: Parts, board: OpenBoard, plan: Plan, tell: Tell = lambda _ns: None) -> list[Check]:
    """Everything that hangs on the board's buses and radio; the drivers are closed afterwards."""
    watch = _Watch(parts, board)
    await watch.run(round(plan.seconds * NS_PER_S), tell)
    swept = await _show(board.drivers, parts.layout, parts.clock) if plan.has_sweep else None
    drivers, config, layout = board.drivers, parts.config, parts.layout
    lights = light_checks(drivers, layout, config.lights, swept)
    controls = control_checks(drivers, watch.contacts, config.timer_source, plan.has_sweep)
    closing = _closed(drivers)
    if closing is not None and closing not in (swept or ""):
        lights.append(Doctoring(Group.LIGHTS).fail("closing", closing))
    sensors = _sensors(watch, parts)
    radio = watch.radio_checks(plan.seconds)
    return [*sensors, *lights, *radio, *controls]


def _closed(drivers: BoardDrivers) -> str | None:
    """Close them all; what failed last, None if nothing did."""
    try:
        drivers.close()
    except DriverError as error:
        return str(error)
    return None


def _sensors(watch: "_Watch", parts: Parts) -> list[Check]:
    sample, layout = watch.sample, parts.layout
    checks = sensor_checks(sample, layout, parts.config.scans_per_s)
    if not sample.frames or sample.is_rail:
        return checks
    patient = _patient_sample(layout, parts.clock)
    checks.append(patient if isinstance(patient, Check) else settle_check(watch.last, patient, _settle_us(layout)))
    picture = watch.perception.picture()
    health = watch.perception.health(sample.last_ns)
    checks = without_vaguer(checks, health)
    if not any(finding.kind in WIRES for finding in health.findings):
        is_empty = picture.is_set_up and not any(c.colour is not None or c.rings for c in picture.cells)
        checks.append(cable_check(sample, layout, parts.calibration, is_empty))
    return [*checks, *perceived_checks(health, picture, checks)]


def _settle_us(layout: Layout) -> int:
    return layout.multiplexers.settle_us


def _patient_sample(layout: Layout, clock: Clock) -> Sample | Check:
    """The board scanned with much more time after each switch, and one conversion thrown away."""
    settle_us = min(_SETTLE_MAX_US, max(200, PATIENT_TIMES * _settle_us(layout)))
    slow = replace(layout, multiplexers=replace(layout.multiplexers, settle_us=settle_us))
    sample = Sample()
    try:
        scanner = Scanner(slow, clock, discard_first=True)
    except DriverError as error:
        return _SENSORS.fail("settling", str(error))
    try:
        for _ in range(PATIENT_FRAMES):
            sample.take(scanner.scan())
    except DriverError as error:
        return _SENSORS.fail("settling", str(error))
    finally:
        scanner.close()
    return sample


class _Watch:
    """Scans and listens for a while."""

    def __init__(self, parts: Parts, board: OpenBoard) -> None:
        self.sample = Sample()
        self.last = Sample()
        """The last scans only, to be compared with those right after."""
        self.perception: Perception = make_perception(parts)
        self._radio_troubles: tuple[str, ...] = ()
        drivers = board.drivers
        self.contacts = ContactsSeen({str(button) for button in Button}, set())
        self._drivers, self._scanner, self._clock = drivers, board.scanner, parts.clock
        self._period_ns = NS_PER_S // parts.config.scans_per_s

    async def run(self, duration_ns: int, tell: Tell) -> None:
        """Until that much time has passed."""
        clock = self._clock
        begin_ns = next_ns = clock.now_ns()
        tend_ns = begin_ns + TEND_NS
        async with AsyncExitStack() as stack:
            radio = RadioTending(self._drivers.radio)
            await radio.start()
            stack.push_async_callback(radio.stop)
            while (now_ns := clock.now_ns()) < begin_ns + duration_ns:
                tell(now_ns - begin_ns)
                await self._scan(is_last=now_ns > begin_ns + duration_ns - PATIENT_FRAMES * self._period_ns)
                self._listen()
                if now_ns >= tend_ns:
                    tend_ns = now_ns + TEND_NS
                    await radio.tend()
                next_ns = max(next_ns + self._period_ns, clock.now_ns())
                await clock.sleep_until(next_ns)
            self._hear_troubles()

    async def _scan(self, is_last: bool) -> None:
        begin_ns = self._clock.now_ns()
        try:
            frame = self._scanner.scan()
        except DriverError as error:
            self.sample.fail(str(error))
            await self._clock.sleep_until(begin_ns + NS_PER_S // 10)
            return
        self.sample.take(frame, self._clock.now_ns() - begin_ns)
        if is_last:
            self.last.take(frame)
        self.perception.frame(frame)

    def _listen(self) -> None:
        drivers = self._drivers
        if drivers.radio is not None:
            for report in drivers.radio.drain():
                self.perception.report(report)
        if drivers.buttons is not None:
            self.contacts.pressed |= {str(press.button) for press in drivers.buttons.drain()}
            if self.sample.seconds > SETTLED_S:
                self.contacts.held &= {str(button) for button in drivers.buttons.held}
        if drivers.tilt_switch is not None:
            self.contacts.turns += len(drivers.tilt_switch.drain())

    def _hear_troubles(self) -> None:
        radio = self._drivers.radio
        if radio is not None:
            why = None if radio.watch is None else radio.watch.last_error
            cannot = () if why is None else (f"Bluetooth: the scan cannot be started ({why})",)
            self._radio_troubles = radio.troubles or cannot

    def radio_checks(self, seconds: float) -> list[Check]:
        """What was heard."""
        radio = self._drivers.radio
        if radio is None:
            return []
        nodes = self.perception.node_health()
        now_ns = self._clock.now_ns()
        return radio_checks(nodes, radio.heard, radio.strangers, self._radio_troubles, seconds, now_ns)


async def _show(drivers: BoardDrivers, layout: Layout, clock: Clock) -> str:
    """Light one after the other and play a scale; what went wrong, empty if nothing did."""
    if drivers.sounder is not None:
        drivers.sounder.play(SCALE, clock.now_ns())
    for pixels in sweep(layout.lights.pixels):
        if drivers.sounder is not None:
            drivers.sounder.wake(clock.now_ns())
        if drivers.lights is not None:
            try:
                drivers.lights.show(pixels)
            except DriverError as error:
                return str(error)
        await clock.sleep_until(clock.now_ns() + SWEEP_MS * 1_000_000)
    return ""
