"""Which glass stands where: the sensors see colours, hands move glasses, nodes know themselves.

A glass that is lifted has the name of its cell. One that is placed gets its name as soon as that is clear
(identity.py); if it is not clear `radio_wait_ms` after it was let go, the likeliest is taken, told as presumed, and
the players are asked. What nodes say goes to the name that their glass is known to have. When later evidence is
against what was told, that is put right: `Swapped` for names at cells, the turns told again under the right name and
`Paired` for nodes, `Named` where it was right all along.

Before a match glasses are named by their corners, by definition: whatever glass is put on A1 is red1, and what is to
be learned is only which node is in it. A glass brought in from beside the board is named anew in the same way.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tamsk_pi.perception.episode import NS_PER_MS
from tamsk_pi.perception.frames import NodeReport
from tamsk_pi.perception.happening import CellChange, Happening
from tamsk_pi.perception.identity import CLEAR, Identity, Placing
from tamsk_pi.perception.levels import COLOURS, Contents
from tamsk_pi.perception.likelihood import Says, Word
from tamsk_pi.perception.nodes import NodeTrack
from tamsk_pi.perception.pairing import Pairing
from tamsk_pi.perception.settings import PerceptionSettings
from tamsk_pi.perception.told_seats import Moved, ToldSeats
from tamsk_pi.rules.acts import Act, Flip, Named, Paired, SensorTrouble, Swapped, Trouble
from tamsk_pi.rules.board import CELLS, Cell
from tamsk_pi.rules.pieces import HOME, HOURGLASSES, OWN_HOURGLASSES, Hourglass, Player

_LYING_TENTHS: Final = (600, 1_200)
_LIKELY: Final = 0.8
"""A new name is given to a glass if its node is as likely to be that one: the name is right whichever it is."""


@dataclass(slots=True)
class _Waiting:
    """A glass that stands on a cell and is not named yet, with what happened to it since.

    `placing` None: all three of its colour stand already, as far as is known.
    """

    change: CellChange
    colour: Player
    placing: Placing | None = None
    later: list[CellChange] = field(default_factory=list)

    @property
    def since_ns(self) -> int:
        """When it was placed, or last let go."""
        return max([self.change.at_ns, *(c.at_ns for c in self.later if c.what is Happening.LET_GO)])


@dataclass(frozen=True, slots=True)
class Doubt:
    """The glass that stands there is presumed to be that one, and may be another of these."""

    cell: Cell
    presumed: Hourglass
    perhaps: tuple[Hourglass, ...]


class Glasses:
    """Names for the glasses the sensors see, and for the nodes in them."""

    def __init__(
        self,
        tracks: Mapping[Hourglass, NodeTrack],
        settings: PerceptionSettings,
        known_nodes: tuple[Hourglass, ...] = HOURGLASSES,
    ) -> None:
        self._told: Final = ToldSeats()
        self.at: Final = self._told.at
        self.in_air: Final = self._told.in_air
        """Lifted glasses and when they were."""
        self.uncertain: set[Hourglass] = set()
        """Glasses that may have been mixed up with another of their colour."""
        self.phantoms: list[Cell] = []
        """Cells with a glass too many of its colour, since the caller last took them."""
        self.nodes_in_air: frozenset[Hourglass] = frozenset()
        """The nodes that may be in a glass which is in a hand, or was let go and is not clear yet."""
        self.is_playing = True
        self.asks = True
        """Whether names matter enough to ask for them: not at level 1."""
        self._tracks = tracks
        self._settings = settings
        self._waiting: list[_Waiting] = []
        self._borne: set[Hourglass] = set()
        """Names that a glass on the board has had in this match."""
        self._identity = {
            colour: Identity(has_nodes=any(node in tracks for node in own)) for colour, own in OWN_HOURGLASSES.items()
        }
        self._pairing: Final = Pairing(known_nodes)
        self._unpaired: set[Hourglass] = set()
        """Glasses of which a node told while it was not clear whose it is."""
        self._news: set[Player] = set()

    def hold_ns(self) -> int | None:
        """The instant of the oldest placing that has no name yet, less one; None if all are named."""
        return min((w.change.at_ns for w in self._waiting), default=0) - 1 if self._waiting else None

    @property
    def nodes(self) -> tuple[Hourglass, ...]:
        """For each name, red1 … black3, which glass it is by the address of its node, as far as is known."""
        return self._pairing.nodes

    def follow_match(self, *, is_playing: bool) -> None:
        """A match begins: the names of the glasses are those that they have now. Or it is over."""
        if is_playing is self.is_playing:
            return
        self.is_playing = is_playing
        self.uncertain.clear()
        self._unpaired.clear()
        self._borne = set(self.at.values())
        for colour in Player:
            self._identity[colour].forget_placings()

    def set_up(self, contents: list[Contents], known: tuple[Cell | None, ...]) -> tuple[Cell | None, ...]:
        """Name the glasses of a board seen for the first time; per glass its cell, None off the board.

        A glass where it was `known` to stand, or else on its home corner, has that name; the others get the names
        that are left, in the order of cells.
        """
        self.at.clear()
        for colour, names in OWN_HOURGLASSES.items():
            cells = [cell for cell in CELLS if COLOURS[contents[cell][0]] is colour]
            left = list(names)
            for places in (known, HOME):
                for name in list(left):
                    place = places[name] if name < len(places) else None
                    if place in cells and place is not None:
                        self.at[place] = name
                        cells.remove(place)
                        left.remove(name)
            self.at.update(zip(cells, left, strict=False))
            expected = tuple(self._pairing.nodes[name] - names[0] for name in names)
            self._identity[colour].set_up(tuple(self._told.cell_of(name) for name in names), expected)
        self._borne = set(self.at.values())
        return tuple(self._told.cell_of(name) for name in HOURGLASSES)

    # What comes in.

    def take(self, change: CellChange, now_ns: int) -> list[Act]:
        """A glass was lifted, placed or let go."""
        if change.what is Happening.PLACED:
            colour = COLOURS[change.sign]
            if colour is None:
                return []
            self._waiting.append(_Waiting(change, colour))
            self._news.add(colour)
            return self.settle(now_ns)
        waiting = next((w for w in self._waiting if w.change.cell == change.cell), None)
        if waiting is not None:
            waiting.later.append(change)
            if waiting.placing is not None:
                self._step(waiting.colour, change)
            return []
        name = self.at.get(change.cell)
        if name is None:
            return []
        self._step(name.player, change)
        return self._follow(change, name, now_ns)

    def hear(self, node: Hourglass, report: NodeReport, acts: Sequence[Act], now_ns: int) -> list[Act]:
        """What a node said, and the acts that it told of its glass; they are named."""
        if self._tracks[node].last is report:
            identity, index = self._identity[node.player], node - OWN_HOURGLASSES[node.player][0]
            lies = not report.is_moving and _LYING_TENTHS[0] <= abs(report.rotation) <= _LYING_TENTHS[1]
            says = Says.MOVING if report.is_moving else Says.LYING if lies else Says.RESTING
            identity.heard(Word(report.received_ns, index, says))
            turned_ns = self._pairing.new_turn_ns(node, report.flips, acts)
            if turned_ns is not None:
                identity.heard(Word(turned_ns, index, Says.TURNED))
            self._news.add(node.player)
        paired = self._pair(node.player, now_ns) if acts else []
        told = self.named(acts)
        return paired + told + self.doubted(told, now_ns)

    def named(self, acts: Sequence[Act]) -> list[Act]:
        """What nodes told, under the names that their glasses have."""
        return [named for act in acts if (named := self._pairing.named(act)) is not None]

    def doubted(self, told: Sequence[Act], now_ns: int) -> list[Act]:
        """What is to be said if it is not clear whose node has told of a turn."""
        turned = [act.hourglass for act in told if isinstance(act, Flip) and not act.is_inferred]
        unclear = [name for name in turned if name in self._borne and not self._is_paired(name)]
        self._unpaired.update(unclear)
        return [act for name in unclear for act in self._ask(name, now_ns)]

    def disturbed(self, cell: Cell, at_ns: int) -> None:
        """The reading of that cell wavers at this instant."""
        name = self.at.get(cell)
        if name is not None:
            self._identity[name.player].disturbed(cell, at_ns)

    def believe(self, name: Hourglass, cell: Cell, now_ns: int) -> list[Act]:
        """Both players say that the glass there is that one."""
        self._identity[name.player].believe(name - OWN_HOURGLASSES[name.player][0], cell)
        self._news.add(name.player)
        return self.settle(now_ns)

    def doubts(self) -> tuple[Doubt, ...]:
        """The standing glasses whose names are in doubt, in the order of cells."""
        return tuple(
            Doubt(cell, name, self._perhaps(cell, name))
            for cell, name in sorted(self.at.items())
            if name in self.uncertain
        )

    def _perhaps(self, cell: Cell, presumed: Hourglass) -> tuple[Hourglass, ...]:
        own = OWN_HOURGLASSES[presumed.player]
        names = {presumed, *(own[i] for i in self._identity[presumed.player].may_stand_on(cell))}
        return tuple(sorted(names))

    # What is to be told.

    def settle(self, now_ns: int) -> list[Act]:
        """Name what can be named by now, and put right what was told wrongly."""
        acts: list[Act] = []
        for identity in self._identity.values():
            identity.wake(now_ns)
        for waiting in list(self._waiting):
            acts += self._settle(waiting, now_ns)
        for colour in sorted(self._news):
            acts += self._pair(colour, now_ns) + self._put_right(colour)
            self._end_doubt(colour)
        self._news.clear()
        self._note_air(now_ns)
        return acts

    def take_moved(self) -> list[Moved]:
        """Completed moves since the last call, each by the node of the glass that was moved."""
        moved, self._told.moved = self._told.moved, []
        return [replace(move, hourglass=self._pairing.nodes[move.hourglass]) for move in moved]

    def _note_air(self, now_ns: int) -> None:
        """A glass of which the node is not clear is waited for, whichever it is, for a while after it was let go."""
        since_ns = now_ns - self._settings.radio_wait_ms * NS_PER_MS
        unclear = {g for g, at_ns in self._told.released_ns.items() if at_ns > since_ns and not self._is_paired(g)}
        nodes = {self._pairing.nodes[name] for name in self.in_air}
        for name in (*self.in_air, *unclear):
            own = OWN_HOURGLASSES[name.player]
            nodes |= {own[i] for i in self._identity[name.player].may_be(name - own[0])}
        self.nodes_in_air = frozenset(nodes)

    def _step(self, colour: Player, change: CellChange) -> None:
        identity = self._identity[colour]
        if change.what is Happening.LIFTED:
            identity.lifted(change.cell, change.at_ns)
        else:
            identity.let_go(change.cell, change.at_ns)
        self._news.add(colour)

    def _follow(self, change: CellChange, name: Hourglass, now_ns: int) -> list[Act]:
        is_lift = change.what is Happening.LIFTED
        act = (self._told.lift if is_lift else self._told.let_go)(name, change.cell, change.at_ns)
        self._note_air(now_ns)
        return [act]

    # Naming.

    def _settle(self, waiting: _Waiting, now_ns: int) -> list[Act]:
        is_overdue = now_ns - waiting.since_ns >= self._settings.radio_wait_ms * NS_PER_MS
        free = [name for name in OWN_HOURGLASSES[waiting.colour] if name not in self.at.values()]
        if not free or (waiting.placing is None and self._open_count(waiting.colour) >= len(free)):
            # All three stand already: one of them is on its way here, and its own cell is not judged yet.
            if is_overdue:
                self._waiting.remove(waiting)
                self.phantoms.append(waiting.change.cell)
            return []
        if waiting.placing is None:
            self._open(waiting)
        name, is_presumed = self._name(waiting, free, now_ns, is_overdue=is_overdue)
        if name is None:
            return []
        self._waiting.remove(waiting)
        return self._stand(waiting, name, now_ns, is_presumed=is_presumed)

    def _open_count(self, colour: Player) -> int:
        return sum(w.colour is colour and w.placing is not None for w in self._waiting)

    def _open(self, waiting: _Waiting) -> None:
        waiting.placing = self._identity[waiting.colour].placed(waiting.change.cell, waiting.change.at_ns)
        for change in waiting.later:
            self._step(waiting.colour, change)

    def _name(
        self, waiting: _Waiting, free: list[Hourglass], now_ns: int, *, is_overdue: bool
    ) -> tuple[Hourglass | None, bool]:
        """The name of a glass that stands there, None while it is waited for; and whether that is presumed."""
        identity, placing = self._identity[waiting.colour], waiting.placing
        assert placing is not None
        first = OWN_HOURGLASSES[waiting.colour][0]
        shares = identity.names_at(placing)
        best = max(free, key=lambda name: (shares[name - first], name in self.in_air, -name))
        if not self.is_playing:
            home = next((n for n in OWN_HOURGLASSES[waiting.colour] if HOME[n] == placing.cell), None)
            return (best if home is None else home), False
        if shares[best - first] >= CLEAR:
            return best, not identity.is_clear(placing, best - first)
        is_waited = len(free) > 1 and not is_overdue and self._has_voice(free, now_ns)
        unborne = [n for n in free if n not in self._borne]
        if unborne and all(shares[n - first] < 1 - CLEAR for n in free if n in self._borne):
            return self._new_name(identity, placing, unborne, is_waited=is_waited), False
        return (None, False) if is_waited else (best, True)

    def _new_name(
        self, identity: Identity, placing: Placing, unborne: list[Hourglass], *, is_waited: bool
    ) -> Hourglass | None:
        """A glass that has no name in this match yet: by definition that of its node, if that is free."""
        first = OWN_HOURGLASSES[unborne[0].player][0]
        nodes = identity.node_at(placing)
        name = max(unborne, key=lambda n: (nodes[self._pairing.nodes[n] - first], -n))
        if is_waited and nodes[self._pairing.nodes[name] - first] < _LIKELY:
            return None
        identity.exchange(placing, name - first, lambda index: HOURGLASSES[first + index] not in self._borne)
        return name

    def _has_voice(self, free: list[Hourglass], now_ns: int) -> bool:
        return any(track.is_live(now_ns) for node, track in self._tracks.items() if node.player is free[0].player)

    def _stand(self, waiting: _Waiting, name: Hourglass, now_ns: int, *, is_presumed: bool) -> list[Act]:
        placing, cell, at_ns = waiting.placing, waiting.change.cell, waiting.change.at_ns
        assert placing is not None
        acts: list[Act] = []
        if not self.is_playing:
            acts += self._name_by_corner(placing, name)
        placing.told = name - OWN_HOURGLASSES[waiting.colour][0]
        is_presumed = is_presumed and self.asks
        placing.is_presumed = is_presumed
        self._borne.add(name)
        acts.append(self._told.stand(name, cell, at_ns, is_presumed=is_presumed))
        for change in waiting.later:
            # It may have been lifted again, and stand elsewhere by now.
            if self.at.get(cell) is name:
                acts += self._follow(change, name, now_ns)
        return acts + (self._ask(name, now_ns) if is_presumed else [])

    def _name_by_corner(self, placing: Placing, name: Hourglass) -> list[Act]:
        """Before a match: the glass there is called so; who was called so is called as that glass was."""
        colour = name.player
        identity, first = self._identity[colour], OWN_HOURGLASSES[colour][0]
        shares = identity.names_at(placing)
        other = max(OWN_HOURGLASSES[colour], key=lambda n: (shares[n - first], n is name))
        identity.exchange(placing, name - first, lambda _: True)
        if other is name:
            return []
        return self._told.exchange(name, other, placing.at_ns)

    def _ask(self, name: Hourglass, now_ns: int) -> list[Act]:
        """The name is in doubt; said once for a colour until that is settled."""
        if not self.asks or not self.is_playing:
            return []
        is_asked = any(glass.player is name.player for glass in self.uncertain)
        self.uncertain.add(name)
        return [] if is_asked else [Trouble(now_ns, SensorTrouble.NODE_SILENT, hourglass=name)]

    # Putting right.

    def _pair(self, colour: Player, now_ns: int) -> list[Act]:
        """The nodes of a colour's glasses, if what was believed of them has become untenable."""
        own, identity = OWN_HOURGLASSES[colour], self._identity[colour]
        if not any(node in self._tracks for node in own):
            return []
        now = tuple(self._pairing.nodes[name] - own[0] for name in own)
        best, share = identity.best_nodes(now)
        if best == now or share > 1 - CLEAR:
            return []
        lifted = [self.in_air[name] for name in own if name in self.in_air]
        at_ns = min(lifted, default=now_ns)
        acts = self._pairing.pair(dict(zip(own, (own[i] for i in best), strict=True)), at_ns)
        # A match begins with the figures of the glasses as they are paired then.
        return acts if self.is_playing else [act for act in acts if not isinstance(act, Paired)]

    def _is_paired(self, name: Hourglass) -> bool:
        own = OWN_HOURGLASSES[name.player]
        if not any(node in self._tracks for node in own):
            return True
        return self._identity[name.player].node_of(name - own[0])[self._pairing.nodes[name] - own[0]] >= CLEAR

    def _put_right(self, colour: Player) -> list[Act]:
        """What was told of the placings of late, if all of it is clear now."""
        identity, own = self._identity[colour], OWN_HOURGLASSES[colour]
        placings = identity.placings
        if not self.is_playing or not placings or any(p.told is None for p in placings):
            return []
        best, share = identity.best_named()
        if share < CLEAR:
            return []
        acts: list[Act] = []
        for index, placing in enumerate(placings):
            told = placing.told
            assert told is not None
            if told != best[index]:
                self._told.exchange(own[told], own[best[index]], placing.at_ns)
                acts.append(Swapped(placing.at_ns, own[told], own[best[index]]))
                for later in placings[index:]:
                    later.told = _other_index(later.told, told, best[index])
                    later.is_presumed = False
            elif placing.is_presumed:
                placing.is_presumed = False
                acts.append(Named(placing.at_ns, own[told]))
        return acts

    def _end_doubt(self, colour: Player) -> None:
        """Nothing of that colour is in doubt any more, if no name and no node of those asked for is."""
        is_open = any(p.is_presumed for p in self._identity[colour].placings)
        self._unpaired = {name for name in self._unpaired if not self._is_paired(name)}
        if not is_open:
            self.uncertain -= {name for name in self.uncertain - self._unpaired if name.player is colour}


def _other_index(name: int | None, one: int, other: int) -> int | None:
    return other if name == one else one if name == other else name
