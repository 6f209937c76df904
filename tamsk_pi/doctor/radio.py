"""The radio: is there an adapter, what is heard of each node, who else is in the air?"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from tamsk_pi.doctor.check import Check, Doctoring, Group
from tamsk_pi.doctor.system import System
from tamsk_pi.drivers.bluez_adapter import AdapterState
from tamsk_pi.drivers.radio import Heard, ScanMode
from tamsk_pi.perception.node_health import NodeHealth
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass

WEAK_DBM: Final = -85
FEW_SHARE: Final = 0.4
"""Of a packet a second. On a Pi's own radio 30–40 % of beacons arrive (hourglass-node.md); fewer is Wi-Fi's doing."""
LEAST_SECONDS: Final = 10.0
"""Shorter, a few lost packets are chance."""
PASSIVE_SINCE: Final = (5, 56)
CLOCK_ERROR: Final = 0.025
"""Half a percent more than a cheap clone may be off."""
_MAKE: Final = Doctoring(Group.RADIO)


def adapter_checks(
    adapters: Sequence[AdapterState] | str, wanted: str | None, mode: ScanMode, system: System
) -> list[Check]:
    """Adapter and BlueZ; `adapters` is a sentence where BlueZ could not be asked."""
    if isinstance(adapters, str):
        return [_MAKE.fail("adapter", f"{adapters}; play goes on without tilt")]
    mine = [a for a in adapters if wanted in (None, a.name)]
    if not mine:
        have = ", ".join(a.name for a in adapters) or "none"
        which = wanted or "any"
        return [
            _MAKE.fail("adapter", f"no Bluetooth adapter ({which} wanted, {have} there); plug one in, or rfkill list")
        ]
    on = [a for a in mine if a.is_powered]
    if not on:
        return [
            _MAKE.fail("adapter", f"{mine[0].name} is switched off; bluetoothctl power on (rfkill unblock bluetooth)")
        ]
    return [_MAKE.ok("adapter", f"{on[0].name} ({on[0].address}) is on"), _bluez(mode, system)]


def _bluez(mode: ScanMode, system: System) -> Check:
    said = system.tool(("bluetoothctl", "--version")) or ""
    found = re.search(r"(\d+)\.(\d+)", said)
    if found is None:
        return _MAKE.skipped("BlueZ", "its version cannot be asked (bluetoothctl --version)")
    version = int(found[1]), int(found[2])
    if mode is ScanMode.PASSIVE and version < PASSIVE_SINCE:
        return _MAKE.warning("BlueZ", f'{found[0]} cannot scan passively (5.56 can); [radio] mode = "active" is used')
    return _MAKE.ok("BlueZ", f"version {found[0]}, scanned {mode}ly")


def radio_checks(
    nodes: Sequence[NodeHealth],
    heard: Mapping[str, Heard],
    strangers: Mapping[str, Heard],
    troubles: Sequence[str],
    seconds: float,
    now_ns: int,
) -> list[Check]:
    """Each node, then who else is there."""
    checks = [_MAKE.fail("scan", text) for text in troubles]
    if not nodes:
        checks.append(_MAKE.warning("nodes", "no node is paired; turning over is inferred from moves: tamsk-pi pair"))
    checks += [_node(node, seconds, now_ns) for node in nodes]
    known = {node.hourglass for node in nodes}
    missing = [glass.label for glass in HOURGLASSES if glass not in known]
    if nodes and missing:
        checks.append(_MAKE.warning("nodes", f"no node is paired for {', '.join(missing)}: tamsk-pi pair"))
    checks += [_malformed(address, h) for address, h in sorted(heard.items()) if h.malformed]
    checks += _versions(nodes)
    return [*checks, *_strangers(strangers, all(node.last_ns is not None for node in nodes))]


def _node(node: NodeHealth, seconds: float, now_ns: int) -> Check:
    name = _name(node.hourglass)
    if node.last_ns is None:
        make = _MAKE.fail if seconds >= LEAST_SECONDS else _MAKE.warning
        return make(
            name,
            f"{name}: nothing heard in {seconds:.0f} s; turn it over to wake it and ask again; if it stays silent, "
            f"charge it, or pair another one: tamsk-pi pair {name}",
        )
    said = f"{name}: {_said(node, seconds, now_ns)}"
    if node.is_doubled:
        return _MAKE.fail(name, f"{said}; two nodes with its address are heard: switch off the one that is not yours")
    if node.is_battery_low:
        return _MAKE.warning(name, f"{said}; charge it before the next match")
    if abs(node.clock_error) > CLOCK_ERROR:
        return _MAKE.warning(name, f"{said}; its clock is off by more than a node's may be: replace its board")
    if (node.rssi_dbm or 0) < WEAK_DBM:
        return _MAKE.warning(name, f"{said}; it is hardly heard: move the Pi's antenna, or steel, out of the way")
    if seconds >= LEAST_SECONDS and node.per_minute < FEW_SHARE * min(seconds, 60):
        return _MAKE.warning(
            name, f"{said}; few packets come through: Wi-Fi at 5 GHz, or a Bluetooth adapter of its own"
        )
    return _MAKE.ok(name, said)


def _said(node: NodeHealth, seconds: float, now_ns: int) -> str:
    per_minute = round(node.per_minute * 60 / min(60.0, max(1.0, seconds)))
    parts = [
        f"battery {node.battery_percent} %"
        + ("" if node.minutes_left is None else f" ({node.minutes_left} min left)"),
        f"{per_minute} packets a minute",
        f"last {(now_ns - (node.last_ns or 0)) / 1e9:.0f} s ago",
        f"{node.rssi_dbm} dBm",
        f"version {node.firmware or 'unknown'}",
    ]
    if node.clock_error:
        parts.append(f"clock {node.clock_error * 1e6:+.0f} ppm")
    return ", ".join(parts)


def _malformed(address: str, heard: Heard) -> Check:
    return _MAKE.warning(
        address,
        f"{address}: {heard.malformed} packets that are no node's; is its firmware that of firmware/hourglass?",
    )


def _versions(nodes: Sequence[NodeHealth]) -> list[Check]:
    by_version: dict[str, list[str]] = {}
    for node in nodes:
        if node.firmware is not None:
            by_version.setdefault(node.firmware, []).append(_name(node.hourglass))
    if len(by_version) < 2:
        return []
    told = "; ".join(f"{version}: {', '.join(names)}" for version, names in sorted(by_version.items()))
    return [_MAKE.warning("firmware", f"nodes with different firmware ({told}); bring all to the newest")]


def _strangers(strangers: Mapping[str, Heard], are_all_heard: bool) -> list[Check]:
    found = {address: h for address, h in strangers.items() if h.packets}
    if not found:
        return [_MAKE.ok("strangers", "no nodes of other boards are heard")]
    listed = "; ".join(f"{a} ({h.packets} packets, {h.rssi_dbm} dBm)" for a, h in sorted(found.items()))
    if are_all_heard:
        return [_MAKE.ok("strangers", f"{len(found)} nodes of another board, ignored: {listed}")]
    return [_MAKE.warning("strangers", f"{len(found)} nodes that are not paired: {listed}; a new one? tamsk-pi pair")]


def _name(hourglass: Hourglass | None) -> str:
    return "neutral_timer" if hourglass is None else hourglass.label
