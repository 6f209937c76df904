"""Before the match: the board as it stands, and whether it is set up (G1.1, G2.1, H18)."""

from tamsk_pi.referee.desk import Desk
from tamsk_pi.referee.rulings import ActRefused, MatchStarted
from tamsk_pi.referee.state import NS_PER_MS, Stage, fresh_sand
from tamsk_pi.referee.turns import begin_turn
from tamsk_pi.referee.why import Case, Circumstance, Fact, Margin, Span, What, Why
from tamsk_pi.rules.acts import Setup, Start
from tamsk_pi.rules.board import CELLS, Cell
from tamsk_pi.rules.pieces import HOME, HOURGLASSES, Hourglass, Player
from tamsk_pi.rules.sand import Sand
from tamsk_pi.rules.settings import MatchSettings, StartRule


def set_up(desk: Desk, setup: Setup) -> None:
    """The whole board as it stands before a match, every upper bulb empty (G2.1)."""
    if desk.state.stage is not Stage.BEFORE:
        return
    for g in HOURGLASSES:
        desk.update_glass(
            g,
            seat=setup.cells[g],
            is_touched=False,
            is_lying=False,
            held_since_ns=None,
            turns=0,
            sand=fresh_sand(desk.state.settings, g, setup.at_ns),
        )
    desk.update(rings=setup.rings, uncertain_cells=())


def start(desk: Desk, act: Start) -> None:
    """The players begin: the match starts (G1.1), or what is not set up is named (H18) and they may try again.

    On which side the neutral timer stands is black's choice (G3.1), and nothing that a referee sees.
    """
    if desk.state.stage is not Stage.BEFORE:
        return
    _adopt(desk, act.settings, act.at_ns)
    refused = [*_not_set_up(desk, act), *_rings_on_board(desk, act), *_sand_in_top(desk, act)]
    if refused:
        for refusal in refused:
            desk.rule(refusal)
        return
    for g in HOURGLASSES:
        desk.update_glass(g, accepted=desk.glass(g).seat, turns=0)
    desk.update(stage=Stage.PLAYING)
    is_free = act.settings.start is StartRule.FREE_PLACEMENT
    desk.rule(
        MatchStarted(
            at_ns=act.at_ns,
            rule="G.opt" if is_free else "G1.1",
            level=act.settings.level,
            penalty=act.settings.penalty.value,
            start=act.settings.start.value,
            why=Why((Fact(What.SAID, act.at_ns),)),
        )
    )
    begin_turn(desk, Player.RED, act.at_ns, Fact(What.MATCH_STARTED, act.at_ns))


def _adopt(desk: Desk, settings: MatchSettings, at_ns: int) -> None:
    """Measured running times become known with the settings: what is on top keeps its share of the sand."""
    for g in HOURGLASSES:
        desk.update_glass(g, sand=_rescaled(desk.glass(g).sand, fresh_sand(settings, g, at_ns).end_ns, at_ns))
    end_a_ms, end_b_ms = settings.timer_running_ms
    timer = _rescaled(desk.state.timer, (end_a_ms * NS_PER_MS, end_b_ms * NS_PER_MS), at_ns)
    desk.update(settings=settings, timer=timer)


def _rescaled(sand: Sand, end_ns: tuple[int, int], at_ns: int) -> Sand:
    if sand.end_ns == end_ns:
        return sand
    return sand.at(max(at_ns, sand.as_of_ns)).measured(end_ns)


def _home(desk: Desk, settings: MatchSettings) -> tuple[Cell | None, ...]:
    return HOME if settings.start is StartRule.CORNERS else (None,) * len(HOURGLASSES)


def _not_set_up(desk: Desk, act: Start) -> list[ActRefused]:
    return [
        ActRefused(
            at_ns=act.at_ns,
            rule="H18",
            player=g.player,
            hourglass=g,
            reason="not-set-up",
            cells=tuple(sorted({c for c in (home, desk.glass(g).seat) if c is not None})),
            why=Why(
                (Fact(What.SAID, act.at_ns),),
                given=(
                    Circumstance(Case.SEAT, hourglass=g, cell=desk.glass(g).seat),
                    Circumstance(Case.HOME, hourglass=g, cell=home),
                ),
            ),
        )
        for g, home in zip(HOURGLASSES, _home(desk, act.settings), strict=True)
        if desk.glass(g).seat != home
    ]


def _rings_on_board(desk: Desk, act: Start) -> list[ActRefused]:
    return [
        ActRefused(
            at_ns=act.at_ns,
            rule="H18",
            player=None,
            hourglass=None,
            reason="not-set-up",
            cells=(cell,),
            why=Why(
                (Fact(What.SAID, act.at_ns),),
                given=(Circumstance(Case.RINGS, cell=cell, count=desk.state.rings[cell], limit=0),),
            ),
        )
        for cell in CELLS
        if desk.state.rings[cell]
    ]


def _sand_in_top(desk: Desk, act: Start) -> list[ActRefused]:
    if not act.settings.has_sand:
        return []
    homes = _home(desk, act.settings)
    return [
        ActRefused(
            at_ns=act.at_ns,
            rule="H18",
            player=g.player,
            hourglass=g,
            reason="sand-in-top",
            cells=tuple(sorted({c for c in (homes[g], desk.glass(g).seat) if c is not None})),
            why=_sand_left(desk, g, act),
        )
        for g in HOURGLASSES
        if desk.glass(g).sand.top_at(act.at_ns) > 0
    ]


def _sand_left(desk: Desk, hourglass: Hourglass, act: Start) -> Why:
    glass = desk.glass(hourglass)
    uncertainty_ms = act.settings.uncertainty_ms(hourglass, glass.sand.end_down)
    left = Margin(Span.SAND_LEFT, glass.sand.top_at(act.at_ns) // NS_PER_MS, uncertainty_ms)
    turned = () if glass.turned_ns is None else (Fact(What.TURNED, glass.turned_ns, hourglass=hourglass),)
    return Why((*turned, Fact(What.SAID, act.at_ns)), (left,))
