"""What a match's settings say about sand, out of the figures measured (H20)."""

from dataclasses import replace
from typing import Final

from tamsk_pi.calibration.sand import NEUTRAL_TIMER, EndFigure, SandFigures
from tamsk_pi.rules.pieces import HOURGLASSES
from tamsk_pi.rules.settings import MatchSettings

END_DIFFERENCE_MS: Final = 6_000
"""What the two ends of a real glass were found to differ by (rules.md, "Sand arithmetic")."""
NOMINAL: Final = MatchSettings()
KNOWN_A: Final = (0,) * (len(HOURGLASSES) + 1)

Pair = tuple[int, int]


def measured_settings(
    settings: MatchSettings, figures: SandFigures, ends_down: tuple[int | None, ...] = KNOWN_A
) -> MatchSettings:
    """The settings with each glass's own running times and uncertainties.

    `ends_down` is which end of red1 … black3 and the neutral timer is down now; None where nobody knows: then both
    ends count as their mean, as much more uncertain. A glass of which nothing is known keeps the agreed time. Where
    the players agreed on another time than the nominal, or running times are set already, nothing measured counts.
    """
    if settings.end_ms or settings.timer_end_ms:
        return settings
    known_ends = tuple(end or 0 for end in ends_down)
    chosen = settings
    if settings.sand_ms == NOMINAL.sand_ms and any(g.label in figures.glasses for g in HOURGLASSES):
        pairs = [_pairs(settings, figures, g.label, ends_down[g]) for g in HOURGLASSES]
        chosen = replace(
            chosen,
            end_ms=tuple(ms for ms, _ in pairs),
            end_uncertainty_ms=tuple(u_ms for _, u_ms in pairs),
            ends_down=known_ends,
        )
    if settings.timer_ms == NOMINAL.timer_ms and NEUTRAL_TIMER in figures.glasses:
        ms, _ = _pairs(settings, figures, NEUTRAL_TIMER, ends_down[-1])
        chosen = replace(chosen, timer_end_ms=ms, ends_down=known_ends)
    return chosen


def _pairs(settings: MatchSettings, figures: SandFigures, glass: str, end_down: int | None) -> tuple[Pair, Pair]:
    """The running times and the uncertainties of both ends."""
    a, b = figures.end(glass, 0), figures.end(glass, 1)
    known = a or b
    if known is None:
        u_ms = max(1, settings.sand_uncertainty_ms)
        return (settings.sand_ms, settings.sand_ms), (u_ms, u_ms)
    (a_ms, a_u_ms), (b_ms, b_u_ms) = _of_end(a, known), _of_end(b, known)
    if end_down is None:
        mean_ms, u_ms = (a_ms + b_ms) // 2, max(a_u_ms, b_u_ms) + -(-abs(a_ms - b_ms) // 2)
        return (mean_ms, mean_ms), (u_ms, u_ms)
    return (a_ms, b_ms), (a_u_ms, b_u_ms)


def _of_end(figure: EndFigure | None, other: EndFigure) -> Pair:
    """An end that was not measured is taken to be like the other one, and may differ as far as ends do."""
    if figure is not None:
        return figure.ms, figure.uncertainty_ms
    scale = other.mean_ms / NOMINAL.sand_ms
    return other.ms, other.uncertainty_ms + round(END_DIFFERENCE_MS * scale)
