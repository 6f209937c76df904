"""The examples in docs/notation.md, made from a real match: `python tests/games/notation_doc.py` writes them anew."""

import re
from functools import cache
from pathlib import Path

from game_samples import MATCH, ROOT, record_in

from tamsk_pi.games.deciding import decided, rulings_of, with_result
from tamsk_pi.games.sgf import format_sgf
from tamsk_pi.games.writer import format_game

PAGE = ROOT / "docs" / "notation.md"
TEXT_LINES = 28
SGF_LINES = 13


@cache
def examples() -> dict[str, str]:
    """The beginning of the match as text and as SGF, by the name of its place in the page."""
    record = record_in(MATCH)
    steps = list(decided(record))
    record = with_result(record, rulings_of(steps))
    text = format_game(record, steps).splitlines()[:TEXT_LINES]
    sgf = format_sgf(record, steps, "tamsk-pi:1").decode().splitlines()[:SGF_LINES]
    return {"match": "\n".join(text), "sgf": "\n".join(sgf)}


def with_examples(page: str) -> str:
    """The page with its examples as they are now."""
    for name, text in examples().items():
        place = re.compile(rf"(<!-- begin {name} -->\n).*?(<!-- end {name} -->)", re.DOTALL)
        page = place.sub(lambda found, text=text: f"{found[1]}```text\n{text}\n```\n{found[2]}", page)  # type: ignore[misc]
    return page


def write(page: Path = PAGE) -> None:
    """Put the examples into the page."""
    page.write_text(with_examples(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    write()
