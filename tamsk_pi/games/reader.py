"""Reads a match's text (docs/notation.md): headers, then moves and acts, one a line."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tamsk_pi.games.act_words import parse_acts
from tamsk_pi.games.errors import GameError
from tamsk_pi.games.headers import Header, HeaderError, parse_header, parse_headers
from tamsk_pi.games.instants import is_instant, parse_instant
from tamsk_pi.games.lines import END, KNOWN
from tamsk_pi.games.moves import (
    MOVE_USAGE,
    NUMBER,
    MoveWords,
    is_move,
    next_free_ns,
    parse_move,
    require_no_clock,
    untimed_end_ns,
)
from tamsk_pi.games.record import Comment, GameRecord, Tags, Told, plain_begin
from tamsk_pi.games.seats import BESIDE, Seats
from tamsk_pi.rules.acts import Act, Setup, Start
from tamsk_pi.rules.board import cell_name
from tamsk_pi.rules.settings import MatchSettings

MAX_TEXT: Final = 4 * 1024 * 1024
"""Characters; a long match has 30,000."""
MAX_LINE: Final = 2_000

COMMENT: Final = "#"
REMARK: Final = ";"


@dataclass(frozen=True, slots=True)
class Located:
    """A line of the match and where it stands: its number, or the node of an SGF tree."""

    where: int | str
    text: str


def parse_game(text: str, name: str) -> GameRecord:
    """The record in that text; `name` is the file's name in messages. Raises GameError."""
    if len(text) > MAX_TEXT:
        raise GameError(name, None, f"longer than {MAX_TEXT} characters; expected the record of a match")
    headers: list[Header] = []
    body: list[Located] = []
    is_above = True
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        line = raw.removesuffix("\r").strip()
        if len(line) > MAX_LINE:
            raise GameError(name, number, f"expected at most {MAX_LINE} characters on a line")
        header = parse_header(number, line) if is_above else None
        if header is not None:
            headers.append(header)
        elif line:
            body.append(Located(number, line))
            is_above = is_above and line.startswith((COMMENT, REMARK))
    if not headers:
        raise GameError(name, 1, "no header; expected lines such as `Level: 3` above the moves")
    return parse_lines(headers, body, name)


def parse_lines(headers: Sequence[Header], body: Iterable[Located], name: str) -> GameRecord:
    """The record of these headers and lines; raises GameError."""
    try:
        settings, tags = parse_headers(headers)
    except HeaderError as error:
        raise GameError(name, error.header.where, str(error)) from None
    match = _Match(settings)
    for located in body:
        try:
            match.read(located)
        except ValueError as error:
            raise GameError(name, located.where, str(error)) from None
    try:
        return match.record(tags)
    except _MisplacedError as error:
        raise GameError(name, error.where, str(error)) from None


class _MisplacedError(ValueError):
    """A move that does not begin where its glass stands."""

    def __init__(self, where: int | str, text: str) -> None:
        super().__init__(text)
        self.where = where


@dataclass(frozen=True, slots=True)
class _Move:
    where: int | str
    words: MoveWords


class _Match:
    """What has been read of a match so far."""

    def __init__(self, settings: MatchSettings) -> None:
        self._settings = settings
        self._told: list[Told] = []
        self._moves: dict[int, _Move] = {}  # by the place of its first act in _told
        self._comments: list[tuple[int, str]] = []
        self._line = -1  # the place of the newest line's first act
        self._number = 0
        self._last_ns = 0
        self._end_ns: int | None = None
        self._is_untimed = False

    def read(self, located: Located) -> None:
        """One more line; raises ValueError."""
        text, comment = _without_comment(located.text)
        words = text.split()
        if words:
            self._statement(located.where, words)
        if comment:
            self._comments.append((self._line, comment))

    def record(self, tags: Tags) -> GameRecord:
        """What was read, put into order; raises _MisplacedError."""
        told = self._told
        begin: tuple[Told, ...] = ()
        if not any(isinstance(t.act, Setup | Start) for t in told):
            begin = plain_begin(self._settings)
        places = sorted(range(len(told)), key=lambda place: told[place].key)
        new = {place: index for index, place in enumerate(places, start=len(begin))}
        self._check_moves(begin, places)
        return GameRecord(
            self._settings,
            (*begin, *(told[place] for place in places)),
            self._until_ns(),
            tags,
            tuple(Comment(new.get(line, -1), text) for line, text in self._comments),
        )

    def _statement(self, where: int | str, words: list[str]) -> None:
        numbered = NUMBER.fullmatch(words[0])
        if numbered is not None:
            words = words[1:]
            if not is_move(words):
                raise ValueError(f"{' '.join(words)!r} is not a move; expected {numbered[0]} {MOVE_USAGE}")
            if int(numbered[1]) <= self._number:
                raise ValueError(f"move {numbered[1]} after move {self._number}; expected numbers that increase")
            self._number = int(numbered[1])
        free_ns = next_free_ns(self._last_ns, self._settings)
        if is_move(words):
            move = parse_move(words, self._settings, free_ns)
            self._is_untimed |= len(words) == 2 or words[2].startswith("+")
            self._moves[len(self._told)] = _Move(where, move)
            self._add(move.acts, None)
        else:
            self._acts(words, free_ns)

    def _acts(self, words: list[str], free_ns: int) -> None:
        at_ns = free_ns
        if is_instant(words[0]):
            at_ns = parse_instant(words.pop(0))
            if is_move(words):
                raise ValueError(f"a time in front of a move; expected NUMBER. {MOVE_USAGE}")
        else:
            require_no_clock(self._settings)
            self._is_untimed = True
        if words == [END]:
            if self._end_ns is not None:
                raise ValueError("a second end; expected one")
            self._end_ns = at_ns
            return
        known_ns: int | None = None
        if len(words) > 2 and words[-2] == KNOWN:
            known_ns = parse_instant(words[-1])
            words = words[:-2]
        acts = parse_acts(at_ns, words, self._settings)
        if known_ns is not None and known_ns < max(act.at_ns for act in acts):
            raise ValueError("known before it happened; expected a later time after `known`")
        self._add(acts, known_ns)

    def _add(self, acts: Sequence[Act], known_ns: int | None) -> None:
        self._line = len(self._told)
        self._told.extend(Told(act, known_ns) for act in acts)
        self._last_ns = max(self._last_ns, *(act.at_ns for act in acts))

    def _until_ns(self) -> int:
        if self._end_ns is not None:
            return self._end_ns
        return untimed_end_ns(self._last_ns, self._settings) if self._is_untimed else self._last_ns

    def _check_moves(self, begin: Sequence[Told], places: Sequence[int]) -> None:
        seats = Seats()
        for told in begin:
            seats.tell(told.act)
        for place in places:
            move = self._moves.get(place)
            if move is not None:
                _check(move, seats)
            seats.tell(self._told[place].act)


def _check(move: _Move, seats: Seats) -> None:
    label, origin = move.words.hourglass.label, move.words.origin
    cell = seats.cell(move.words.hourglass)
    if origin is None and not seats.is_beside(move.words.hourglass):
        raise _MisplacedError(move.where, f"{label} has been brought in before; expected a move from where it stands")
    if origin is not None and cell != origin:
        stands = "stands in no tube" if cell is None else f"stands on {cell_name(cell)}"
        wanted = BESIDE if cell is None else cell_name(cell)
        raise _MisplacedError(
            move.where, f"{label} {stands}, not on {cell_name(origin)}; expected {label} {wanted}-…"
        )


def _without_comment(text: str) -> tuple[str, str]:
    """The line's own words and the comment behind them; what the referee said is left out."""
    ends = [index for mark in (COMMENT, REMARK) if (index := text.find(mark)) >= 0]
    if not ends:
        return text, ""
    end = min(ends)
    return text[:end], text[end + 1 :].strip() if text[end] == COMMENT else ""
