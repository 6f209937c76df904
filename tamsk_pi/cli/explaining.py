"""`--explain`: rulings in sentences, with their rule and their evidence."""

import argparse
from collections.abc import Iterable, Iterator
from typing import Final

from tamsk_pi.referee.rulings import NS_PER_MS, Ruling
from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.views.catalogue import ENGLISH, Catalogue, language_files
from tamsk_pi.views.words import ruling_view

_INDENT: Final = " " * 11


def add_explain(parser: argparse.ArgumentParser) -> None:
    """The options `--explain` and `--language`."""
    parser.add_argument("--explain", action="store_true", help="print each ruling in sentences that say why")
    parser.add_argument(
        "--language",
        choices=tuple(language_files()),
        default=ENGLISH,
        metavar="TAG",
        help=f"what they are written in: {', '.join(language_files())} (default {ENGLISH})",
    )


def explained(rulings: Iterable[Ruling], settings: MatchSettings, language: str, origin_ns: int = 0) -> Iterator[str]:
    """Each ruling as lines of text without their ends: when, what, which rule; below it why."""
    catalogue = Catalogue.load(language)
    for number, ruling in enumerate(rulings, start=1):
        view = ruling_view(number, ruling, settings, origin_ns)
        yield f"{_clock(ruling.at_ns - origin_ns):>9}  {catalogue.say(view.text)} [{ruling.rule}]"
        for sentence in view.why:
            yield f"{_INDENT}{catalogue.say(sentence)}"


def _clock(at_ns: int) -> str:
    seconds, thousandths = divmod(at_ns // NS_PER_MS, 1_000)
    return f"{seconds // 60}:{seconds % 60:02}.{thousandths:03}"
