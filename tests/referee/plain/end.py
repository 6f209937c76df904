"""The end: G1.6, G1.7, G2.9, H8, H35 to H38."""

from plain import rings
from plain.board import OTHER
from plain.glass import MS, Glass
from plain.match import ExtraRight, Match

PLAYERS = ("red", "black")


def look_for_the_end(m: Match, at: int, now: int) -> None:
    look_for_ringless_end(m, at, now)
    if m.stage == "playing" and m.turn is None and m.stalled_at is not None and not _is_held_open(m):
        held_until = [rings.extra_right_holds_until(m, right) for right in m.extras if not m.is_full(right.cell)]
        score(m, max([m.stalled_at, m.closed_at, *held_until]), now)


def look_for_ringless_end(m: Match, at: int, now: int) -> None:
    """H8: as soon as no window is open."""
    is_open = m.windows or any(right.ends is not None for right in m.penalties.values())
    if m.stage == "playing" and m.ringless >= m.settings.ringless_limit and not is_open:
        score(m, at, now)


def _is_held_open(m: Match) -> bool:
    """H35."""
    return bool(m.windows or any(right.ends is not None for right in m.penalties.values()) or holding_rights(m))


def holding_rights(m: Match) -> list[ExtraRight]:
    """On a full cell it is none."""
    return [right for right in m.extras if right.holds and not m.is_full(right.cell)]


def score(m: Match, at: int, now: int) -> None:
    """G1.6, G1.7, G2.9."""
    m.turn = None
    if m.left["red"] != m.left["black"]:
        m.end(at, min(PLAYERS, key=lambda player: m.left[player]), "rings", "G1.6")
    elif not m.has_sand:
        m.end(at, "none", "tie", "G1.7")
    else:
        m.stage, m.ended_on = "awaiting", at
        for glass in m.glasses.values():  # H36: as if all stood untouched
            if glass.is_lying:
                glass.stand_up(at)
        for glass in m.glasses.values():
            due = glass.run_out()
            if glass in living(m, glass.player) and due is not None and due + m.uncertainty(glass) <= now:
                glass.is_lost, glass.lost_on = True, due
                m.rule("hourglass-expired", due, "G2.6", player=glass.player, hourglass=glass.name)
        look_at_the_sand(m, now, at_the_end=True)


def living(m: Match, player: str) -> list[Glass]:
    """H38: not-started glasses do not count."""
    return [glass for glass in m.own(player) if glass.has_begun and not glass.is_lost]


def deaths(m: Match, player: str) -> list[Glass]:
    """Those that have run out, the last first."""
    lost = [glass for glass in m.own(player) if glass.is_lost]
    return sorted(lost, key=lambda glass: (-glass.lost_on, -glass.order))


def tolerance(m: Match, one: Glass, other: Glass) -> int:
    """H37."""
    return max(m.settings.tie_tolerance_ms * MS, m.uncertainty(one) + m.uncertainty(other))


def look_at_the_sand(m: Match, now: int, *, at_the_end: bool = False) -> None:
    """G2.9, H36, H37; `at_the_end`: at the end by H35, before which all may have died."""
    alive = [player for player in PLAYERS if living(m, player)]
    if len(alive) == 2:
        return
    if len(alive) == 1:
        other_deaths = deaths(m, OTHER[alive[0]])
        last_on = other_deaths[0].lost_on if other_deaths else m.ended_on
        last = max(living(m, alive[0]), key=lambda glass: glass.run_out() or 0)
        due = last.run_out() or 0
        if not other_deaths or due - last_on > tolerance(m, last, other_deaths[0]):
            m.end(max(last_on, m.ended_on), alive[0], "last-hourglass", "G2.9")
        return
    if at_the_end:
        _none_lived(m)
        return
    dead = [deaths(m, player)[0] for player in PLAYERS]
    m.stage, m.asked_until = "asking", now + m.settings.answer_window_ms * MS
    m.asked = {glass.name: 0 for glass in dead}
    m.rule("question", max(m.ended_on, *(glass.lost_on for glass in dead)), "H37", reason="tie-close")


def _none_lived(m: Match) -> None:
    """H36: whose last expiry came later; at exactly the same time the last but one decide (G2.9)."""
    red, black = ([glass.lost_on for glass in deaths(m, player)][:1] for player in PLAYERS)
    if red == black:
        _by_rank(m, m.ended_on)
    else:
        m.end(m.ended_on, "red" if red > black else "black", "last-hourglass", "G2.9")


def _later(m: Match, rank: int) -> str:
    """Whose glass of that rank died later; "close" within the tolerance, "none" without any on either side."""
    red, black = deaths(m, "red")[rank:], deaths(m, "black")[rank:]
    if not red and not black:
        return "none"
    if not red or not black:
        return "red" if red else "black"
    if abs(red[0].lost_on - black[0].lost_on) <= tolerance(m, red[0], black[0]):
        return "close"
    return "red" if red[0].lost_on > black[0].lost_on else "black"


def said_alive(m: Match, glass: Glass, at: int) -> None:
    """H37: said twice, of one of the two glasses."""
    if glass.name in m.asked:
        m.asked[glass.name] += 1
        if m.asked[glass.name] == 2:
            m.end(at, glass.player, "last-hourglass", "H37")


def unanswered(m: Match) -> None:
    """Nobody said which of the two outlived the other."""
    _by_rank(m, m.asked_until)


def _by_rank(m: Match, at: int) -> None:
    """H37: the last but one, then the third, else a draw."""
    for rank in (1, 2):
        winner = _later(m, rank)
        if winner in PLAYERS:
            m.end(at, winner, "last-hourglass", "H37")
            return
    m.end(at, "none", "tie", "H37")
