"""`tamsk-pi referee`: a scenario decided by the referee alone, without sensors."""

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tamsk_pi.cli.commands import add_command
from tamsk_pi.cli.errors import Exit
from tamsk_pi.cli.explaining import add_explain, explained
from tamsk_pi.cli.files import flush_results, read_scenario
from tamsk_pi.referee.referee import RefereeState, Watermark, step
from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.scenario.acts import to_acts
from tamsk_pi.scenario.expectations import check
from tamsk_pi.scenario.statements import Scenario

if TYPE_CHECKING:
    from tamsk_pi.cli.commands import Subparsers


def add(subparsers: "Subparsers") -> None:
    parser = add_command(
        subparsers,
        "referee",
        "decide a scenario without sensors and print its rulings",
        "referee late.tamsk\nreferee late.tamsk --explain",
        "Exit code 1 if a ruling the scenario expects did not come.",
    )
    parser.add_argument("file", metavar="FILE", help="scenario to decide, - for standard input")
    add_explain(parser)


def run(args: argparse.Namespace) -> int:
    scenario = read_scenario(args.file)
    rulings = tuple(rulings_of(scenario))
    if args.explain:
        lines = explained(rulings, scenario.settings, args.language)
    else:
        lines = (ruling.as_line() for ruling in rulings)
    sys.stdout.writelines(f"{line}\n" for line in lines)
    unmet = check(scenario, [ruling.as_json() for ruling in rulings])
    flush_results()
    for expectation in unmet:
        sys.stderr.write(f"{expectation.message}\n")
    return Exit.ANSWER_IS_NO if unmet else Exit.DONE


def rulings_of(scenario: Scenario) -> Iterator[Ruling]:
    """The rulings in the order in which they are made, up to the scenario's end."""
    state = RefereeState.initial(scenario.settings)
    for event in (*to_acts(scenario), Watermark(scenario.end_ns)):
        state, rulings = step(state, event)
        yield from rulings
