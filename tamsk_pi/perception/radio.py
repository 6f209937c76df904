"""The nodes together: reports to acts, who has fallen silent, flips nobody reported, and how long to wait for whom.

A glass that is moved is waited for until a report that was received long enough after its release proves whether it
was turned over: a node counts a turn only when the other end has been down for `flip_hold_ms`.
"""

from collections.abc import Mapping
from typing import Final

from tamsk_pi.perception.episode import NS_PER_MS
from tamsk_pi.perception.frames import NodeReport
from tamsk_pi.perception.glasses import Glasses
from tamsk_pi.perception.node_health import NodeHealth
from tamsk_pi.perception.nodes import Inferred, NodeEvent, NodeFact, NodeTrack
from tamsk_pi.perception.settings import NeutralTimer, PerceptionSettings, TimerSource
from tamsk_pi.perception.told_seats import Moved
from tamsk_pi.rules.acts import Act, Flip, NoFlip, SensorTrouble, Tilt, Trouble, TurnTimer, Upright
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass

_TALKING_NS: Final = 3_000 * NS_PER_MS


class Radio:
    """Everything the nodes say, and what follows from their saying nothing."""

    def __init__(self, nodes: Mapping[str, Hourglass | NeutralTimer], settings: PerceptionSettings) -> None:
        self._nodes: Final = dict(nodes)
        self._settings = settings
        self.tracks: Final[dict[Hourglass, NodeTrack]] = {
            name: NodeTrack(settings) for name in nodes.values() if isinstance(name, Hourglass)
        }
        self.timer: Final = NodeTrack(settings)
        self.has_timer: Final = NeutralTimer.NEUTRAL_TIMER in nodes.values()
        self.unknown_reports = 0
        self._awaiting: dict[Hourglass, Moved] = {}
        self._first_ns: int | None = None

    def health(self, now_ns: int) -> tuple[NodeHealth, ...]:
        """How each node is, red1 … black3, then the neutral timer's."""
        nodes: list[tuple[Hourglass | None, NodeTrack]] = [
            (g, self.tracks[g]) for g in HOURGLASSES if g in self.tracks
        ]
        if self.has_timer:
            nodes.append((None, self.timer))
        return tuple(track.health(name, now_ns) for name, track in nodes)

    def hear(self, report: NodeReport) -> list[Act]:
        """One report; one of an unknown address is counted and otherwise ignored."""
        owner = self._nodes.get(report.address)
        if owner is None:
            self.unknown_reports += 1
            return []
        if isinstance(owner, NeutralTimer):
            facts = self.timer.hear(report)
            if self._settings.neutral_timer is not TimerSource.NODE:
                return []
            return _timer_turns(facts)
        return [_act(fact, owner) for fact in self.tracks[owner].hear(report)]

    def moved(self, move: Moved, now_ns: int, not_before_ns: int) -> list[Act]:
        """A glass was let go somewhere: wait for its node, or infer at once where there is none."""
        track = self.tracks.get(move.hourglass)
        if track is None or not track.is_live(now_ns):
            return self._infer(move, not_before_ns)
        self._awaiting[move.hourglass] = move
        return []

    def lifted(self, hourglass: Hourglass) -> None:
        """It is in a hand again: its last move is explained by what it will say then."""
        self._awaiting.pop(hourglass, None)

    def wake(self, now_ns: int, not_before_ns: int) -> list[Act]:
        """Time passes: infer flips of moves that no report explained, tell who is silent."""
        if self._first_ns is None:
            self._first_ns = now_ns
        acts: list[Act] = []
        for name, move in list(self._awaiting.items()):
            track = self.tracks[name]
            heard_ns = track.last_ns()
            if heard_ns is not None and heard_ns >= self._proof_ns(move.released_ns):
                del self._awaiting[name]
            elif now_ns - move.released_ns >= self._settings.radio_wait_ms * NS_PER_MS:
                del self._awaiting[name]
                if track.last_flip_ns < move.lifted_ns:
                    acts += self._infer(move, max(not_before_ns, self._sure_ns(heard_ns or 0)))
        return acts + self._silent(now_ns)

    def hold_ns(self, now_ns: int, glasses: Glasses) -> int:
        """Up to which instant nothing more is waited for from the glasses' nodes."""
        return max(self.sure_ns(now_ns, glasses), now_ns - self._settings.radio_wait_ms * NS_PER_MS)

    def sure_ns(self, now_ns: int, glasses: Glasses) -> int:
        """Up to which instant nothing more can come from the glasses' nodes that are heard."""
        held = now_ns
        for name, track in self.tracks.items():
            heard = track.last
            if heard is None or not track.is_live(now_ns):
                continue
            is_open = name in glasses.nodes_in_air or name in self._awaiting or heard.is_moving
            if is_open:
                held = min(held, self._sure_ns(heard.received_ns))
            if track.perhaps_lying_ns is not None and not track.is_lying:
                held = min(held, track.perhaps_lying_ns - 1)
        return held

    def timer_hold_ns(self, now_ns: int) -> int:
        """Up to which instant the neutral timer's node would have told of a turn."""
        heard_ns = self.timer.last_ns()
        if not self.has_timer or heard_ns is None or not self.timer.is_live(now_ns):
            return now_ns
        return max(now_ns - self._settings.timer_wait_ms * NS_PER_MS, self._sure_ns(heard_ns))

    def _sure_ns(self, heard_ns: int) -> int:
        return heard_ns - (self._settings.flip_hold_ms + self._settings.radio_slack_ms) * NS_PER_MS

    def _proof_ns(self, released_ns: int) -> int:
        return released_ns + (self._settings.flip_hold_ms + self._settings.radio_slack_ms) * NS_PER_MS

    def _infer(self, move: Moved, not_before_ns: int) -> list[Act]:
        """A glass that went to another cell was turned over, as every fair move is; put back, it was not.

        Dated half-way through the air, but not before what is settled already, and not after its release.
        """
        if move.from_cell == move.to_cell:
            return []
        half_way_ns = (move.lifted_ns + move.placed_ns) // 2
        at_ns = min(max(half_way_ns, not_before_ns), move.released_ns)
        track = self.tracks.get(move.hourglass)
        if track is None:
            return [Flip(at_ns, move.hourglass)]
        track.inferred = (*track.inferred, Inferred(at_ns, move.lifted_ns, self._proof_ns(move.released_ns)))
        if track.is_end_b_down is not None:
            track.is_end_b_down = not track.is_end_b_down
        return [Flip(at_ns, move.hourglass, is_inferred=True)]

    def _silent(self, now_ns: int) -> list[Act]:
        first_ns = now_ns if self._first_ns is None else self._first_ns
        limit_ns = now_ns - self._settings.node_silent_ms * NS_PER_MS
        tracks = [*self.tracks.values(), self.timer]
        if not any((heard_ns := t.last_ns()) is not None and heard_ns > now_ns - _TALKING_NS for t in tracks):
            return []
        acts: list[Act] = []
        for name in HOURGLASSES:
            track = self.tracks.get(name)
            if track is None or track.is_told_silent or track.is_asleep():
                continue
            heard_ns = track.last_ns()
            silent_since_ns = first_ns if heard_ns is None else heard_ns
            if silent_since_ns < limit_ns and silent_since_ns + self._usual_ns(track) < now_ns:
                track.is_told_silent = True
                acts.append(Trouble(now_ns, SensorTrouble.NODE_SILENT, hourglass=name))
        return acts

    def _usual_ns(self, track: NodeTrack) -> int:
        """Silence that is nothing new where much gets lost: three times the longest so far, 30 s at most."""
        return min(3 * track.longest_gap_ns(), 3 * self._settings.node_silent_ms * NS_PER_MS)


def _timer_turns(facts: list[NodeFact]) -> list[Act]:
    """The neutral timer's turns. One that was told is told: for a better date alone there is no second word."""
    flips = [fact.at_ns for fact in facts if fact.what is NodeEvent.FLIP]
    taken_back = sum(1 for fact in facts if fact.what is NodeEvent.NO_FLIP)
    return [TurnTimer(at_ns) for at_ns in flips[taken_back:]]


def _act(fact: NodeFact, hourglass: Hourglass) -> Act:
    match fact.what:
        case NodeEvent.FLIP:
            return Flip(fact.at_ns, hourglass)
        case NodeEvent.NO_FLIP:
            return NoFlip(fact.at_ns, hourglass)
        case NodeEvent.TILT:
            return Tilt(fact.at_ns, hourglass)
        case NodeEvent.UPRIGHT:
            return Upright(fact.at_ns, hourglass)
