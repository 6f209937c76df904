"""The supply: too low a voltage makes sensors, radio and card drop out (linux #2512)."""

from typing import Final

from tamsk_pi.doctor.check import Check, Doctoring, Group
from tamsk_pi.doctor.system import System
from tamsk_pi.drivers.supply import Supply, parse_throttled, read_supply

_MAKE: Final = Doctoring(Group.SUPPLY)


def look_at_supply(system: System) -> Supply | None:
    """What kernel or firmware say; None where neither does."""
    supply = read_supply(system.root / "sys")
    if supply is not None:
        return supply
    return parse_throttled(system.tool(("vcgencmd", "get_throttled")) or "")


def supply_checks(supply: Supply | None) -> list[Check]:
    """Voltage and heat, now and since the Pi was switched on."""
    if supply is None:
        return [_MAKE.skipped("voltage", "nothing tells of the supply here (/sys, vcgencmd)")]
    return [_voltage(supply), _speed(supply)]


def _voltage(supply: Supply) -> Check:
    advice = "use a supply of 5.1 V and 3 A, a short thick cable, and another one for the lights"
    if supply.is_low:
        return _MAKE.fail("voltage", f"too low now (under 4.63 V): {advice}")
    if supply.was_low:
        return _MAKE.warning("voltage", f"has been too low since the Pi was switched on: {advice}")
    return _MAKE.ok("voltage", "never too low since the Pi was switched on")


def _speed(supply: Supply) -> Check:
    if supply.is_hot:
        return _MAKE.warning("heat", "the processor is slowed down by heat; give it air, or a heat sink")
    if supply.is_slowed:
        return _MAKE.warning("heat", "the processor is slowed down now; sensors may be read too slowly")
    if supply.was_slowed:
        return _MAKE.warning("heat", "the processor has been slowed down since it was switched on")
    return _MAKE.ok("heat", "the processor runs at full speed")
