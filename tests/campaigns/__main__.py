"""`scripts/campaign NAME [--size N] [--seed N]`."""

import argparse
import json
import sys

from campaigns.busy_computer import BUSY_COMPUTER
from campaigns.calibration import CALIBRATION
from campaigns.flips import FLIPS
from campaigns.hands import HANDS
from campaigns.identity import IDENTITY
from campaigns.matches import MATCHES
from campaigns.referee import REFEREE
from campaigns.rested_flips import RESTED_FLIPS
from campaigns.runner import run
from campaigns.sensing import SENSING
from campaigns.sensing_faults import SENSING_FAULTS

CAMPAIGNS = {
    campaign.name: campaign
    for campaign in (
        *(BUSY_COMPUTER, CALIBRATION, FLIPS, HANDS, IDENTITY, MATCHES, REFEREE),
        *(RESTED_FLIPS, SENSING, SENSING_FAULTS),
    )
}


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/campaign",
        description="Run a long check; the result is one JSON object. Stopped, it goes on where it was.",
        epilog="example: scripts/campaign matches --size 50",
    )
    parser.add_argument("name", choices=sorted(CAMPAIGNS))
    parser.add_argument("--size", type=int, metavar="N", help="how many cases (default: the campaign's own)")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--workers", type=int, metavar="N", help="processes (default: one a core)")
    args = parser.parse_args()
    campaign = CAMPAIGNS[args.name]
    size = campaign.default_size if args.size is None else args.size
    if size < 1:
        parser.error(f"--size {size}: expected at least 1")
    result = run(campaign, size, args.seed, args.workers)
    if campaign.table is not None:
        sys.stderr.write("\n" + campaign.table(result) + "\n")
    sys.stdout.write(json.dumps(result, sort_keys=True) + "\n")
    return 0 if result["failures"] == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
