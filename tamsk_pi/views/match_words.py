"""What the page says above the board: whose turn it is, what to do next, and what the players are asked."""

from collections.abc import Iterator, Sequence
from typing import Final

from tamsk_pi.perception.glasses import Doubt
from tamsk_pi.referee import full_cell, mobility
from tamsk_pi.referee.glass import Glass
from tamsk_pi.referee.state import Proposal, RefereeState, Stage
from tamsk_pi.rules.acts import Answer
from tamsk_pi.rules.board import CELLS, Cell, cell_name
from tamsk_pi.rules.pieces import HOME, HOURGLASSES, OWN_HOURGLASSES, Player
from tamsk_pi.rules.settings import StartRule
from tamsk_pi.views.board_view import Phase, QuestionView
from tamsk_pi.views.catalogue import Message, Text, hourglass_message, message
from tamsk_pi.views.words import player_name

_PROPOSED: Final = {
    Answer.DRAW: "asked-draw",
    Answer.UNDO: "asked-undo",
    Answer.PAUSE: "asked-pause",
    Answer.RESUME: "asked-resume",
}


def has_all_started(state: RefereeState, player: Player) -> bool:
    """Whether each of the player's three glasses has made its first move (G2.2)."""
    return all(state.glass(g).has_started for g in OWN_HOURGLASSES[player])


def match_words(
    state: RefereeState, seats: tuple[Cell | None, ...], phase: Phase, now_ns: int, result_text: Text = ""
) -> tuple[Text, Text]:
    """The headline and the hint below it; `seats` are where the glasses are seen."""
    match phase:
        case Phase.SENSING | Phase.CALIBRATING:
            return message("headline-sensing"), message("hint-sensing")
        case Phase.SETUP:
            return _setup_words(state, seats, now_ns)
        case Phase.PAUSED:
            return message("headline-paused"), message("hint-paused")
        case Phase.AWAITING_SAND:
            return message("headline-awaiting-sand"), message("hint-awaiting-sand")
        case Phase.ENDED:
            return result_text or message("headline-over"), ""
        case Phase.PLAYING:
            return _playing_words(state)


def match_questions(state: RefereeState) -> tuple[QuestionView, ...]:
    """What waits for the players' answers (H5, H12, H37, H39)."""
    questions = [q for proposal in state.proposals if (q := _proposed(state, proposal)) is not None]
    if state.tie is not None and state.tie.asked_ns is not None:
        first, second = (hourglass_message(g) for g in state.tie.pair)
        text = message("asked-tie-close", first=first, second=second)
        questions.append(QuestionView("tie-close", text, hourglasses=state.tie.pair))
    if (glass := full_cell.asked_in(state)) is not None:
        questions.append(QuestionView("full-cell", message("question-full-cell"), cell=glass.seat))
    return tuple(questions)


def doubt_questions(state: RefereeState, doubts: Sequence[Doubt]) -> tuple[QuestionView, ...]:
    """Which glass it is, asked once a colour while a match is played: the answer names the others too."""
    if state.stage is not Stage.PLAYING:
        return ()
    first = {doubt.presumed.player: doubt for doubt in sorted(doubts, key=lambda d: (len(d.perhaps), -d.cell))}
    return tuple(_which_glass(doubt) for doubt in first.values())


def _which_glass(doubt: Doubt) -> QuestionView:
    """Of a glass whose name is clear, only lifting it tells which node is in it."""
    names = doubt.perhaps if len(doubt.perhaps) > 1 else ()
    key = "asked-which-glass" if names else "asked-which-node"
    text = message(key, cell=cell_name(doubt.cell), hourglass=hourglass_message(doubt.presumed))
    return QuestionView("which-glass", text, hourglasses=names, cell=doubt.cell)


def _proposed(state: RefereeState, proposal: Proposal) -> QuestionView | None:
    match proposal.what, proposal.key:
        case Answer.OWNER, (int() as number, Player() as owner):
            cell = Cell(number)
            text = message("asked-owner", cell=cell_name(cell), player=player_name(state.settings, owner))
            return QuestionView("owner", text, owner, cell=cell)
        case what, _ if what in _PROPOSED:
            (player,) = proposal.players
            text = message(_PROPOSED[what], player=player_name(state.settings, player))
            return QuestionView(what.value, text, player.opponent)
        case _:
            return None


def _setup_words(state: RefereeState, seats: tuple[Cell | None, ...], now_ns: int) -> tuple[Text, Text]:
    missing = [g for g in HOURGLASSES if seats[g] != HOME[g]]
    if any(state.rings):
        return message("headline-rings-on-board"), message("hint-rings-on-board")
    if missing and len(missing) < len(HOURGLASSES):
        return message("headline-corners"), message("hint-corners")
    if missing:
        return message("headline-set-up"), message("hint-set-up")
    filled = tuple(hourglass_message(g.hourglass) for g in state.glasses if g.sand.top_at(now_ns) > 0)
    if filled:
        return message("headline-ready"), message("hint-sand-in-top", hourglasses=filled)
    return message("headline-ready"), message("hint-ready")


def _playing_words(state: RefereeState) -> tuple[Text, Text]:
    faults = list(_to_put_right(state))
    hint: Text = faults[0] if faults else ""
    if len(faults) > 1:
        hint = message("hint-then-next", first=hint)
    if state.turn is None:
        return message("headline-nobody-moves"), hint or message("hint-nobody-moves")
    player = state.turn.player
    if not hint and mobility.obliged(state, player) and not has_all_started(state, player):
        hint = message("hint-each-glass-once")
        if state.settings.start is StartRule.FREE_PLACEMENT:
            hint = message("hint-bring-in")
    return message("headline-to-move", player=player_name(state.settings, player)), hint


def _to_put_right(state: RefereeState) -> Iterator[Message]:
    """A sentence for everything that stands or lies where it may not."""
    for glass in state.glasses:
        if glass.refusal is not None:
            yield _to_restore(state, glass, glass.refusal.reason)
    for cell in CELLS:
        if any(ring.cell == cell for ring in state.refused_rings):
            yield message("restore-take-ring", cell=cell_name(cell))
        if cell in state.taken_rings:
            yield message("restore-return-ring", cell=cell_name(cell))


def _to_restore(state: RefereeState, glass: Glass, reason: str) -> Message:
    hourglass = hourglass_message(glass.hourglass)
    if glass.accepted is None:
        return message("restore-take-off-board", hourglass=hourglass)
    home = cell_name(glass.accepted)
    if reason == "not-flipped":
        return message("restore-turn-over", hourglass=hourglass, cell=home)
    if glass.seat == glass.accepted:
        return message("restore-turn-again", hourglass=hourglass, cell=home)
    if state.settings.has_sand and glass.turns % 2 == 1:
        return message("restore-put-back-turned", hourglass=hourglass, cell=home)
    return message("restore-put-back", hourglass=hourglass, cell=home)
