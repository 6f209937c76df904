"""The page as it is first sent: index.html with its words in one language, and with those that come later.

In the template `{{ key }}` stands for a text of the catalogue; of markup a text may have <kbd> only.
`{{ @language }}` is the tag, `{{ @languages }}` the options to choose from, `{{ @texts }}` what the scripts say.
"""

import html
import json
import re
from collections.abc import Mapping
from typing import Final

from tamsk_pi.views.catalogue import Catalogue
from tamsk_pi.views.pattern import as_json

LATER: Final = re.compile(r"live-.+|rule-.+|hourglass|neutral-timer|player")
"""The keys of the texts that the page's scripts say."""
_PLACE: Final = re.compile(r"\{\{ (@?[a-z0-9-]+) \}\}")
_KBD: Final = re.compile(r"&lt;(/?kbd)&gt;")


def opening_page(template: str, catalogue: Catalogue, names: Mapping[str, str]) -> str:
    """The template in that language; `names` are the languages to choose from, by their tags.

    Raises KeyError for a key that the catalogue has not.
    """

    def words(match: re.Match[str]) -> str:
        match match[1]:
            case "@language":
                return html.escape(catalogue.language)
            case "@languages":
                return _options(catalogue.language, names)
            case "@texts":
                return later_texts(catalogue)
            case key:
                return _KBD.sub(r"<\1>", html.escape(catalogue.text(key)))

    return _PLACE.sub(words, template)


def later_texts(catalogue: Catalogue) -> str:
    """What the scripts need to say something, as JSON that may stand within a script element."""
    texts = {key: as_json(catalogue.pattern(key)) for key in sorted(catalogue.keys) if LATER.fullmatch(key)}
    told = {"decimal_mark": catalogue.decimal_mark, "texts": texts}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _options(chosen: str, names: Mapping[str, str]) -> str:
    return "".join(
        f'<option value="{html.escape(tag)}" lang="{html.escape(tag)}"{" selected" if tag == chosen else ""}>'
        f"{html.escape(name)}</option>"
        for tag, name in names.items()
    )
