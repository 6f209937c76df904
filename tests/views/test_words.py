"""Sentences for every ruling, and an explanation for every point of the rules that a ruling cites."""

import pytest
from ruling_samples import A1, A2, RED, RED1, SENTENCES, ended, moved, passed, ran_out, refused, ring

from tamsk_pi.referee.referee import RefereeState, Watermark, step
from tamsk_pi.referee.rulings import MoveAccepted, Ruling
from tamsk_pi.rules.acts import Setup, Start
from tamsk_pi.rules.pieces import HOME, Player
from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.views.board_view import RulingView
from tamsk_pi.views.catalogue import Catalogue, hourglass_message, message
from tamsk_pi.views.words import concerns, goes_against_somebody, ruling_view, sentence

NAMES = MatchSettings(red="Anna", black="B{0}")
ENGLISH = Catalogue.load("en")
PEOPLE = {"player": "Anna", "opponent": "B{0}"}


def test_samples_have_every_kind_of_ruling() -> None:
    assert {ruling.kind for ruling in SENTENCES} == {kind.kind for kind in Ruling.__subclasses__()}


@pytest.mark.parametrize(("ruling", "text"), SENTENCES.items(), ids=lambda value: str(value)[:60])
def test_ruling_is_said_in_a_sentence(ruling: Ruling, text: str) -> None:
    assert sentence(ruling, NAMES, ENGLISH) == text


def test_kind_of_ruling_without_words_says_where_they_belong() -> None:
    with pytest.raises(TypeError, match=r"views/words\.py and views/languages/"):
        sentence(Ruling(at_ns=0, rule="G1.1"), NAMES, ENGLISH)


def test_line_of_the_list_has_the_ruling_its_people_and_its_words() -> None:
    ruling = MoveAccepted(at_ns=7_003_000_999, rule="G1.2", player=RED, hourglass=RED1, origin=A1, to=A2)
    assert ruling_view(4, ruling, NAMES, origin_ns=7_000_000_000) == RulingView(
        number=4,
        at_ms=3,
        ruling="move-accepted",
        rule="G1.2",
        player=RED,
        text=message("move-accepted", hourglass=hourglass_message(RED1), origin="A1", to="A2", **PEOPLE),
        is_warning=False,
    )


def test_what_was_refused_or_lost_is_marked() -> None:
    against = (refused("run-out", "H9"), ran_out("late", "G3.4"), passed("forfeit", "G3.6"))
    fine = (moved("G1.2"), ring("G1.3", "regular"), ran_out("in-time", "H27"), passed("blocked", "G1.5"))
    assert [goes_against_somebody(ruling) for ruling in (*against, *fine)] == [True] * 3 + [False] * 4


def test_end_of_a_match_concerns_the_winner() -> None:
    assert concerns(ended(Player.BLACK, "rings", "G1.6")) is Player.BLACK
    assert concerns(ended(None, "tie", "G1.7")) is None


def test_what_the_referee_says_at_the_start_can_be_said() -> None:
    state, _ = step(RefereeState.initial(), Setup(0, HOME, (0,) * 37))
    state, _ = step(state, Start(1, NAMES))
    _, rulings = step(state, Watermark(2))
    assert [sentence(ruling, NAMES, ENGLISH) for ruling in rulings][1:] == ["Anna to move."]


def test_a_player_without_a_name_is_called_by_his_colour() -> None:
    assert sentence(passed("blocked", "G1.5"), MatchSettings(), Catalogue.load("de")) == (
        "Rot kann nicht ziehen und passt."
    )
