"""What the page says above the board: whose turn it is, what to do next, and what the players are asked."""

from collections.abc import Iterator
from typing import Final

from tamsk_pi.referee import mobility
from tamsk_pi.referee.state import Glass, Proposal, RefereeState
from tamsk_pi.rules.acts import Answer
from tamsk_pi.rules.board import CELLS, Cell, cell_name
from tamsk_pi.rules.pieces import HOME, HOURGLASSES, OWN_HOURGLASSES, Player
from tamsk_pi.rules.settings import MatchSettings, StartRule
from tamsk_pi.views.board_view import Phase, QuestionView

_PROPOSED: Final = {
    Answer.DRAW: "{who} offers a draw.",
    Answer.UNDO: "{who} wants to take the last move or ring back.",
    Answer.PAUSE: "{who} asks for a pause.",
    Answer.RESUME: "{who} is ready to go on.",
}


def player_name(settings: MatchSettings, player: Player) -> str:
    """What this player is called."""
    return settings.red if player is Player.RED else settings.black


def has_all_started(state: RefereeState, player: Player) -> bool:
    """Whether each of the player's three glasses has made its first move (G2.2)."""
    return all(state.glass(g).has_started for g in OWN_HOURGLASSES[player])


def match_words(
    state: RefereeState, seats: tuple[Cell | None, ...], phase: Phase, now_ns: int, result_text: str = ""
) -> tuple[str, str]:
    """The headline and the hint below it; `seats` are where the glasses are seen."""
    match phase:
        case Phase.SENSING:
            return "Looking at the board …", "Take your hands off for a moment."
        case Phase.SETUP:
            return _setup_words(state, seats, now_ns)
        case Phase.PAUSED:
            return "Paused", "Lay all glasses on their side. Both players say when to go on."
        case Phase.AWAITING_SAND:
            return "Equal rings: the sand decides", "The owner of the last running hourglass wins. Hands off."
        case Phase.ENDED:
            return result_text or "The match is over", ""
        case Phase.PLAYING:
            return _playing_words(state)


def match_questions(state: RefereeState) -> tuple[QuestionView, ...]:
    """What waits for the players' answers (H5, H37, H39)."""
    questions = [q for proposal in state.proposals if (q := _proposed(state, proposal)) is not None]
    if state.tie is not None and state.tie.asked_ns is not None:
        first, second = (g.label for g in state.tie.pair)
        text = f"Which hourglass ran longer, {first} or {second}? Both players say it."
        questions.append(QuestionView("tie-close", text, hourglasses=state.tie.pair))
    return tuple(questions)


def _proposed(state: RefereeState, proposal: Proposal) -> QuestionView | None:
    match proposal.what, proposal.key:
        case Answer.OWNER, (int() as number, Player() as owner):
            cell = Cell(number)
            name = player_name(state.settings, owner)
            text = f"Is the last ring on {cell_name(cell)} {name}’s? It takes both players."
            return QuestionView("owner", text, owner, cell=cell)
        case what, _ if what in _PROPOSED:
            (player,) = proposal.players
            text = _PROPOSED[what].format(who=player_name(state.settings, player))
            return QuestionView(what.value, text, player.opponent)
        case _:
            return None


def _setup_words(state: RefereeState, seats: tuple[Cell | None, ...], now_ns: int) -> tuple[str, str]:
    missing = [g for g in HOURGLASSES if seats[g] != HOME[g]]
    if any(state.rings):
        return "Take the rings off the board", "Every ring goes back to a holder, 32 each."
    if missing and len(missing) < len(HOURGLASSES):
        return "Put the hourglasses on their corners", "The lights show which corner waits for which colour."
    if missing:
        return "Set the board up", "Hourglasses on the corners, or beside the board for free placement."
    filled = [g.hourglass.label for g in state.glasses if g.sand.top_at(now_ns) > 0]
    if filled:
        return "Ready", f"Levels 2 and 3 wait for the sand of {', '.join(filled)} to run out."
    return "Ready", "Start a match on the page, or hold the board’s button."


def _playing_words(state: RefereeState) -> tuple[str, str]:
    faults = list(_to_put_right(state))
    hint = faults[0] if faults else ""
    if len(faults) > 1:
        hint += " Then the next blinking cell."
    if state.turn is None:
        return "Nobody can move", hint or "The match ends when no ring may come any more."
    player = state.turn.player
    if not hint and mobility.obliged(state, player) and not has_all_started(state, player):
        hint = "Each of the three glasses must move once before any moves again."
        if state.settings.start is StartRule.FREE_PLACEMENT:
            hint = "Bring your three glasses in, each on a vacant cell of your choice."
    return f"{player_name(state.settings, player)} to move", hint


def _to_put_right(state: RefereeState) -> Iterator[str]:
    """A sentence for everything that stands or lies where it may not."""
    for glass in state.glasses:
        if glass.refusal is not None:
            yield _to_restore(state, glass, glass.refusal.reason)
    for cell in CELLS:
        if any(ring.cell == cell for ring in state.refused_rings):
            yield f"Take the top ring off {cell_name(cell)}."
        if cell in state.taken_rings:
            yield f"Put the ring back on {cell_name(cell)}."


def _to_restore(state: RefereeState, glass: Glass, reason: str) -> str:
    name = glass.hourglass.label
    if glass.accepted is None:
        return f"Take {name} off the board again."
    home = cell_name(glass.accepted)
    if reason == "not-flipped":
        return f"Turn {name} over where it stands, or put it back on {home}."
    is_turned = state.settings.has_sand and glass.turns % 2 == 1
    if glass.seat == glass.accepted:
        return f"Turn {name} over again on {home}."
    return f"Put {name} back on {home}" + (", turned over again." if is_turned else ".")
