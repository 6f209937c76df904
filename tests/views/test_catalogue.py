"""The catalogue: one file a language, gaps, numbers, lists, and what stands in for what is missing."""

import re
from pathlib import Path

import pytest

from tamsk_pi.rules.pieces import Hourglass
from tamsk_pi.views.catalogue import Catalogue, Message, hourglass_message, language_files, message, rule_message
from tamsk_pi.views.fluent_file import LanguageError, parse_fluent
from tamsk_pi.views.pattern import Numerals, as_json, fill
from tamsk_pi.views.plurals import plural

MADE_UP = """
language-name = Made up
decimal-mark = ·
-sand = Grains
paused = { -sand } rest, says { $player }.
live-rings-left = { $count ->
    [one] ringlet
   *[other] ringlets
}
"""


@pytest.fixture
def made_up(tmp_path: Path) -> Catalogue:
    (tmp_path / "xx.ftl").write_text(MADE_UP, encoding="utf-8")
    return Catalogue.load("xx", tmp_path)


@pytest.fixture(scope="module")
def german() -> Catalogue:
    return Catalogue.load("de")


def test_a_language_is_one_file_in_the_directory(made_up: Catalogue) -> None:
    assert made_up.text("paused", player="Ada") == "Grains rest, says Ada."
    assert made_up.text("live-timer-left", seconds=2.34) == "2·3 s"
    assert [made_up.text("live-rings-left", count=n) for n in (1, 2)] == ["ringlet", "ringlets"]


def test_what_a_language_lacks_is_said_in_english(made_up: Catalogue) -> None:
    assert made_up.text("resumed") == "The match goes on."
    assert "resumed" in made_up.missing
    assert "paused" not in made_up.missing


def test_the_shipped_languages_lack_nothing() -> None:
    assert {tag: Catalogue.load(tag).missing for tag in language_files()} == {"en": frozenset(), "de": frozenset()}


def test_english_comes_first_among_the_languages(tmp_path: Path) -> None:
    for tag in ("de", "bg", "en"):
        (tmp_path / f"{tag}.ftl").write_text("", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no language", encoding="utf-8")
    assert list(language_files(tmp_path)) == ["en", "bg", "de"]
    assert list(language_files()) == ["en", "de"]


def test_unknown_language_names_those_there_are() -> None:
    with pytest.raises(LanguageError, match="'fr' is not a language here; expected en or de"):
        Catalogue.load("fr")


def test_messages_are_said_within_messages(german: Catalogue) -> None:
    said = message("warning-hold", player="Ada", hourglass=hourglass_message(Hourglass.BLACK2))
    assert german.say(said) == "Ada hält Schwarz 2 schon lange: hinstellen."


def test_words_are_said_as_they_are(german: Catalogue) -> None:
    assert german.say("red1 { $player }") == "red1 { $player }"


def test_a_name_is_never_filled_in_itself(german: Catalogue) -> None:
    assert german.text("paused", player="{ $player } {0}") == "Pause, wie { $player } {0} wünschte."


@pytest.mark.parametrize(
    ("items", "text"), [((), ""), (("A1",), "A1"), (("A1", "A2"), "A1 und A2"), (("A1", "A2", "B3"), "A1, A2 und B3")]
)
def test_items_are_listed_as_one_reads_them_out(german: Catalogue, items: tuple[str, ...], text: str) -> None:
    assert german.listed(items) == text


def test_numbers_are_written_as_the_language_writes_them(german: Catalogue) -> None:
    assert german.text("live-timer-left", seconds=15) == "15,0 s"
    assert Catalogue.load("en").text("live-timer-left", seconds=15) == "15.0 s"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["no rings left", "1 ring left", "2 rings left"]),
        ("de", ["keine Ringe übrig", "1 Ring übrig", "2 Ringe übrig"]),
    ],
)
def test_words_agree_with_their_number(language: str, words: list[str]) -> None:
    catalogue = Catalogue.load(language)
    said = [catalogue.text("live-holder", player="Ada", count=n) for n in range(3)]
    assert [text.split(": ")[1] for text in said] == words


def test_a_point_of_the_rules_is_said_in_words(german: Catalogue) -> None:
    assert german.say(rule_message("G1.7")) == "Auf Stufe 1 sind gleich viele Ringe ein Gleichstand."


def test_missing_field_is_named_with_its_text(german: Catalogue) -> None:
    with pytest.raises(KeyError, match="de: the text paused wants the field 'player'"):
        german.text("paused")


def test_unknown_key_says_where_it_belongs(german: Catalogue) -> None:
    with pytest.raises(KeyError, match=r"why-not is not in languages/en\.ftl; add it there"):
        german.say(Message("why-not"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a = x { $y\n", r"xx\.ftl: 'a = x \{ \$y': "),
        ("a = one\na = two\n", r"xx\.ftl: a stands there twice"),
        ("a = { $n ->\n  *[x] y\n }\na = two\n", r"xx\.ftl: a stands there twice"),
        ("a = { b }\n", r"xx\.ftl: a refers to b, which is not in this file"),
        ("a = { b }\nb = { a }\n", r"xx\.ftl: a refers to itself"),
        ("a = { DATETIME($n) }\n", r"xx\.ftl: a calls DATETIME; only NUMBER"),
        ('a = { NUMBER($n, style: "percent") }\n', r"xx\.ftl: a calls NUMBER"),
        ("a = x\n  .title = y\n", r"xx\.ftl: a has attributes"),
        ("a = { NUMBER($n) ->\n  *[x] y\n }\n", r"xx\.ftl: a chooses by something else"),
    ],
)
def test_what_cannot_be_read_names_file_and_message(text: str, why: str) -> None:
    with pytest.raises(LanguageError, match=why):
        parse_fluent(text, "xx.ftl")


def test_a_line_of_words_may_go_on_in_the_next() -> None:
    patterns = parse_fluent("a = one\n  two\nb = three\n\n  four\nc =\n  five\nd = six\n", "xx.ftl")
    assert {key: fill(p, {}, Numerals("en")) for key, p in patterns.items()} == {
        "a": "one\ntwo",
        "b": "three\n\nfour",
        "c": "five",
        "d": "six",
    }


@pytest.mark.parametrize("tag", language_files())
def test_lines_read_without_the_parser_are_read_as_it_reads_them(tag: str) -> None:
    text = language_files()[tag].read_text(encoding="utf-8")
    blocks, count = re.subn(r"^([a-z]\S*) = (?=[^\s.])", r"\1 =\n    ", text, flags=re.MULTILINE)
    assert count > 200
    assert parse_fluent(blocks, "blocks.ftl") == parse_fluent(text, f"{tag}.ftl")


def test_pattern_is_told_to_the_page_as_plain_values() -> None:
    text = 'a = { $n ->\n  [one] { NUMBER($n, minimumFractionDigits: 1) } ring\n  *[other] { "{" }{ $n } rings\n }.\n'
    assert as_json(parse_fluent(text, "xx.ftl")["a"]) == [
        {
            "choice": "n",
            "variants": {"one": [{"slot": "n", "decimals": 1}, " ring"], "other": ["{", {"slot": "n"}, " rings"]},
            "default": "other",
        },
        ".",
    ]


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", "other one other other other other"),
        ("de", "other one other other other other"),
        ("pt-BR", "one one other other other other"),
        ("ja", "other other other other other other"),
        ("ru", "many one few many many one"),
        ("pl", "many one few many many many"),
        ("cs", "other one few other other other"),
        ("lt", "other one few few other one"),
        ("ar", "zero one two few many many"),
    ],
)
def test_forms_of_0_1_2_5_11_21(language: str, forms: str) -> None:
    assert [plural(language, n) for n in (0, 1, 2, 5, 11, 21)] == forms.split()


def test_number_with_decimals_takes_the_general_form() -> None:
    assert plural("en", 1.0) == "other"
