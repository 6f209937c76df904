"""The light language: what each signal says, how it looks, and which wins where two would be due.

One signal a light. The order of LANGUAGE is the priority: first the whole board, then cells, then bars; the first
that applies is shown. docs/lights.md is made from this table.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tamsk_pi.rules.pieces import Player
from tamsk_pi.views.light_shapes import (
    Moment,
    Shape,
    blinks,
    breath,
    fall,
    fill_up,
    filled,
    flicker,
    halves,
    humps,
    march,
    outermost,
    run_down,
    sparkle,
    steady,
)

Rgb = tuple[int, int, int]

WHITE: Final[Rgb] = (255, 255, 255)
AMBER: Final[Rgb] = (255, 150, 0)
BLUE: Final[Rgb] = (0, 40, 255)
PLAYER_COLOURS: Final[dict[Player, Rgb]] = {Player.RED: (255, 48, 16), Player.BLACK: (60, 130, 255)}
"""Orange-red and light blue: apart for every common colour blindness, and a black light cannot be seen."""


class Where(StrEnum):
    """Which lights a signal is for."""

    BOARD = "whole board"
    CELL = "cell"
    BAR = "bar"


class Signal(StrEnum):
    """The words of the language, in no order; LANGUAGE has the order."""

    SENSING = "sensing"
    PAUSED = "paused"
    WON = "won"
    DRAWN = "drawn"
    FLIP_NEEDED = "flip needed"
    SEEN = "seen"
    WRONG = "wrong"
    UNCERTAIN = "uncertain"
    RING_DUE = "ring due"
    TARGET = "target"
    EXTRA_RING_DUE = "extra ring due"
    PENALTY_TARGET = "penalty target"
    SAND_LOW = "sand low"
    RUN_OUT = "run out"
    MOVABLE = "movable"
    HOME_WANTED = "home wanted"
    DONE = "done"
    FULL = "full"
    DARK = "dark"
    QUESTION = "question"
    WARNING = "warning"
    TIMER_BOUND = "timer bound"
    NOTED = "noted"
    PENALTY_OWED = "penalty owed"
    SITTING_OUT = "sitting out"
    AWAITING_SAND = "awaiting sand"
    PROGRESS = "progress"
    READY = "ready"
    TURN = "turn"
    WAITING = "waiting"


Paint = Callable[[Player | None, float], Rgb]
"""The colour at full brightness, given the player concerned and the present brightness."""


def _in(colour: Rgb) -> Paint:
    return lambda _player, _level: colour


def _players(player: Player | None, _level: float) -> Rgb:
    return WHITE if player is None else PLAYER_COLOURS[player]


def _white_and_blue(_player: Player | None, level: float) -> Rgb:
    return WHITE if level > 0.5 else BLUE


@dataclass(frozen=True, slots=True)
class Word:
    """One signal: where, what it says, how it looks in words, and its shape and colour."""

    where: Where
    says: str
    looks: str
    shape: Shape
    paint: Paint = _players


LANGUAGE: Final[dict[Signal, Word]] = {
    Signal.SENSING: Word(
        Where.BOARD,
        "The sensors are settling; and every light works that the dot passes.",
        "a white dot with a short tail runs over all lights",
        march(5_300, 300, 0.0),
        _in(WHITE),
    ),
    Signal.PAUSED: Word(
        Where.BOARD,
        "The match is paused.",
        "everything swells and sinks together, very dim, very slowly",
        breath(4_000, 0.02, 0.10),
        _in(WHITE),
    ),
    Signal.WON: Word(
        Where.BOARD,
        "This player has won.",
        "wave after wave in the winner's colour from column A to G; only the winner's bar is lit",
        march(2_000, 900, 0.03),
    ),
    Signal.DRAWN: Word(
        Where.BOARD,
        "Nobody has won.",
        "a wave in red's colour from A to G, then one in black's from G to A; both bars are lit",
        march(2_000, 900, 0.03),
    ),
    Signal.FLIP_NEEDED: Word(
        Where.CELL,
        "Turn this glass over where it stands.",
        "two quick blinks, a rest",
        blinks(1_000, ((0, 120), (240, 360)), 1.0),
        _in(AMBER),
    ),
    Signal.SEEN: Word(
        Where.CELL,
        "Something was seen here and is not judged yet.",
        "white glint after glint, each fading, never dark",
        fall(400, 0.30),
        _in(WHITE),
    ),
    Signal.WRONG: Word(
        Where.CELL,
        "Put this right. For a glass both cells blink: where it stands and where it belongs.",
        "even fast blinking until it is right",
        blinks(400, ((0, 200),), 1.0),
        _in(AMBER),
    ),
    Signal.UNCERTAIN: Word(
        Where.CELL,
        "The sensors cannot tell what is here; have a look.",
        "bright white and dim blue in turn, half a second each",
        blinks(1_000, ((0, 500),), 0.9, 0.3),
        _white_and_blue,
    ),
    Signal.RING_DUE: Word(
        Where.CELL,
        "Your ring may be dropped here now.",
        "one soft pulse a second, dark between",
        humps(1_000, 650, (0,), 0.8),
    ),
    Signal.TARGET: Word(
        Where.CELL,
        "The lifted glass may go here.",
        "a pulse marches from target to target over a dim ground",
        march(1_000, 300, 0.05),
    ),
    Signal.EXTRA_RING_DUE: Word(
        Where.CELL,
        "No ring was dropped here: the opponent may drop one of his.",
        "two soft pulses a second, dark between",
        humps(1_000, 320, (0, 400), 0.8),
    ),
    Signal.PENALTY_TARGET: Word(
        Where.CELL,
        "The penalty ring may go here.",
        "sparkling: two short glints a second, out of step with the other cells",
        sparkle(100, 0.02),
    ),
    Signal.SAND_LOW: Word(
        Where.CELL,
        "The sand of this glass is running low.",
        "lit, with short dips like a candle's that come ever quicker",
        flicker(110, 0.6, 0.02),
    ),
    Signal.RUN_OUT: Word(
        Where.CELL,
        "This glass has run out and stays.",
        "dark, with a brief dull mark once a second",
        blinks(1_000, ((0, 120),), 0.10),
        _in(WHITE),
    ),
    Signal.MOVABLE: Word(
        Where.CELL,
        "It is your turn and this glass can move.",
        "a gentle glow that swells and sinks",
        breath(2_000, 0.20, 0.50),
    ),
    Signal.HOME_WANTED: Word(
        Where.CELL,
        "A glass belongs here at the start and is missing.",
        "long on, short off",
        blinks(1_000, ((0, 700),), 0.4),
    ),
    Signal.DONE: Word(
        Where.CELL,
        "Calibration: this cell holds what it was asked for; at the end, it has passed.",
        "bright and steady",
        steady(0.3),
        _in(WHITE),
    ),
    Signal.FULL: Word(
        Where.CELL,
        "This cell is full: a glass moved here loses the match.",
        "dim and steady",
        steady(0.04),
        _in(WHITE),
    ),
    Signal.DARK: Word(Where.CELL, "Nothing to say.", "dark", steady(0.0), _in(WHITE)),
    Signal.QUESTION: Word(
        Where.BAR,
        "The referee asks something: see the page, or answer with the buttons.",
        "the halves of both bars take turns",
        halves(1_000, 0.7),
    ),
    Signal.WARNING: Word(
        Where.BAR,
        "A warning, or the turning of the neutral timer was void.",
        "quick blips for a second and a half",
        blinks(350, ((0, 120),), 1.0),
        _in(AMBER),
    ),
    Signal.TIMER_BOUND: Word(
        Where.BAR,
        "The neutral timer runs against this player.",
        "the bar runs down in eight steps; its end is bright and fades before it moves on",
        run_down(0.22),
    ),
    Signal.NOTED: Word(
        Where.BAR,
        "Heard: a ring counted, a pass, something put right or taken back.",
        "one soft swell of the whole bar",
        humps(1_000, 900, (0,), 1.0),
        _in(WHITE),
    ),
    Signal.PENALTY_OWED: Word(
        Where.BAR,
        "This player may drop a penalty ring, or plays two turns in a row.",
        "double flash, a rest",
        blinks(1_000, ((0, 120), (240, 360)), 1.0, 0.12),
    ),
    Signal.SITTING_OUT: Word(
        Where.BAR, "This player has a turn to sit out.", "only the two ends are lit", outermost(0.4)
    ),
    Signal.AWAITING_SAND: Word(
        Where.BAR,
        "Equal rings: the glass that runs longest decides. Hands off.",
        "a single light runs along both bars, again and again",
        march(2_000, 500, 0.0),
    ),
    Signal.PROGRESS: Word(
        Where.BAR,
        "Calibration: so much of it is done.",
        "lit from one end as far as it has come; the next light swells and sinks",
        filled(1_000, 0.4),
        _in(WHITE),
    ),
    Signal.READY: Word(
        Where.BAR,
        "The board is set up; the match can start.",
        "both bars fill up light by light and begin again",
        fill_up(2_000, 0.5),
    ),
    Signal.TURN: Word(
        Where.BAR, "It is this player's turn.", "the whole bar is bright and breathes", breath(2_000, 0.45, 1.0)
    ),
    Signal.WAITING: Word(Where.BAR, "It is not this player's turn.", "dim and steady", steady(0.04)),
}


def colour_at(signal: Signal, player: Player | None, moment: Moment) -> Rgb:
    """The light's colour at that moment: the word's colour, as bright as its shape says."""
    word = LANGUAGE[signal]
    level = word.shape(moment)
    red, green, blue = word.paint(player, level)
    return round(red * level), round(green * level), round(blue * level)


def language_table() -> str:
    """The language as a table in Markdown, in order of priority."""
    rows = [
        f"| {number} | {word.where} | **{signal}** | {word.says} | {word.looks} |"
        for number, (signal, word) in enumerate(LANGUAGE.items(), start=1)
    ]
    return "\n".join(("| | where | signal | what it says | how it looks |", "|---|---|---|---|---|", *rows)) + "\n"
