"""Evidence about the end: who cannot move since when, and whose sand ran longer."""

from collections.abc import Sequence

from tamsk_pi.referee.evidence import margins
from tamsk_pi.referee.evidence.glasses import in_order, ran_out
from tamsk_pi.referee.glass import Glass
from tamsk_pi.referee.state import RefereeState
from tamsk_pi.referee.why import Case, Circumstance, Fact, Margin, Span, What, Why
from tamsk_pi.rules.pieces import OWN_HOURGLASSES, Player


def nobody_can_move(state: RefereeState) -> Why:
    """Neither player can move and nothing is open (G1.6, H35); or too many moves came without a ring (H8)."""
    settings = state.settings
    stalled = () if state.stalled_ns is None else (Fact(What.NOBODY_CAN_MOVE, state.stalled_ns),)
    is_closed_later = state.stalled_ns is not None and state.closed_ns > state.stalled_ns
    closed = (Fact(What.WINDOW_CLOSED, state.closed_ns),) if is_closed_later else ()
    moves = Circumstance(Case.RINGLESS_MOVES, count=state.ringless_moves, limit=settings.ringless_limit)
    return Why((*stalled, *closed), (), () if stalled else (moves,))


def expiries(state: RefereeState, player: Player) -> list[Glass]:
    """The player's glasses that have run out, the last first."""
    own = [g for h in OWN_HOURGLASSES[player] if (g := state.glass(h)).expired_ns is not None]
    return sorted(own, key=lambda g: -(g.expired_ns or 0))


def last_glass_lives(state: RefereeState, survivor: Player) -> Why:
    """Only one player has living glasses (G2.9)."""
    living = [h for h in OWN_HOURGLASSES[survivor] if state.glass(h).is_living]
    last = expiries(state, survivor.opponent)[:1]
    given = [Circumstance(Case.LIVING, hourglass=h) for h in living]
    if not last:
        given.append(Circumstance(Case.NEVER_RAN, player=survivor.opponent))
    return Why(tuple(fact for g in last for fact in ran_out(g)), (), tuple(given))


def by_rank(state: RefereeState, rank: int) -> Why:
    """The last glasses of both (rank 0), or those before them, compared (H36, H37)."""
    both = [expiries(state, player)[rank : rank + 1] for player in Player]
    given = [Circumstance(Case.NEVER_RAN, player=p) for p, found in zip(Player, both, strict=True) if not found]
    found = [g for glasses in both for g in glasses]
    facts = in_order(*(fact for g in found for fact in ran_out(g)))
    return Why(facts, _compared(state, found) if not given else (), tuple(given))


def _compared(state: RefereeState, pair: Sequence[Glass]) -> tuple[Margin, ...]:
    """Red's minus black's, and what still counts as equal."""
    red_ns, black_ns = (g.expired_ns or 0 for g in pair)
    settings = state.settings
    uncertainty_ms = sum(margins.of_sand(settings, glass) for glass in pair)
    differ = Margin.between(Span.RED_OUTLIVED_BLACK, black_ns, red_ns, uncertainty_ms)
    sands_ms = sum(settings.uncertainty_ms(g.hourglass, g.sand.end_down) for g in pair)
    return differ, Margin(Span.COUNTS_AS_EQUAL, max(settings.tie_tolerance_ms, sands_ms))


def dark(since_ns: int, at_ns: int) -> Why:
    """The board was without power (H40)."""
    return Why((Fact(What.DARK, since_ns),), (Margin.between(Span.WAS_DARK, since_ns, at_ns),))
