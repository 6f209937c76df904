"""A raw recording replayed through the controller that made it.

Perception and the referee are asked again, and what they say is compared item by item with what they said then.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import assert_never

from tamsk_pi.clock import VirtualClock
from tamsk_pi.config import Config
from tamsk_pi.daemon.assembly import Parts, make_perception, make_perception_again, node_names
from tamsk_pi.daemon.keeper import Keeper
from tamsk_pi.daemon.recorder import RecordedController, wiring_digest
from tamsk_pi.journal.act_codec import encode_act
from tamsk_pi.journal.codec import canonical, parse_journal
from tamsk_pi.journal.recording import DecidesUntil, Fed, LookAnew, Recording, RoundEnd, Session, Taped
from tamsk_pi.journal.records import ActRecord, RulingRecord
from tamsk_pi.journal.replay import resume
from tamsk_pi.layout import Layout
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.frames import Frame, NodeReport, TiltSwitchEdge
from tamsk_pi.perception.perception import Perception
from tamsk_pi.perception.settings import TimerSource
from tamsk_pi.rules.acts import Act, Say, Start


class LayoutDiffersError(ValueError):
    """A recording of a board that is wired otherwise; the message says what to do."""


@dataclass(slots=True)
class Replayed:
    """What a recording gave: acts as they are told now, how much was compared, and the first difference."""

    frames: int = 0
    rulings: int = 0
    acts: list[Act] = field(default_factory=list)
    sessions: int = 0
    is_compared: bool = True
    """False where an older part was given up: perception then begins without what it knew."""
    difference: str | None = None


def replay_recording(
    recording: Recording,
    layout: Layout,
    *,
    is_compared: bool = True,
    on_frame: Callable[[int, Perception], None] | None = None,
) -> Replayed:
    """Ask perception and the referee again, up to the first difference if it is compared; `on_frame` may look at
    perception after each frame. Raises LayoutDiffersError."""
    result = Replayed(is_compared=is_compared)
    player: _Player | None = None
    for number, item in enumerate(recording.taped, start=1):
        if isinstance(item, Session):
            player = _Player(item, layout, result, on_frame)
            result.sessions += 1
            continue
        assert player is not None
        difference = player.check(item) if isinstance(item, (ActRecord, RulingRecord)) else player.feed(item)
        if difference is not None and player.is_compared:
            result.difference = f"item {number}: {difference}"
            return result
    return result


class _Player:
    """One session of a recording, played again."""

    def __init__(
        self,
        session: Session,
        layout: Layout,
        result: Replayed,
        on_frame: Callable[[int, Perception], None] | None,
    ) -> None:
        if session.wiring_digest != wiring_digest(layout):
            raise LayoutDiffersError(
                "the recording is of a board that is wired otherwise; name its layout in the configuration "
                "([board] layout) and give that with --config"
            )
        result.is_compared &= session.is_from_the_beginning
        self.is_compared = result.is_compared
        self._result = result
        self._on_frame = on_frame
        self._now: deque[ActRecord | RulingRecord] = deque()
        self._parts = _parts(session, layout)
        self._controller = self._make_controller(session)

    def _make_controller(self, session: Session) -> RecordedController:
        if session.journal is None:
            return RecordedController(make_perception(self._parts), self._hear)
        journal = parse_journal("the match gone on with", session.journal.encode("ascii"))
        state, rulings = resume(journal)
        perception = make_perception_again(self._parts, state)
        controller = RecordedController(perception, self._hear, state, session.since_ns)
        controller.recall(rulings, journal.header.origin_ns)
        return controller

    def _hear(self, item: Taped) -> None:
        if isinstance(item, (ActRecord, RulingRecord)):
            self._now.append(item)
            if isinstance(item, ActRecord):
                self._result.acts.append(item.act)
            else:
                self._result.rulings += 1

    def check(self, then: ActRecord | RulingRecord) -> str | None:
        """Compare the next thing said with what was said then."""
        now = self._now.popleft() if self._now else None
        return None if now == then else f"then {_text(then)}, now {_text(now)}"

    def feed(self, item: Fed) -> str | None:
        """The next thing the controller was fed; what was said now and not then is a difference."""
        if self._now and self.is_compared:
            return f"then nothing, now {_text(self._now.popleft())}"
        self._now.clear()
        controller = self._controller
        match item:
            case Frame():
                self._result.frames += 1
                controller.frame(item)
                if self._on_frame is not None:
                    self._on_frame(item.at_ns, controller.perception)
            case NodeReport():
                controller.report(item)
            case TiltSwitchEdge():
                controller.tilt_switch(item)
            case Say():
                controller.say(item)
            case Start():
                controller.start(item)
            case LookAnew():
                controller.look_anew(make_perception(self._parts))
            case DecidesUntil(at_ns=at_ns):
                controller.decides_until_ns = at_ns
            case RoundEnd():
                controller.decide()
            case Session():
                raise AssertionError("a session is no food")
            case _:
                assert_never(item)
        return None


def _parts(session: Session, layout: Layout) -> Parts:
    config = Config(nodes=session.nodes, timer_source=TimerSource(session.timer_source))
    calibration = Calibration(session.zero_counts, session.gains)
    # A keeper that keeps nothing: it is not asked.
    keeper = Keeper(Path(), lambda: 0)
    return Parts(config, layout, VirtualClock(), keeper, calibration, node_names(session.nodes))


def _text(item: ActRecord | RulingRecord | None) -> str:
    match item:
        case None:
            return "nothing"
        case ActRecord():
            return act_line(item.act)
        case RulingRecord():
            return item.line


def act_line(act: Act) -> str:
    """The act as one line of JSON."""
    return canonical(encode_act(act))
