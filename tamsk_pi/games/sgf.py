"""A match as SGF: FF[4], GM[38] (https://www.red-bean.com/sgf/: 38 is TAMSK in its list of games).

SGF has rules for a game's moves only where somebody wrote them down, and nobody did for TAMSK. So a move is written
as in a record's text, `W[red1 A1-A2 12.4/12.7/13.1 +14.2]`, and what is no accepted move stands behind it in a
property of our own, `XA`, one line of the text a value; so do settings and exact values in the root's `XH`. SGF knows
black and white: black is black, red is white. Red begins all the same.

Theory of operation. Writing takes the lines of a record's text apart into nodes, reading puts the nodes together to
lines again, and the same reader reads them. sgfmill's grammar, which knows nothing of any game, does the bytes.
"""

import codecs
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sgfmill import sgf_grammar
from sgfmill.sgf_grammar import Coarse_game_tree

from tamsk_pi.games.deciding import Step
from tamsk_pi.games.errors import GameError
from tamsk_pi.games.headers import Header, header_lines, parse_header, quoted
from tamsk_pi.games.lines import LineKind, TextLine, match_lines
from tamsk_pi.games.reader import COMMENT, MAX_TEXT, REMARK, Located, parse_lines
from tamsk_pi.games.record import UNFINISHED, GameRecord
from tamsk_pi.games.writer import is_untimed
from tamsk_pi.rules.pieces import Player

GAME_NUMBER: Final = "38"
FILE_FORMAT: Final = "4"
ACTS: Final = "XA"
HEADERS: Final = "XH"
COLOURS: Final = {Player.RED: "W", Player.BLACK: "B"}

_TAGS: Final = {
    "PW": "red",
    "PB": "black",
    "EV": "event",
    "PC": "place",
    "RO": "round",
    "AN": "annotator",
    "SO": "source",
    "DT": "date",
}
"""What SGF has a place for, by its property."""

_ROOT: Final = frozenset(("FF", "GM", "CA", "AP", "ST", "RE", "RU", "OT", "C", ACTS, HEADERS, *_TAGS))
_NODE: Final = frozenset((*COLOURS.values(), "C", ACTS))
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)  # FF[4], DT: nothing else is a date
_DEFAULT_CHARSET: Final = "iso-8859-1"  # FF[4]: what is meant where CA is missing
_WIDTH: Final = 79

Properties = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class SgfGame:
    """A record read from SGF, and what was left out of it, in words."""

    record: GameRecord
    left_out: tuple[str, ...]


def format_sgf(record: GameRecord, steps: Sequence[Step], software: str) -> bytes:
    """The record as SGF in UTF-8; `software` is NAME:VERSION. Raises GameError for what has no words."""
    try:
        lines = list(match_lines(record, steps, has_times=not is_untimed(record)))
        nodes = list(_nodes(_root(record, software), lines))
    except ValueError as error:
        raise GameError("", None, str(error)) from None
    tree = Coarse_game_tree()
    tree.sequence = [{name: [_raw(value) for value in values] for name, values in node.items()} for node in nodes]
    return bytes(sgf_grammar.serialise_game_tree(tree, wrap=_WIDTH))


def parse_sgf(data: bytes, name: str) -> SgfGame:
    """The match in these bytes; raises GameError.

    Of variations the main line is taken. A file of several games is refused.
    """
    if len(data) > MAX_TEXT:
        raise GameError(name, None, f"longer than {MAX_TEXT} bytes; expected one match")
    tree = _tree(data, name)
    nodes = _decoded(tree, name)
    root, *rest = nodes
    _check_game(root, name)
    record = parse_lines(_read_headers(root), list(_read_lines(root, rest, name)), name)
    return SgfGame(record, tuple(_left_out(tree, root, rest)))


def _root(record: GameRecord, software: str) -> Properties:
    settings, tags = record.settings, record.tags
    root: Properties = {"FF": [FILE_FORMAT], "GM": [GAME_NUMBER], "CA": ["UTF-8"], "AP": [software]}
    root["RU"] = [f"level {settings.level}, {settings.penalty} penalty, {settings.start}"]
    if settings.has_sand:
        timer = f", neutral timer {settings.timer_ms / 1000:g} s" if settings.has_timer else ""
        root["OT"] = [f"sand {settings.sand_ms / 1000:g} s a glass{timer}"]
    if tags.result:
        root["RE"] = [_result(tags.result)]
    root[HEADERS] = []
    properties = {tag: name for name, tag in _TAGS.items()}
    for line in header_lines(settings, tags):
        tag, value = line.split(": ", 1)
        name = properties.get(tag.lower())
        if name is not None:
            said: str = getattr(settings if hasattr(settings, tag.lower()) else tags, tag.lower())
            day = _DAY.match(said)
            root |= {name: [_one_line(said)]} if name != "DT" else {name: [day[0]]} if day is not None else {}
        if name is None or root.get(name) != [value]:
            root[HEADERS].append(line)
    return root


def _nodes(root: Properties, lines: Iterable[TextLine]) -> Iterator[Properties]:
    """A node begins with each accepted move, and where acts follow a comment: in a node comments come last."""
    node, has_comment = root, False
    for line in lines:
        is_act = line.kind in (LineKind.MOVE, LineKind.ACT)
        if line.number is not None or (is_act and has_comment):
            yield node
            node, has_comment = {}, False
        if line.number is not None and line.player is not None:
            node[COLOURS[line.player]] = [line.text.partition(". ")[2]]
        elif is_act:
            node.setdefault(ACTS, []).append(line.text)
        else:
            has_comment |= line.kind is LineKind.COMMENT
            node["C"] = ["\n".join((*node.get("C", ()), _comment(line)))]
    yield node


def _comment(line: TextLine) -> str:
    if line.kind is LineKind.REMARK:
        return f"{REMARK} {line.text}"
    return f"{COMMENT} {line.text}" if line.text.startswith((REMARK, COMMENT)) else line.text


def _result(result: str) -> str:
    """The result as FF[4] has it; a winner's reason only where it knows one."""
    winner, reason, left, *_ = (*result.split(), "", "", "")
    if winner not in tuple(Player):
        return "Void" if winner == UNFINISHED else "0"
    red, dash, black = left.partition("-")
    margin = str(abs(int(red) - int(black))) if reason == "rings" and dash and (red + black).isdigit() else ""
    return f"{COLOURS[Player(winner)]}+{'R' if reason == 'resigned' else margin}"


def _raw(value: str) -> bytes:
    return bytes(sgf_grammar.escape_text(value.encode()))


def _tree(data: bytes, name: str) -> Coarse_game_tree:
    try:
        trees = sgf_grammar.parse_sgf_collection(data)
    except ValueError as error:
        _, end = sgf_grammar.tokenise(data)
        line = data.count(b"\n", 0, end) + 1
        raise GameError(name, line, f"not SGF from here on ({error}); expected (;GM[{GAME_NUMBER}] … )") from None
    if len(trees) > 1:
        raise GameError(name, None, f"holds {len(trees)} games; expected one, so give each a file of its own")
    return trees[0]


def _decoded(tree: Coarse_game_tree, name: str) -> list[Properties]:
    raw = list(sgf_grammar.main_sequence_iter(tree))
    charset = raw[0].get("CA", [_DEFAULT_CHARSET.encode()])[0].decode("ascii", "replace")
    try:
        codecs.lookup(charset)
    except LookupError:
        raise GameError(name, "node 0", f"CA[{charset}] is not a known charset; expected UTF-8") from None
    return [_texts(node, charset, name, number) for number, node in enumerate(raw)]


def _texts(node: dict[str, list[bytes]], charset: str, name: str, number: int) -> Properties:
    try:
        return {
            key: [sgf_grammar.text_value(value).decode(charset) for value in values] for key, values in node.items()
        }
    except UnicodeDecodeError as error:
        raise GameError(name, f"node {number}", f"not {charset} ({error.reason}); expected what CA says") from None


def _check_game(root: Properties, name: str) -> None:
    game = root.get("GM", ["1"])[0].strip()
    if game != GAME_NUMBER:
        raise GameError(name, "node 0", f"GM[{game}] is another game; expected GM[{GAME_NUMBER}], TAMSK")


def _read_headers(root: Properties) -> list[Header]:
    exact = [h for line in root.get(HEADERS, ()) if (h := parse_header("node 0", line)) is not None]
    named = {header.name for header in exact}
    said = [Header("node 0", tag, quoted(_one_line(root[name][0]))) for name, tag in _TAGS.items() if name in root]
    if "result" not in named and "RE" in root:
        said.append(Header("node 0", "result", _read_result(root["RE"][0])))
    return [*exact, *(header for header in said if header.name not in named)]


def _read_result(result: str) -> str:
    for player, colour in COLOURS.items():
        if result.startswith(f"{colour}+"):
            return str(player)
    return {"0": "none", "Draw": "none", "Void": UNFINISHED}.get(result, "")


def _read_lines(root: Properties, rest: Sequence[Properties], name: str) -> Iterator[Located]:
    for number, node in enumerate((root, *rest)):
        where = f"node {number}"
        for player, colour in COLOURS.items():
            for move in node.get(colour, ()):
                yield Located(where, _read_move(move, player, colour, name, where))
        yield from (Located(where, _one_line(act)) for act in node.get(ACTS, ()))
        for comment in node.get("C", ()):
            yield from (Located(where, text) for line in comment.split("\n") if (text := _read_comment(line)))


def _read_move(move: str, player: Player, colour: str, name: str, where: str) -> str:
    if move and not move.startswith(player):
        raise GameError(name, where, f"{colour}[{_one_line(move)}] is no move of {player}; expected a {player} glass")
    return _one_line(move)


def _read_comment(line: str) -> str:
    text = line.strip()
    if not text or text.startswith(REMARK):
        return ""
    return text if text.startswith(COMMENT) else f"{COMMENT} {text}"


def _one_line(value: str) -> str:
    return " ".join(value.split())


def _left_out(tree: Coarse_game_tree, root: Properties, rest: Sequence[Properties]) -> Iterator[str]:
    while tree.children:
        if len(tree.children) > 1:
            yield "variations, the main line was taken"
            break
        tree = tree.children[0]
    unknown = Counter(key for key in root if key not in _ROOT)
    unknown.update(key for node in rest for key in node if key not in _NODE)
    yield from (f"{key}, which stands in {count} of the nodes" for key, count in sorted(unknown.items()))
