"""Which form of a word goes with a number (CLDR, cardinal plural rules: unicode.org/cldr, supplemental/plurals.xml).

The page asks the browser, which has the whole table. Here are the rules for whole numbers of the languages that
somebody may want to see at a board; a language that is not listed counts like English and German.
"""


def plural(language: str, number: int | float) -> str:
    """The form of that number: zero, one, two, few, many or other. A number with decimals takes `other`.

    `language` is a tag like de or pt-BR; only its first part counts.
    """
    if not isinstance(number, int):
        return "other"
    count = abs(number)
    match language.split("-", maxsplit=1)[0].lower():
        case "ja" | "zh" | "ko" | "vi" | "th" | "id" | "ms":
            return "other"
        case "fr" | "pt" | "hy" | "fa" | "hi" | "bn" | "gu" | "kn" | "zu":
            return "one" if count < 2 else "other"
        case "ru" | "uk" | "be" | "pl" | "hr" | "sr" | "bs" | "cs" | "sk" | "sl" as slavic:
            return _slavic(slavic, count)
        case "lt" | "lv" as baltic:
            return _baltic(baltic, count)
        case "ro" | "mo":
            return "one" if count == 1 else "few" if count == 0 or 1 <= count % 100 <= 19 else "other"
        case "he" | "iw":
            return {1: "one", 2: "two"}.get(count, "other")
        case "ar":
            return _arabic(count)
        case _:
            return "one" if count == 1 else "other"


def _slavic(language: str, count: int) -> str:
    ends_in_few = 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14
    match language:
        case "cs" | "sk":
            return "one" if count == 1 else "few" if 2 <= count <= 4 else "other"
        case "sl":
            return {1: "one", 2: "two", 3: "few", 4: "few"}.get(count % 100, "other")
        case "pl":
            return "one" if count == 1 else "few" if ends_in_few else "many"
    if count % 10 == 1 and count % 100 != 11:
        return "one"
    if ends_in_few:
        return "few"
    return "many" if language in ("ru", "uk", "be") else "other"


def _baltic(language: str, count: int) -> str:
    is_teen = 11 <= count % 100 <= 19
    if language == "lt":
        if is_teen or count % 10 == 0:
            return "other"
        return "one" if count % 10 == 1 else "few"
    if is_teen or count % 10 == 0:
        return "zero"
    return "one" if count % 10 == 1 else "other"


def _arabic(count: int) -> str:
    if count <= 2:
        return ("zero", "one", "two")[count]
    if 3 <= count % 100 <= 10:
        return "few"
    return "many" if count % 100 >= 11 else "other"
