"""Which language somebody who looks reads, and the catalogues, loaded when the first one asks.

In this order: the address (`/?lang=de`), the choice this browser made before (a cookie), the configuration, the
browser's own languages, English. Nobody's choice changes what another sees.
"""

import re
from importlib.resources.abc import Traversable
from typing import Final

import anyio.to_thread

from tamsk_pi.config import AUTO
from tamsk_pi.views.catalogue import ENGLISH, Catalogue, language_files

_NAME: Final = re.compile(r"^language-name = (.+?)\s*$", re.MULTILINE)
_RANGES: Final = 16
"""As many languages of a browser are looked at."""


class Languages:
    """The languages that the page speaks. `configured` is a tag, or AUTO for each browser's own.

    Raises LanguageError for a tag that has no file.
    """

    def __init__(self, configured: str = AUTO, directory: Traversable | None = None) -> None:
        self._directory = directory
        self._files = language_files(directory)
        self._configured = configured
        self._loaded: dict[str, Catalogue] = {}
        self.names = {tag: _own_name(tag, file) for tag, file in self._files.items()}
        """What each language calls itself, by its tag; English first."""

    def chosen(self, asked: str | None, remembered: str | None, accepted: str) -> str:
        """The tag for a viewer whose address, cookie and Accept-Language header say this."""
        for tag in (asked, remembered, self._configured, *_preferred(accepted)):
            found = self._known(tag)
            if found is not None:
                return found
        return ENGLISH

    async def catalogue(self, tag: str) -> Catalogue:
        """The catalogue of a known tag. Reading it takes a moment on a small board, so a thread does."""
        if tag not in self._loaded:
            self._loaded[tag] = await anyio.to_thread.run_sync(Catalogue.load, tag, self._directory)
        return self._loaded[tag]

    def _known(self, tag: str | None) -> str | None:
        """The language of that tag or, for de-AT, of its first part."""
        if tag is None:
            return None
        by_tag = {known.lower(): known for known in self._files}
        return by_tag.get(tag.lower()) or by_tag.get(tag.lower().split("-", maxsplit=1)[0])


def _own_name(tag: str, file: Traversable) -> str:
    match = _NAME.search(file.read_text(encoding="utf-8"))
    return tag if match is None else match[1]


def _preferred(accepted: str) -> list[str]:
    """The tags of an Accept-Language header (RFC 9110, section 12.5.4), best first; what is not understood, last."""
    ranges = [part.strip().split(";q=") for part in accepted.split(",")[:_RANGES]]
    return [parts[0].strip() for parts in sorted(ranges, key=_weight, reverse=True) if _weight(parts) > 0]


def _weight(parts: list[str]) -> float:
    try:
        return float(parts[1]) if len(parts) > 1 else 1.0
    except ValueError:
        return 0.001
