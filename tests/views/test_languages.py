"""The shipped languages: every text is there in each, with the same gaps, and somebody reads it."""

import re

import pytest
from catalogue_keys import (
    BUILT,
    OF_THE_LANGUAGE,
    PAGE,
    literals_in_python,
    uses_in_python,
    uses_in_scripts,
    uses_on_the_page,
)
from ruling_samples import SENTENCES

from tamsk_pi.daemon.page.opening import LATER
from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.rules.pieces import HOURGLASSES
from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.views.catalogue import Catalogue, hourglass_message, language_files
from tamsk_pi.views.words import sentence

CATALOGUES = {tag: Catalogue.load(tag) for tag in language_files()}
ENGLISH, GERMAN = CATALOGUES["en"], CATALOGUES["de"]
USES = sorted({*uses_in_python(), *uses_on_the_page()}, key=lambda use: (use[0], sorted(use[1])))
NAMES = MatchSettings(red="Anna", black="B{0}")
SAID_ALIKE = {
    "live-health-dbm",
    "live-health-percent",
    "live-health-ppm",
    "live-sand-time",
    "page-sand-times",
    "live-pause",
    "page-help-ring",
    "page-pin",
    "why-instants-of",
    "why-ms",
    "why-seconds",
    "live-timer-left",
    "live-calibration-margin",
}
"""Texts that are the same in English and German."""


@pytest.mark.parametrize("tag", CATALOGUES)
def test_language_has_every_text_with_the_gaps_of_the_english_one(tag: str) -> None:
    catalogue = CATALOGUES[tag]
    assert catalogue.keys == ENGLISH.keys
    assert {k: catalogue.field_names(k) for k in catalogue.keys} == {k: ENGLISH.field_names(k) for k in ENGLISH.keys}


@pytest.mark.parametrize(("key", "fields"), USES, ids=lambda value: str(value) if isinstance(value, str) else "")
def test_text_is_used_with_the_fields_that_it_wants(key: str, fields: frozenset[str]) -> None:
    assert key in ENGLISH.keys
    assert fields == ENGLISH.field_names(key)


def test_what_the_scripts_say_is_sent_to_them() -> None:
    """Their keys begin with live-."""
    assert [key for key, _ in uses_in_scripts() if not LATER.fullmatch(key)] == []


def test_every_text_is_read_by_somebody() -> None:
    used: set[str] = {key for key, _ in USES} | BUILT | OF_THE_LANGUAGE | literals_in_python()
    assert ENGLISH.keys - used == set()


def test_every_key_that_is_built_is_there() -> None:
    assert BUILT - ENGLISH.keys == set()


def test_the_page_s_scripts_hold_no_sentence_of_their_own() -> None:
    """A sentence is what begins with a capital and goes on after a space, within quotes."""
    for script in (PAGE / "static").glob("*.js"):
        code = re.sub(r"//.*", "", script.read_text(encoding="utf-8"))
        assert not re.findall(r"""["'`][A-Z][a-z’]+ [a-z][^"'`]*["'`]""", code), script.name


def test_nothing_is_left_in_english() -> None:
    alike = {key for key in ENGLISH.keys if ENGLISH.pattern(key) == GERMAN.pattern(key)}
    assert alike == SAID_ALIKE


@pytest.mark.parametrize("ruling", SENTENCES, ids=lambda value: str(value)[:60])
def test_ruling_is_said_in_german_and_not_in_english(ruling: Ruling) -> None:
    said = sentence(ruling, NAMES, GERMAN)
    assert said != sentence(ruling, NAMES, ENGLISH)
    assert re.fullmatch(r"[A-ZÄÖÜ].*[.?]", said)
    assert "{" not in said.replace("B{0}", "")


def test_german_agrees_with_its_numbers() -> None:
    ended = next(r for r, text in SENTENCES.items() if text.startswith("Anna wins with"))
    assert sentence(ended, NAMES, GERMAN) == "Anna gewinnt mit 3 Ringen gegen 5."
    assert GERMAN.text("match-ended-rings", player="Anna", own_left=1, other_left=2) == (
        "Anna gewinnt mit 1 Ring gegen 2."
    )
    assert [GERMAN.text("live-sits-out", turns=n) for n in (1, 2)] == ["setzt einmal aus", "setzt 2-mal aus"]


def test_nobody_in_german_speaks_of_anything_by_two_names() -> None:
    """The glossary at the top of de.ftl: no Timer, no Zelle, no Stundenglas, no Sie."""
    for key in GERMAN.keys:
        text = str(GERMAN.pattern(key))
        assert not re.search(r"Timer|Zelle|Stundenglas|Token|\bIhnen\b|\bIhre?\b", text), key


def test_hourglasses_have_their_colours_names_in_german() -> None:
    assert GERMAN.listed(tuple(hourglass_message(g) for g in HOURGLASSES)) == (
        "Rot 1, Rot 2, Rot 3, Schwarz 1, Schwarz 2 und Schwarz 3"
    )


@pytest.mark.parametrize("tag", CATALOGUES)
def test_point_of_the_rules_is_one_short_sentence_or_two(tag: str) -> None:
    catalogue = CATALOGUES[tag]
    for key in catalogue.keys:
        if key.startswith("rule-"):
            assert re.fullmatch(r"[A-ZÄÖÜ].{20,140}\.", catalogue.text(key)), key
