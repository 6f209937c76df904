"""The whole list of acts in, all rulings out: one loop over what is next in time."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from plain import end, moves, neutral_timer, players, rings, sand, turns
from plain.board import CELLS
from plain.glass import MS
from plain.match import ExtraRight, Match, Ruling, Window
from tamsk_pi.rules import acts
from tamsk_pi.rules.acts import Act
from tamsk_pi.rules.board import cell_name
from tamsk_pi.rules.settings import MatchSettings

CAP, CONFIRMATION, GRACE, EXPIRY, TIMER, RING_WINDOW, PENALTY_WINDOW, ANSWER, HOLD = range(9)
"""H42: the order of deadlines of one instant."""

Deadline = tuple[int, int, int, Callable[[], None]]


def rulings(settings: MatchSettings, what: Sequence[Act], end_ns: int) -> list[Ruling]:
    """All rulings up to that instant, itself included, as they are printed."""
    match = Match(settings)
    in_order = sorted(what, key=lambda act: (act.at_ns, isinstance(act, acts.TurnTimer)))  # Words
    for act in in_order:
        if act.at_ns <= end_ns:
            feed(match, act)
    run_deadlines(match, end_ns)
    return match.rulings


def feed(m: Match, act: Act) -> None:
    """What is due before this act, then the act."""
    run_deadlines(m, act.at_ns - 1)
    if isinstance(act, acts.TurnTimer):
        _before_the_timer_is_turned(m, act.at_ns)
        run_deadlines(m, act.at_ns - 1)
    happens(m, act)


def run_deadlines(m: Match, until: int, last_kind: int = HOLD) -> None:
    """What is due before `until`, and at that instant what comes no later in H42 than `last_kind`."""
    while True:
        due = [d for d in deadlines(m) if d[:2] <= (until, last_kind)]
        if not due:
            return
        next_one = min(due, key=lambda d: d[:3])
        m.now = max(m.now, next_one[0])
        next_one[3]()


def _before_the_timer_is_turned(m: Match, at: int) -> None:
    """H23: the run that ends at this instant is ruled first; H24: so is a release at the cap."""
    if any(run.ends == at for run in m.runs):
        run_deadlines(m, at, TIMER)
    else:
        run_deadlines(m, at, CAP)


def deadlines(m: Match) -> Iterator[Deadline]:
    """Everything that is due some time, with its place in H42."""
    if m.stage in ("before", "ended"):
        return
    yield from _expiries(m)
    if m.stage == "asking":
        yield m.asked_until, ANSWER, 0, partial(end.unanswered, m)
    if m.paused_at is not None:
        return
    for order, run in enumerate(m.runs):
        if not run.is_put_off:
            yield run.ends, TIMER, order, partial(neutral_timer.run_ends, m, run)
    if m.stage != "playing":
        return
    s = m.settings
    for glass in m.glasses.values():
        if glass.is_touched:
            at = glass.placed_at + s.release_cap_ms * MS
            yield at, CAP, glass.order, partial(moves.release, m, glass, at)
        if glass.full_at is not None and glass.full_asked_at is not None:
            at = glass.full_asked_at + s.answer_window_ms * MS
            yield at, ANSWER, glass.order, partial(moves.full_cell_not_confirmed, m, glass, at)
        elif glass.full_at is not None:
            at = glass.full_at + s.full_cell_confirm_ms * MS
            yield at, CONFIRMATION, glass.order, partial(moves.full_cell_confirmed, m, glass)
        if glass.unturned_at is not None:
            at = glass.unturned_at + s.flip_grace_ms * MS
            yield at, GRACE, glass.order, partial(moves.grace_ends, m, glass)
        if m.has_sand and glass.held_since is not None and not glass.is_warned:
            yield (
                glass.held_since + s.hold_warning_ms * MS,
                HOLD,
                glass.order,
                partial(moves.hold_warning, m, glass),
            )
    for order, window in enumerate(m.windows):
        yield window.ends, RING_WINDOW, order, partial(_window_lapses, m, window)
    for order, (player, right) in enumerate(m.penalties.items()):
        if right.ends is not None:
            yield right.ends, PENALTY_WINDOW, order, partial(neutral_timer.penalty_lapses, m, player)
    if m.stalled_at is not None:
        for order, extra in enumerate(end.holding_rights(m)):
            at = rings.extra_right_holds_until(m, extra)
            yield at, PENALTY_WINDOW, 2 + order, partial(_extra_right_holds_no_longer, m, extra, at)


def _expiries(m: Match) -> Iterator[Deadline]:
    """H20: ruled when the uncertainty has passed."""
    for glass in m.glasses.values():
        on = glass.run_out()
        if on is not None and sand.can_expire(m, glass):
            yield on + m.uncertainty(glass), EXPIRY, glass.order, partial(sand.expire, m, glass, on)


def _window_lapses(m: Match, window: Window) -> None:
    rings.window_lapses(m, window, window.ends)
    turns.look(m, window.ends, window.ends)


def _extra_right_holds_no_longer(m: Match, right: ExtraRight, at: int) -> None:
    right.holds = False
    turns.look(m, at, at)


def happens(m: Match, act: Act) -> None:
    at = m.now = act.at_ns
    match act:
        case acts.Flip() | acts.Tilt() | acts.Upright() if m.stage in ("awaiting", "asking"):
            return  # H36: sand is computed as if all glasses stood untouched
        case acts.Setup():
            m.put_away(at)
            for glass, cell in zip(m.glasses.values(), act.cells, strict=True):
                glass.stands = None if cell is None else cell_name(cell)
            m.lying_rings = dict(zip(CELLS, act.rings, strict=True))
        case acts.Start():
            players.start(m, at)
        case acts.Lift():
            moves.lift(m, m.glasses[act.hourglass.label], at)
        case acts.Place():
            moves.place(m, m.glasses[act.hourglass.label], cell_name(act.cell), at)
        case acts.Release():
            moves.release(m, m.glasses[act.hourglass.label], at)
        case acts.Flip():
            moves.flip(m, m.glasses[act.hourglass.label], at)
        case acts.Tilt():
            sand.tilt(m, m.glasses[act.hourglass.label], at)
        case acts.Upright():
            sand.upright(m, m.glasses[act.hourglass.label], at)
        case acts.Ring():
            rings.ring(m, cell_name(act.cell), None if act.holder is None else str(act.holder), at)
        case acts.Take():
            rings.take(m, cell_name(act.cell), at)
        case acts.TurnTimer():
            neutral_timer.turn_over(m, at)
        case acts.Say():
            players.say(m, act, at)
        case acts.Trouble():
            _tell_trouble(m, act, at)
        case _:
            raise ValueError(
                f"{act}: expected what hands do or players say; dark boards and doubts are not judged here"
            )


def _tell_trouble(m: Match, trouble: acts.Trouble, at: int) -> None:
    """H12 where a count is in doubt; a dead sensor or a silent node is the architecture's."""
    if trouble.trouble is acts.SensorTrouble.COUNT_UNCERTAIN:
        m.doubted.update(cell_name(cell) for cell in trouble.cells)
    if m.stage != "playing":
        return
    rule = "H12" if trouble.trouble is acts.SensorTrouble.COUNT_UNCERTAIN else "architecture"
    where: dict[str, object] = {"cells": [cell_name(cell) for cell in trouble.cells]} if trouble.cells else {}
    if trouble.hourglass is not None:
        where["hourglass"] = trouble.hourglass.label
    m.rule("warning", at, rule, reason=str(trouble.trouble), **where)
