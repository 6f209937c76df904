"""Runs long checks: many independent cases, on all cores, with progress, and going on where it was stopped.

Each finished case is a line of a file beside the checkout's other caches; a campaign that is started again with the
same name and seed leaves out what is there already. The file goes away when the campaign is done.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Final

Json = dict[str, object]

CACHE: Final = Path(__file__).resolve().parents[2] / ".campaigns"


@dataclass(frozen=True, slots=True)
class Campaign:
    """`case` runs one case (seed, index) and says what came out, with "failure": null or a text; `measure` sums up
    all outcomes; `default_size` is the size whose result the docs state. A case covers `per_case` of the size;
    `table` makes the docs' table of the result."""

    name: str
    default_size: int
    case: Callable[[int, int], Json]
    measure: Callable[[Sequence[Json]], Json]
    per_case: int = 1
    table: Callable[[Json], str] | None = None


def run(campaign: Campaign, size: int, seed: int, workers: int | None = None) -> Json:
    """The result as one object: name, size, seed, failures and what was measured."""
    kept = CACHE / f"{campaign.name}-{seed}.jsonl"
    done = _read(kept)
    cases = -(-size // campaign.per_case)
    missing = [i for i in range(cases) if i not in done]
    begun_s = time.monotonic()
    if missing:
        kept.parent.mkdir(exist_ok=True)
        with kept.open("a", encoding="utf-8") as file:
            for number, (index, outcome) in enumerate(_outcomes(campaign, seed, missing, workers), start=1):
                done[index] = outcome
                file.write(json.dumps({"index": index, "outcome": outcome}) + "\n")
                file.flush()
                _tell(campaign.name, cases - len(missing) + number, cases, number, time.monotonic() - begun_s)
    outcomes = [done[i] for i in range(cases)]
    failures = [{"index": i, "failure": o["failure"]} for i, o in enumerate(outcomes) if o["failure"] is not None]
    kept.unlink(missing_ok=True)
    return {
        "name": campaign.name,
        "size": size,
        "seed": seed,
        "failures": len(failures),
        "failed": failures[:20],
        "seconds": round(time.monotonic() - begun_s, 1),
        **campaign.measure(outcomes),
    }


def _outcomes(
    campaign: Campaign, seed: int, indices: Sequence[int], workers: int | None
) -> Iterator[tuple[int, Json]]:
    count = workers or os.cpu_count() or 1
    if count == 1 or len(indices) == 1:
        for index in indices:
            yield index, _outcome(campaign.case, seed, index)
        return
    with ProcessPoolExecutor(count) as pool:
        waiting = {pool.submit(_outcome, campaign.case, seed, index): index for index in indices}
        for future in as_completed(waiting):
            yield waiting[future], future.result()


def _outcome(case: Callable[[int, int], Json], seed: int, index: int) -> Json:
    try:
        return case(seed, index)
    except Exception as error:
        error.add_note(f"seed {seed}, case {index}")
        raise


def _read(path: Path) -> dict[int, Json]:
    if not path.exists():
        return {}
    done: dict[int, Json] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            entry = json.loads(line)
            done[int(entry["index"])] = entry["outcome"]
        except (ValueError, KeyError, TypeError):
            break  # the last line of a run that was stopped while writing
    return done


def _tell(name: str, done: int, size: int, here: int, passed_s: float) -> None:
    left_s = passed_s / here * (size - done)
    end = "\n" if done == size else ""
    if sys.stderr.isatty():
        bar = "█" * (30 * done // size)
        sys.stderr.write(f"\r{name} {bar:·<30} {done}/{size}, {left_s:.0f} s left \033[K{end}")
    elif done == size or done % max(1, size // 20) == 0:
        sys.stderr.write(f"{name}: {done}/{size}, {left_s:.0f} s left\n")
    sys.stderr.flush()
