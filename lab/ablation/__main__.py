"""What the mechanisms and thresholds of `vision` are good for: python -m lab.ablation WHAT … --pictures FOLDER

Films and stills are rendered into FOLDER once. Each run reads them with some mechanisms left out; a run that stands in
`lab/results/ablation.jsonl` for the same code is not repeated. Printed are the counts of each run, its faults and its
processor time beside the run with all mechanisms.

baseline    with all mechanisms
singles     without each
pairs       without each two of one module
third       without a random third, --draws times
greedy      without as many together as cost no fault
thresholds  each threshold doubled and halved, into `lab/results/thresholds.csv`
"""

from __future__ import annotations

import argparse
from pathlib import Path

from lab.ablation import thresholds
from lab.ablation.pictures import QUICK, QUICK_WITH_ENROLMENT, render, usual_set
from lab.ablation.runs import HEAD, Measurement, pairs_of, singles_of, thirds_of
from lab.benchmarks.harness.jobs import add_process_argument
from lab.benchmarks.harness.results import run_command
from lab.house.thresholds import thresholds_of
from lab.training.data.options import at_least

WHAT = ("baseline", "singles", "pairs", "third", "greedy", "thresholds")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m lab.ablation", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="+", choices=WHAT, metavar="WHAT", help=", ".join(WHAT))
    parser.add_argument("--pictures", type=Path, required=True, help="folder of rendered films and stills")
    parser.add_argument("--decks", type=Path, help="folder of decks, one picture a card; drawn packs without it")
    parser.add_argument("--seeds", type=at_least(1), default=1, help="films of each scenario (%(default)s)")
    parser.add_argument("--quick", action="store_true", help="the few films and stills of thresholds alone")
    parser.add_argument("--draws", type=at_least(1), default=5, help="random thirds (%(default)s)")
    parser.add_argument("--seed", type=int, default=2026, help="of the random thirds (%(default)s)")
    parser.add_argument("--only", nargs="+", default=(), metavar="NAME", help="of thresholds, such as SCENE.max_layers")
    add_process_argument(parser)
    arguments = parser.parse_args()
    names = [one.name for one in thresholds_of()]
    if unknown := [name for name in arguments.only if name not in names]:
        parser.error(f"got threshold {unknown[0]!r}, expected one such as {names[0]}")
    arguments.pictures.mkdir(parents=True, exist_ok=True)
    sets = QUICK if arguments.quick else usual_set(arguments.seeds)
    sets = sets if set(arguments.what) - {"thresholds"} else ()
    for name in (*sets, *(QUICK_WITH_ENROLMENT if "thresholds" in arguments.what else ())):
        render(arguments.pictures, name, arguments.decks)
    if sets:
        _print_runs(arguments, Measurement(arguments.pictures, sets, arguments.processes))
    if "thresholds" in arguments.what:
        thresholds.measure(arguments.pictures, arguments.processes, arguments.only)


def _print_runs(arguments: argparse.Namespace, measurement: Measurement) -> None:
    usual = measurement.all_on()
    print(HEAD, usual.row(usual), sep="\n", flush=True)
    runs = {"singles": singles_of(), "pairs": pairs_of(), "third": thirds_of(arguments.seed, arguments.draws)}
    for what in arguments.what:
        for result in measurement.measure(runs.get(what, ())):
            print(result.row(usual), flush=True)
        if what == "greedy":
            off = measurement.greedy(measurement.idle())
            print(measurement.measure([off])[0].row(usual), f"off together: {', '.join(off)}", sep="\n")


if __name__ == "__main__":
    run_command(main)
