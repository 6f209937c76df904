"""Raw recordings: a controller that tapes what it is fed and what it makes of it."""

import hashlib
import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from tamsk_pi import __version__
from tamsk_pi.clock import SystemClock, date_and_time
from tamsk_pi.daemon.assembly import Parts
from tamsk_pi.daemon.controller import Controller, Decided
from tamsk_pi.daemon.keeper import Unfinished
from tamsk_pi.journal.fields import JsonObject
from tamsk_pi.journal.recording import (
    DecidesUntil,
    LookAnew,
    RoundEnd,
    Session,
    Taped,
)
from tamsk_pi.journal.records import ActRecord, RulingRecord
from tamsk_pi.journal.tape import DEFAULT_BYTES, Tape
from tamsk_pi.layout import Layout
from tamsk_pi.perception.frames import Frame, NodeReport, TiltSwitchEdge
from tamsk_pi.perception.perception import Perception
from tamsk_pi.referee.state import RefereeState
from tamsk_pi.rules.acts import Act, Say, Start
from tamsk_pi.views.catalogue import Text, message

log = logging.getLogger("tamsk_pi")

_ROUND_END: Final = RoundEnd()
Put = Callable[[Taped], None]


class RecordedController(Controller):
    """A controller that puts everything on tape."""

    def __init__(
        self,
        perception: Perception,
        put: Put,
        state: RefereeState | None = None,
        dark_since_ns: int | None = None,
        trouble: Callable[[], str | None] = lambda: None,
    ) -> None:
        """`trouble` says why nothing is put on tape any more, if that is so."""
        super().__init__(perception, state, dark_since_ns)
        self._put = put
        self._trouble = trouble
        self._taped_until_ns: int | None = None

    @property
    def perception(self) -> Perception:
        """Perception as it is now."""
        return self._perception

    def frame(self, frame: Frame) -> None:
        self._put(frame)
        super().frame(frame)

    def report(self, report: NodeReport) -> None:
        self._put(report)
        super().report(report)

    def tilt_switch(self, edge: TiltSwitchEdge) -> None:
        self._put(edge)
        super().tilt_switch(edge)

    def say(self, say: Say) -> None:
        self._put(say)
        super().say(say)

    def start(self, start: Start) -> Start:
        start = super().start(start)  # what is refused is not recorded
        self._put(start)
        return start

    def look_anew(self, perception: Perception) -> None:
        super().look_anew(perception)
        self._put(LookAnew())

    def decide(self) -> Decided:
        if self.decides_until_ns != self._taped_until_ns:
            self._taped_until_ns = self.decides_until_ns
            self._put(DecidesUntil(self.decides_until_ns))
        self._put(_ROUND_END)
        decided = super().decide()
        for ruling in decided.rulings:
            self._put(RulingRecord.of(ruling))
        return decided

    def _findings(self, now_ns: int) -> list[Text]:
        found, trouble = super()._findings(now_ns), self._trouble()
        return found if trouble is None else [*found, message("trouble-recording", detail=trouble)]

    def _note(self, acts: Sequence[Act]) -> None:
        for act in acts:
            if not isinstance(act, (Say, Start)):
                self._put(ActRecord(act))
        super()._note(acts)


class Recorder:
    """One recording, of one daemon or of several in turn; whoever makes it closes it."""

    def __init__(self, path: Path, most_bytes: int = DEFAULT_BYTES) -> None:
        self._path = path
        self._most_bytes = most_bytes
        self._tape: Tape | None = None
        self._has_told = False

    def controller(self, parts: Parts, perception: Perception, unfinished: Unfinished | None) -> Controller:
        """The controller of a daemon that begins. Raises OSError when the file cannot be made."""
        session = _session(parts, unfinished)
        if self._tape is None:
            self._tape = Tape(
                self._path,
                lambda is_first: session if is_first else _session(parts, None, is_from_the_beginning=False),
                most_bytes=self._most_bytes,
                is_threaded=isinstance(parts.clock, SystemClock),
            )
        else:
            self._tape.put(session)
        state, since_ns = (None, None) if unfinished is None else (unfinished.state, unfinished.since_ns)
        return RecordedController(perception, self._put, state, since_ns, lambda: self.trouble)

    @property
    def trouble(self) -> str | None:
        """Why the recording has ended early; None while all is well."""
        return None if self._tape is None else self._tape.trouble

    def close(self) -> None:
        """Write what is left; may be called twice."""
        if self._tape is not None:
            self._tape.close()

    def _put(self, item: Taped) -> None:
        assert self._tape is not None
        self._tape.put(item)
        if self._tape.trouble is not None and not self._has_told:
            self._has_told = True
            log.error("the recording has ended: %s", self._tape.trouble)


def wiring_digest(layout: Layout) -> str:
    """SHA-256 in hex of which reading is where: boards with equal digests give frames of one meaning."""
    return hashlib.sha256(repr(layout.reading_at).encode("ascii")).hexdigest()


def _session(parts: Parts, unfinished: Unfinished | None, *, is_from_the_beginning: bool = True) -> Session:
    config = parts.config
    plain: JsonObject = json.loads(json.dumps(asdict(config), default=str))
    page = plain["page"]
    if isinstance(page, dict):
        page.pop("pin")
    return Session(
        wiring_digest=wiring_digest(parts.layout),
        zero_counts=parts.calibration.zero_counts,
        gains=parts.calibration.gains,
        nodes=config.nodes,
        timer_source=str(config.timer_source),
        config=plain,
        software_version=__version__,
        begun_at=date_and_time(parts.clock.wall_ns()),
        journal=None if unfinished is None else unfinished.path.read_text(encoding="ascii"),
        since_ns=None if unfinished is None else unfinished.since_ns,
        is_from_the_beginning=is_from_the_beginning,
    )
