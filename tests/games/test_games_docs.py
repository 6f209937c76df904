"""docs/notation.md says what is so."""

import re

import pytest
from notation_doc import PAGE, examples, with_examples

from tamsk_pi.games.act_words import USAGE
from tamsk_pi.games.deciding import decided
from tamsk_pi.games.reader import parse_game
from tamsk_pi.games.writer import format_game

TEXT = PAGE.read_text(encoding="utf-8")


def test_the_examples_are_what_is_written_now() -> None:
    assert with_examples(TEXT) == TEXT, "run `PYTHONPATH=.:tests/games python tests/games/notation_doc.py`"


def test_what_the_page_explains_stands_in_its_example() -> None:
    explained = re.findall(
        r"^\| `([^`]+)` \|", TEXT.split("<!-- end match -->")[1].split("## Grammar")[0], re.MULTILINE
    )
    assert len(explained) > 5
    assert [part for part in explained if part not in examples()["match"]] == []


def test_the_match_by_hand_is_a_record_in_its_canonical_form() -> None:
    found = re.search(r"<!-- by hand -->\n```text\n(.*?)```", TEXT, re.DOTALL)
    assert found is not None
    record = parse_game(found[1], "by hand")
    written = format_game(record, list(decided(record))).splitlines()
    assert [line for line in written if not line.startswith("   ;")] == found[1].splitlines()


@pytest.mark.parametrize("verb", USAGE)
def test_every_act_is_in_the_page(verb: str) -> None:
    assert f"`{verb}" in TEXT
