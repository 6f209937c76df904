"""Evidence about rings: which window or right a ring met, or missed."""

from tamsk_pi.referee.evidence import margins
from tamsk_pi.referee.evidence.glasses import in_order
from tamsk_pi.referee.state import ExtraRight, LastCell, PenaltyRight, RefereeState, RingWindow, side
from tamsk_pi.referee.why import Case, Circumstance, Fact, What, Why
from tamsk_pi.rules.board import CAPACITY, Cell
from tamsk_pi.rules.pieces import Player


def dropped(cell: Cell, at_ns: int) -> Fact:
    """A ring came to rest."""
    return Fact(What.DROPPED, at_ns, cell=cell)


def rings_on(state: RefereeState, cell: Cell) -> Circumstance:
    """The accepted rings of a cell, and its capacity."""
    return Circumstance(Case.RINGS, cell=cell, count=state.rings[cell], limit=CAPACITY[cell])


def regular(state: RefereeState, window: RingWindow, at_ns: int, rested_ns: int) -> Why:
    """In the mover's window (H2); a ring that waited for the move rested before it."""
    facts = in_order(window.opened, dropped(window.cell, rested_ns))
    return Why(facts, margins.in_regular_window(state, window, at_ns))


def extra(state: RefereeState, right: ExtraRight, at_ns: int) -> Why:
    """After the mover's window lapsed, before the opponent's starting lift (H3)."""
    closed = Fact(What.WINDOW_CLOSED, right.lapsed_ns, player=right.player.opponent, cell=right.cell)
    return Why((closed, dropped(right.cell, at_ns)), (margins.since_window(state.settings, right.lapsed_ns, at_ns),))


def penalty(state: RefereeState, right: PenaltyRight, cell: Cell, at_ns: int) -> Why:
    """In the window of the second ring (H31)."""
    assert right.ends_ns is not None
    facts = in_order(*_granted(right), *_opened(right), dropped(cell, at_ns))
    length_ms = state.settings.penalty_window_ms
    return Why(facts, margins.in_window(state.settings, length_ms, right.ends_ns, at_ns), (rings_on(state, cell),))


def _granted(right: PenaltyRight) -> tuple[Fact, ...]:
    return (Fact(What.PENALTY_GRANTED, right.granted_ns, player=right.player),)


def _opened(right: PenaltyRight) -> tuple[Fact, ...]:
    return () if right.opened is None else (right.opened,)


def lapsed(state: RefereeState, window: RingWindow, at_ns: int, next_move: tuple[Fact, ...]) -> Why:
    """No ring came: the window ended, or the mover's own next move closed it (H2)."""
    if next_move:
        return Why(in_order(window.opened, *next_move), margins.in_regular_window(state, window, at_ns))
    return Why((window.opened,), (margins.whole_window(state.settings, state.settings.ring_window),))


def penalty_lapsed(state: RefereeState, right: PenaltyRight) -> Why:
    """The second ring was not dropped in its window (H31)."""
    whole = margins.whole_window(state.settings, state.settings.penalty_window_ms)
    return Why(in_order(*_granted(right), *_opened(right)), (whole,))


def penalty_replaced(right: PenaltyRight, ran_out: Fact) -> Why:
    """A new right ended the old one (H30)."""
    return Why(in_order(*_granted(right), ran_out))


def refused(state: RefereeState, reason: str, cell: Cell, at_ns: int) -> Why:
    """A ring that does not count, as the position is when it falls."""
    fell = dropped(cell, at_ns)
    match reason:
        case "ring-on-full":
            return Why((fell,), (), (rings_on(state, cell),))
        case "ring-surplus":
            return Why(in_order(*_moves_to(state, cell), fell), (), _has_ring(state, cell))
        case "ring-too-late":
            return _too_late(state, cell, fell)
        case "ring-wrong-cell":
            return Why((fell,), (), _newest_cells(state))
        case _:
            raise AssertionError(f"no evidence for a ring refused as {reason}")


def _lasts(state: RefereeState, cell: Cell) -> list[tuple[Player, LastCell]]:
    """Whose newest cell it is."""
    lasts = [(p, state.last_cells[side(p)]) for p in Player]
    return [(p, last) for p, last in lasts if last is not None and last.cell == cell]


def _moves_to(state: RefereeState, cell: Cell) -> list[Fact]:
    return [Fact(What.RELEASED, last.released_ns, player=p, cell=cell) for p, last in _lasts(state, cell)]


def _has_ring(state: RefereeState, cell: Cell) -> tuple[Circumstance, ...]:
    """It got its ring; or the window is the other player's, where holders are counted (H5)."""
    return tuple(
        Circumstance(Case.HAS_RING if last.has_ring else Case.NEWEST_CELL, player=p, cell=cell)
        for p, last in _lasts(state, cell)
    )


def _too_late(state: RefereeState, cell: Cell, fell: Fact) -> Why:
    closed = [(p, last.lapsed_ns) for p, last in _lasts(state, cell) if last.lapsed_ns is not None]
    facts = [Fact(What.WINDOW_CLOSED, at_ns, player=p, cell=cell) for p, at_ns in closed]
    late = tuple(margins.since_window(state.settings, at_ns, fell.at_ns) for _, at_ns in closed)
    never = [p for p, last in _lasts(state, cell) if last.lapsed_ns is None]
    given = tuple(Circumstance(Case.NO_WINDOW, player=p, cell=cell) for p in never)
    return Why(in_order(*_moves_to(state, cell), *facts, fell), late, given)


def _newest_cells(state: RefereeState) -> tuple[Circumstance, ...]:
    lasts = [(p, state.last_cells[side(p)]) for p in Player]
    return tuple(Circumstance(Case.NEWEST_CELL, player=p, cell=last.cell) for p, last in lasts if last is not None)


def taken(state: RefereeState, cell: Cell, at_ns: int) -> Why:
    """An accepted ring left its cell (H6)."""
    return Why((Fact(What.TAKEN, at_ns, cell=cell),), (), (rings_on(state, cell),))


def cleared(cell: Cell, refused_ns: int, by: What, at_ns: int) -> Why:
    """A refused ring was taken off, or a missing one put back."""
    return Why((Fact(What.REFUSED, refused_ns, cell=cell), Fact(by, at_ns, cell=cell)))


def changed_in_pause(cell: Cell, difference: int, paused_ns: int) -> Why:
    """More or fewer rings than before the pause (H39)."""
    return Why((Fact(What.PAUSED, paused_ns),), (), (Circumstance(Case.RINGS_CHANGED, cell=cell, count=difference),))
