#!/usr/bin/env python3
"""Table 1 of Slabý, Strejček, Trtík: Compact Symbolic Execution, 2013: the programs of bench/table1, unrolled and
folded.

    table1.py [--plica PATH] [--limit SECONDS] [--jobs N] [--policies LIST] [--csv FILE] [PROGRAM...] [-- PLICA-OPTIONS]

Runs `plica check --loops POLICY` on every program (or on those whose names are given) for each policy and prints a
markdown table with the paper's columns, then how many programs each policy decides and the median of the seconds of
those. Seconds are wall-clock of the whole process. The expected verdict stands in a program's header ("Verdict:
holds|violated"). Exit status 1 when a verdict is wrong or an error was not confirmed, else 0: undecided is allowed, it
is what is measured. Invariant: a figure that plica does not give is shown as "-", and a run that gives no report is
shown with its reason."""
import argparse
import concurrent.futures
import csv
import json
import os
import statistics
import sys

import bench

FOLDER = os.path.join(bench.ROOT, "bench", "table1")
# In the order of the paper: the ten reachable targets, then the three that are not.
ORDER = ["hello", "HW", "HWM", "matrIR", "matrIR_dyn", "VM", "VMS", "decode_packets", "WinDriver", "EQCNT", "EQCNTex",
         "OneLoop", "TwoLoops"]
# The paper's columns, each with the names that plica's statistics may have for it.
FIGURES = [("templates", ["templates"]), ("cycles", ["cycles"]), ("states", ["states"]), ("queries", ["queries"]),
           ("unknowns", ["queries_unknown", "unknown_queries", "unknowns"])]


def run(plica, program, policy, limit, options):
    """One run: its verdict, figures and seconds, or the reason why there are none."""
    command = [plica, "check", "--format", "json", "--max-errors", "1", "--loops", policy, "--time-limit", f"{limit:g}s", *options, program]
    code, out, err, seconds, _ = bench.measure(command, limit * 1.5 + 10)
    try:
        report = json.loads(out)
    except ValueError:
        lines = err.strip().splitlines()
        return {"verdict": f"no report (status {code}): {lines[0] if lines else ''}"[:60], "seconds": None}
    stats = report.get("stats", {})
    row = {name: next((stats[key] for key in keys if key in stats), None) for name, keys in FIGURES}
    row["verdict"] = report.get("verdict", "?")
    row["seconds"] = seconds
    row["confirmed"] = all(error.get("confirmed") for error in report.get("errors", []))
    return row


def judge(row, expected):
    """"right", "wrong" or "open"."""
    if row["verdict"] == expected:
        return "right" if row.get("confirmed", True) else "wrong"
    return "wrong" if row["verdict"] in ("holds", "violated") else "open"


def cells(row, expected):
    """A row's cells under one policy."""
    mark = " **wrong**" if judge(row, expected) == "wrong" else ""
    figures = ["-" if row.get(name) is None else str(row[name]) for name, _ in FIGURES]
    seconds = "-" if row["seconds"] is None else f"{row['seconds']:.2f}"
    return [row["verdict"].replace("|", "/") + mark, *figures, seconds]


def table(names, expected, policies, results):
    """The markdown table."""
    head = ["program", "expected"]
    for policy in policies:
        head += [f"{policy}: verdict", *(name for name, _ in FIGURES), "seconds"]
    lines = [head, ["---", "---"] + ["---", *["---:"] * (len(FIGURES) + 1)] * len(policies)]
    for name in names:
        line = [f"`{name}`", expected[name]]
        for policy in policies:
            line += cells(results[name, policy], expected[name])
        lines.append(line)
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def summary(names, expected, policy, results):
    """What one policy decides, in a sentence."""
    judged = {name: judge(results[name, policy], expected[name]) for name in names}
    right = [results[name, policy]["seconds"] for name in names if judged[name] == "right"]
    wrong = sum(1 for verdict in judged.values() if verdict == "wrong")
    queries = sum(results[name, policy].get("queries") or 0 for name in names)
    unknowns = sum(results[name, policy].get("unknowns") or 0 for name in names)
    median = f", median of these {statistics.median(right):.2f} s" if right else ""
    share = f", {unknowns} of {queries} queries unknown ({100 * unknowns / queries:.2f} %)" if queries else ""
    return f"{policy}: {len(right)} of {len(names)} decided, {wrong} wrong{median}{share}"


def main():
    arguments, options = bench.split()
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(bench.ROOT, "target"))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help="names such as hello (default: all)")
    parser.add_argument("--plica", default=os.path.join(target, "release", "plica"))
    parser.add_argument("--limit", type=float, default=60, help="seconds for each run (default: 60)")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="runs at a time, 2 at most")
    parser.add_argument("--policies", default="unroll,compact", help="values of --loops (default: unroll,compact)")
    parser.add_argument("--csv", help="write the figures there too")
    given = parser.parse_args(arguments)
    if not os.access(given.plica, os.X_OK):
        sys.exit(f"table1.py: {given.plica} is missing: cargo build --release")
    names = [name for name in ORDER if not given.programs or name in given.programs]
    strangers = set(given.programs) - set(ORDER)
    if strangers:
        sys.exit(f"table1.py: no program {', '.join(sorted(strangers))}; there are {', '.join(ORDER)}")
    policies = [policy for policy in given.policies.split(",") if policy]
    files = {name: os.path.join(FOLDER, name + ".c") for name in names}
    expected = {name: bench.expected(files[name]) for name in names}
    results = {}
    with concurrent.futures.ThreadPoolExecutor(max(1, min(given.jobs, 2))) as pool:
        jobs = {pool.submit(run, given.plica, files[name], policy, given.limit, options): (name, policy)
                for name in names for policy in policies}
        for job in concurrent.futures.as_completed(jobs):
            results[jobs[job]] = job.result()
            if sys.stderr.isatty():
                print(f"\r{len(results)} of {len(jobs)} runs", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print(table(names, expected, policies, results))
    print()
    for policy in policies:
        print(summary(names, expected, policy, results))
    if given.csv:
        with open(given.csv, "w", newline="", encoding="utf-8") as f:
            writer = csv.writer(f)
            writer.writerow(["program", "expected", "policy", "verdict", *(name for name, _ in FIGURES), "seconds"])
            for name, policy in sorted(results):
                writer.writerow([name, expected[name], policy, *cells(results[name, policy], expected[name])])
    return 1 if any(judge(results[key], expected[key[0]]) == "wrong" for key in results) else 0


if __name__ == "__main__":
    sys.exit(main())
