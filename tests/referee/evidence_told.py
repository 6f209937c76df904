"""The evidence of a ruling in one line that can be read and compared: `instants | margins | what was the case`."""

from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.referee.why import Circumstance, Fact, Margin
from tamsk_pi.rules.board import cell_name

MS = 1_000_000


def kind_of(ruling: Ruling) -> str:
    """The ruling's kind and what tells its variants apart, its rule included: `act-refused out-of-turn H9`."""
    variant = ("reason", "outcome", "ring_kind", "undone")
    return " ".join([ruling.kind, *(str(getattr(ruling, n)) for n in variant if hasattr(ruling, n)), ruling.rule])


def told(ruling: Ruling) -> str:
    """The whole value of the ruling's `why`; parts that are empty are left out."""
    if ruling.why is None:
        return "nothing"
    why = ruling.why
    parts = (
        ", ".join(_fact(fact) for fact in why.rests_on),
        ", ".join(_margin(margin) for margin in why.margins),
        ", ".join(_case(case) for case in why.given),
        ", ".join(f"corrects {number}" for number in why.corrects),
    )
    return " | ".join(part or "-" for part in parts).removesuffix(" | -").removesuffix(" | -").removesuffix(" | -")


def _fact(fact: Fact) -> str:
    return " ".join([fact.what.value, *_names(fact), str(fact.at_ns // MS)])


def _margin(margin: Margin) -> str:
    return f"{margin.span.value} {margin.ms}" + (f"±{margin.uncertainty_ms}" if margin.uncertainty_ms else "")


def _case(case: Circumstance) -> str:
    limit = "" if case.limit is None else f"/{case.limit}"
    return " ".join([case.case.value, *_names(case), *([] if case.count is None else [f"{case.count}{limit}"])])


def _names(of: Fact | Circumstance) -> list[str]:
    player = [] if of.player is None else [of.player.value]
    hourglass = [] if of.hourglass is None else [of.hourglass.label]
    return [*player, *hourglass, *([] if of.cell is None else [cell_name(of.cell)])]
