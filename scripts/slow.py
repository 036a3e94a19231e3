#!/usr/bin/env python3
"""Makes tests/slow.tsv anew: the end-to-end runs that a landing does without, since each takes long.

    PLICA_TESTS=all PLICA_TIMES=$PWD/times.tsv cargo test --release -p plica --test it cases_end_as_their_comments_say
    scripts/slow.py times.tsv [--seconds N]

The first command writes how long each run took, in seconds; the machine should do nothing else. Runs that took at
least N seconds (0.3) are listed, but those of the defaults, and at least FEWEST rows of each case stay. Runs that are
listed already and of which the times say nothing stay listed."""
import argparse, collections, pathlib

LIST = pathlib.Path(__file__).resolve().parent.parent / "tests" / "slow.tsv"
# Rows under which each case runs in every landing, whatever they take; a test holds the list to this.
FEWEST = 8
# What a user runs is always tried.
ALWAYS = "default"


def listed(lines):
    """The runs of the list as it is: rows by cases."""
    runs = collections.defaultdict(set)
    for line in lines:
        if not line.startswith("#"):
            case, rows = line.split("\t")
            runs[case].update(rows.split("; "))
    return runs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("times")
    parser.add_argument("--seconds", type=float, default=0.3)
    arguments = parser.parse_args()
    old = LIST.read_text().splitlines()
    runs = listed(old)
    times = collections.defaultdict(dict)
    for line in pathlib.Path(arguments.times).read_text().splitlines():
        seconds, case, row = line.split("\t")
        times[case][row] = float(seconds)
    rows = {row for of_case in times.values() for row in of_case} | {row for of_case in runs.values() for row in of_case}
    for case, took in times.items():
        for row, seconds in took.items():
            runs[case].discard(row)
            if seconds >= arguments.seconds and row != ALWAYS:
                runs[case].add(row)
        # The quickest of them stay where else too few would.
        for row in sorted(runs[case], key=lambda row: (took.get(row, float("inf")), row)):
            if len(rows) - len(runs[case]) < FEWEST:
                runs[case].discard(row)
    lines = [line for line in old if line.startswith("#")]
    lines += [f"{case}\t{'; '.join(sorted(runs[case]))}" for case in sorted(runs) if runs[case]]
    LIST.write_text("\n".join(lines) + "\n")
    count = sum(map(len, runs.values()))
    saved = sum(took.get(row, 0) for case, took in times.items() for row in runs[case])
    print(f"{count} runs of {sum(map(len, times.values()))} are listed; of those timed they took {saved:.0f} s")


if __name__ == "__main__":
    main()
