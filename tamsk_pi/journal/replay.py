"""A journal decided again by the referee: to check it, or to go on with its match."""

from tamsk_pi.journal.comparison import Outcome, decide_again
from tamsk_pi.journal.errors import JournalDifferenceError
from tamsk_pi.journal.records import RULES_VERSION, ActRecord, Journal, WatermarkRecord
from tamsk_pi.referee.referee import RefereeState, Watermark, step
from tamsk_pi.referee.rulings import Ruling

ReplayResult = Outcome[RefereeState]


def replay(journal: Journal) -> ReplayResult:
    """Take every act and watermark through the referee and compare each ruling with the one kept, byte for byte.

    The referee begins with the settings of the header, so that the sand runs as it did, before the match's start too.
    """
    return decide_again(journal.records, RefereeState.initial(journal.header.settings), _step)


def resume(journal: Journal) -> tuple[RefereeState, tuple[Ruling, ...]]:
    """The state in which the match stands, and all its rulings.

    Rulings from index `journal.ruling_count` on were torn off behind the watermark they followed from: keep them
    before anything else. Raises JournalDifferenceError if anything is decided otherwise than it was kept.
    """
    result = replay(journal)
    if result.difference is not None:
        raise JournalDifferenceError(
            f"the match cannot go on, its journal is decided otherwise now: {result.difference}\n"
            f"{versions(journal)}; go on with the version that kept it, or move the journal away and start anew"
        )
    return result.state, result.rulings


def versions(journal: Journal) -> str:
    """Who kept the journal, and who decides now."""
    header = journal.header
    return (
        f"kept by tamsk-pi {header.software_version} with rules version {header.rules_version}, "
        f"decided with rules version {RULES_VERSION}"
    )


def _step(state: RefereeState, cause: ActRecord | WatermarkRecord) -> tuple[RefereeState, tuple[Ruling, ...]]:
    return step(state, cause.act if isinstance(cause, ActRecord) else Watermark(cause.at_ns, cause.sure_ns))
