"""How the board's parts are: what the page's health panel shows, and the sentences about what needs somebody's hand.

A pure function of what perception knows of sensors and nodes and of what else was found out; in no language yet.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final

from tamsk_pi.perception.findings import SensorHealth
from tamsk_pi.perception.node_health import NodeHealth
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass
from tamsk_pi.views.catalogue import Catalogue, Message, Text, hourglass_message, message
from tamsk_pi.views.finding_words import finding_text
from tamsk_pi.views.page_state import PageState, PageValue

NEUTRAL_TIMER: Final = "neutral_timer"
NS_PER_S: Final = 1_000_000_000


class Condition(StrEnum):
    """How well something is."""

    OK = "ok"
    WARNING = "warning"
    FAIL = "fail"


class NodeState(StrEnum):
    """Whether a node is heard."""

    LIVE = "live"
    ASLEEP = "asleep"
    SILENT = "silent"
    UNHEARD = "unheard"  # since the daemon was started
    UNPAIRED = "unpaired"


@dataclass(frozen=True, slots=True)
class NodeView:
    """One glass's node. `clock_ppm` is how much its clock runs slow (negative: fast), in millionths."""

    label: str
    state: NodeState
    condition: Condition = Condition.OK
    heard_s: int | None = None
    battery_percent: int | None = None
    minutes_left: int | None = None
    is_battery_low: bool = False
    per_minute: int = 0
    rssi_dbm: int | None = None
    firmware: str | None = None
    clock_ppm: int | None = None
    is_doubled: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """Something that somebody should know or do."""

    condition: Condition
    text: Text


@dataclass(frozen=True, slots=True)
class HealthView:
    """Everything at one instant. `strangers` counts nodes of other boards; `dead_sensors` and `noise_counts` are the
    sensors'; `is_supply_well` None where nothing tells of the supply."""

    nodes: tuple[NodeView, ...] = ()
    notes: tuple[Note, ...] = ()
    strangers: int = 0
    dead_sensors: int = 0
    noise_counts: float = 0.0
    is_supply_well: bool | None = None
    has_radio: bool = True

    @property
    def condition(self) -> Condition:
        """The worst of all."""
        found = {note.condition for note in self.notes} | {node.condition for node in self.nodes}
        return next((c for c in (Condition.FAIL, Condition.WARNING) if c in found), Condition.OK)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known besides sensors and nodes. `radio_troubles` are sentences.

    `dark_s` is for how long the board was dark at least, where no clock knows; None where one does.
    """

    radio_troubles: tuple[Text, ...] = ()
    strangers: int = 0
    has_radio: bool = True
    is_supply_low: bool | None = None
    was_supply_low: bool = False
    is_slowed: bool = False
    dark_s: int | None = None
    has_timer_switch: bool = False  # the neutral timer is felt by wire, and needs no node


def health_view(nodes: Sequence[NodeHealth], sensors: SensorHealth, around: Surroundings, now_ns: int) -> HealthView:
    """How everything is at `now_ns`."""
    views = tuple(_node_views(nodes, now_ns, around.has_timer_switch))
    return HealthView(
        nodes=views,
        notes=(*_supply_notes(around), *_radio_notes(around), *_sensor_notes(sensors), *_node_notes(views)),
        strangers=around.strangers,
        dead_sensors=len(sensors.untrusted),
        noise_counts=round(sensors.noise_counts, 1),
        is_supply_well=None if around.is_supply_low is None else not around.is_supply_low,
        has_radio=around.has_radio,
    )


def battery_notes(nodes: Sequence[NodeHealth]) -> tuple[Message, ...]:
    """What is said beside the board, while there is time to charge: each node whose battery is low."""
    return tuple(_battery_note(n.hourglass, n.battery_percent, n.minutes_left) for n in nodes if n.is_battery_low)


def node_message(label: str) -> Message:
    """What the players call the glass with that node."""
    return message("hourglass", label=label) if label != NEUTRAL_TIMER else message("neutral-timer")


def _node_views(nodes: Sequence[NodeHealth], now_ns: int, has_timer_switch: bool) -> list[NodeView]:
    known = {node.hourglass: node for node in nodes}
    names: list[Hourglass | None] = [*HOURGLASSES, None]
    if has_timer_switch and None not in known:
        names.pop()
    return [_node_view(name, known.get(name), now_ns) for name in names]


def _node_view(name: Hourglass | None, node: NodeHealth | None, now_ns: int) -> NodeView:
    label = NEUTRAL_TIMER if name is None else name.label
    if node is None:
        return NodeView(label, NodeState.UNPAIRED, Condition.WARNING)
    state = _state(node)
    is_well = state in (NodeState.LIVE, NodeState.ASLEEP) and not (node.is_battery_low or node.is_doubled)
    return NodeView(
        label=label,
        state=state,
        condition=Condition.OK if is_well else Condition.WARNING,
        heard_s=None if node.last_ns is None else max(0, now_ns - node.last_ns) // NS_PER_S,
        battery_percent=node.battery_percent,
        minutes_left=node.minutes_left,
        is_battery_low=node.is_battery_low,
        per_minute=node.per_minute,
        rssi_dbm=node.rssi_dbm,
        firmware=node.firmware,
        clock_ppm=round(node.clock_error * 1e6) if node.clock_error else None,
        is_doubled=node.is_doubled,
    )


def _state(node: NodeHealth) -> NodeState:
    if node.last_ns is None:
        return NodeState.UNHEARD
    if node.is_live:
        return NodeState.LIVE
    return NodeState.ASLEEP if node.is_asleep else NodeState.SILENT


def _supply_notes(around: Surroundings) -> list[Note]:
    notes: list[Note] = []
    if around.dark_s is not None:
        notes.append(Note(Condition.WARNING, dark_note(around.dark_s)))
    if around.is_supply_low:
        notes.append(Note(Condition.FAIL, message("health-supply-low")))
    elif around.was_supply_low:
        notes.append(Note(Condition.WARNING, message("health-supply-was-low")))
    if around.is_slowed and not around.is_supply_low:
        notes.append(Note(Condition.WARNING, message("health-slowed")))
    return notes


def dark_note(seconds: int) -> Message:
    """That nobody knows for how long the board was dark."""
    return message("health-dark-unknown", seconds=seconds)


def _radio_notes(around: Surroundings) -> list[Note]:
    if not around.has_radio:
        return [Note(Condition.WARNING, message("health-no-radio"))]
    return [Note(Condition.FAIL, trouble) for trouble in around.radio_troubles]


def _sensor_notes(sensors: SensorHealth) -> list[Note]:
    return [Note(Condition.FAIL, finding_text(finding)) for finding in sensors.ranked]


def _node_notes(nodes: Sequence[NodeView]) -> list[Note]:
    notes: list[Note] = []
    for node in nodes:
        name = node_message(node.label)
        if node.is_doubled:
            notes.append(Note(Condition.WARNING, message("health-doubled", glass=name)))
        if node.is_battery_low:
            hourglass = next((h for h in HOURGLASSES if h.label == node.label), None)
            note = _battery_note(hourglass, node.battery_percent, node.minutes_left)
            notes.append(Note(Condition.WARNING, note))
        if node.state is NodeState.SILENT:
            minutes = (node.heard_s or 0) // 60
            notes.append(Note(Condition.WARNING, message("health-silent", glass=name, minutes=minutes)))
    unpaired = tuple(node_message(n.label) for n in nodes if n.state is NodeState.UNPAIRED)
    unheard = tuple(node_message(n.label) for n in nodes if n.state is NodeState.UNHEARD)
    if unheard:
        notes.append(Note(Condition.WARNING, message("health-unheard", glasses=unheard)))
    if unpaired:
        notes.append(Note(Condition.WARNING, message("health-unpaired", glasses=unpaired)))
    return notes


def _battery_note(hourglass: Hourglass | None, percent: int | None, minutes_left: int | None) -> Message:
    glass = message("neutral-timer") if hourglass is None else hourglass_message(hourglass)
    if minutes_left is None:
        return message("health-battery-low", glass=glass, percent=percent or 0)
    return message("health-battery-ends", glass=glass, percent=percent or 0, minutes=minutes_left)


def health_state(view: HealthView, catalogue: Catalogue) -> PageState:
    """The view as the page's JSON, in that catalogue's words."""
    return {
        "condition": str(view.condition),
        "nodes": [{f.name: _plain(getattr(node, f.name)) for f in fields(node)} for node in view.nodes],
        "notes": [{"condition": str(note.condition), "text": catalogue.say(note.text)} for note in view.notes],
        "strangers": view.strangers,
        "dead_sensors": view.dead_sensors,
        "noise_counts": view.noise_counts,
        "is_supply_well": view.is_supply_well,
        "has_radio": view.has_radio,
    }


def _plain(value: str | int | bool | None) -> PageValue:
    return str(value.value) if isinstance(value, StrEnum) else value
