"""Lights, sounder, buttons, tilt switch: what can be told of them without eyes, ears and fingers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tamsk_pi.config import LightsConfig
from tamsk_pi.doctor.check import Check, Doctoring, Group
from tamsk_pi.drivers.board import BoardDrivers
from tamsk_pi.layout import Layout
from tamsk_pi.perception.settings import TimerSource
from tamsk_pi.views.light_language import Rgb

SWEEP_MS: Final = 60
"""For each light."""
_LIT: Final[Rgb] = (60, 60, 60)
_WASHES: Final[tuple[Rgb, ...]] = ((20, 0, 0), (0, 20, 0), (0, 0, 20))
SCALE: Final = ((523.25, 150), (659.26, 150), (783.99, 300))
_LIGHTS: Final = Doctoring(Group.LIGHTS)
_CONTROLS: Final = Doctoring(Group.CONTROLS)


@dataclass(slots=True)
class ContactsSeen:
    """What the contacts did while the board was examined; a button is `held` if it was down at every look."""

    held: set[str]
    pressed: set[str]
    turns: int = 0


def sweep(pixels: int) -> Iterator[tuple[Rgb, ...]]:
    """One light after the other in the drawing order, then all red, all green, all blue, then dark."""
    dark = ((0, 0, 0),) * pixels
    for i in range(pixels):
        yield (*dark[:i], _LIT, *dark[i + 1 :])
    for wash in _WASHES:
        yield from ((wash,) * pixels,) * 8
    yield dark


def light_checks(drivers: BoardDrivers, layout: Layout, config: LightsConfig, swept: str | None) -> list[Check]:
    """The strip and its current; `swept` says how a sweep failed, "" that it was shown, None that nobody asked."""
    trouble = next((text for text in drivers.troubles if text.startswith("lights")), None)
    if drivers.lights is None:
        text = trouble or "no lights are configured"
        return [_LIGHTS.fail("strip", text) if trouble else _LIGHTS.skipped("strip", text)]
    lights = layout.lights
    checks = [_LIGHTS.ok("strip", f"{lights.pixels} pixels over {config.way}, opened"), _current(layout, config)]
    match swept:
        case None:
            checks.append(_LIGHTS.skipped("sweep", "not asked for; --lights lights one after the other"))
        case "":
            checks.append(
                _LIGHTS.ok(
                    "sweep",
                    "shown: each light alone, cells A1 … G4, then red's bar and black's, then all red, green, blue. "
                    "Where the row stopped, the wire behind the last lit pixel is broken; with other colours the "
                    "pixels are not of the kind GRB",
                )
            )
        case why:
            checks.append(_LIGHTS.fail("sweep", why))
    return checks


def _current(layout: Layout, config: LightsConfig) -> Check:
    lights = layout.lights
    full_ma = lights.pixels * lights.pixel_full_ma
    said = (
        f"{config.max_current_ma} mA allowed, {full_ma:.0f} mA if all shone white; pictures are dimmed to the limit"
    )
    if config.max_current_ma > full_ma:
        return _LIGHTS.warning(
            "current", f"{said}: the limit is above all that the strip can draw, so it limits nothing"
        )
    return _LIGHTS.ok("current", said)


def control_checks(drivers: BoardDrivers, seen: ContactsSeen, timer: TimerSource, has_sounded: bool) -> list[Check]:
    """Buttons, tilt switch, sounder."""
    return [_buttons(drivers, seen), _tilt_switch(drivers, seen, timer), _sounder(drivers, has_sounded)]


def _buttons(drivers: BoardDrivers, seen: ContactsSeen) -> Check:
    if drivers.buttons is None:
        return _CONTROLS.fail("buttons", _trouble(drivers, "button"))
    if seen.held:
        return _CONTROLS.fail(
            "buttons",
            f"{', '.join(sorted(seen.held))}: down all the time; let go, or look for a short to ground "
            "(hardware/README.md, step 8)",
        )
    pressed = f"; pressed meanwhile: {', '.join(sorted(seen.pressed))}" if seen.pressed else ""
    return _CONTROLS.ok("buttons", f"red, black, board: up{pressed or '; press each while this runs to test it'}")


def _tilt_switch(drivers: BoardDrivers, seen: ContactsSeen, timer: TimerSource) -> Check:
    if drivers.tilt_switch is None:
        text = _trouble(drivers, "neutral timer")
        is_needed = timer is TimerSource.SWITCH
        return _CONTROLS.fail("tilt switch", text) if is_needed else _CONTROLS.warning("tilt switch", text)
    end = "B" if drivers.tilt_switch.is_end_b_down else "A"
    used = "used" if timer is TimerSource.SWITCH else "not used, the timer's node is"
    return _CONTROLS.ok("tilt switch", f"end {end} down, turned {seen.turns} times meanwhile ({used})")


def _sounder(drivers: BoardDrivers, has_sounded: bool) -> Check:
    if drivers.sounder is None:
        return _CONTROLS.fail("sounder", _trouble(drivers, "sounder"))
    return _CONTROLS.ok(
        "sounder", "three tones were played" if has_sounded else "opened; --lights also plays three tones"
    )


def _trouble(drivers: BoardDrivers, what: str) -> str:
    return next((text for text in drivers.troubles if what in text), f"{what}: not there")
