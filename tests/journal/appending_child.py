"""A process that appends to a journal and says so, until it is killed: `appending_child.py JOURNAL`."""

import sys
from pathlib import Path

from journal_samples import HEADER

from tamsk_pi.journal.records import WatermarkRecord
from tamsk_pi.journal.store import JournalWriter


def main() -> None:
    with JournalWriter.create(Path(sys.argv[1]), HEADER) as writer:
        at_ns = 0
        while True:
            writer.append([WatermarkRecord(at_ns), WatermarkRecord(at_ns + 1)])
            sys.stdout.write(f"{at_ns + 1}\n")
            sys.stdout.flush()
            at_ns += 2


if __name__ == "__main__":
    main()
