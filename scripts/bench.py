#!/usr/bin/env python3
"""Runs plica on the programs under bench/ and tells what each costs.

    bench.py [--plica PATH] [--runs N] [--time-limit D] [--csv FILE] [FILE... | FOLDER...] [-- PLICA-OPTIONS]

Prints a table and writes it as CSV (default: bench.csv in the build folder or the current one). Seconds are wall-clock
of the whole process, the median of the runs; peak memory is that of plica as the kernel reports it,
never below this script's own (about 15 MiB). A program whose header
says "Verdict: holds|violated" is held to it. Exit status 1 when a run gave no report or another verdict, else 0.
Invariant: nothing is measured that plica did not finish; such a row says why instead of showing figures."""
import argparse
import csv
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COLUMNS = ["program", "verdict", "seconds", "paths", "states", "steps", "steps_per_second", "queries", "solver_share", "peak_mib"]


def write_csv(path, columns, rows):
    """Writes these columns of the rows; what else a row has is left out."""
    with open(path, "w", newline="", encoding="utf-8") as f:
        writer = csv.DictWriter(f, columns, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)


def programs(paths):
    """The source files among `paths`, folders searched one level deep."""
    found = []
    for path in paths:
        if os.path.isdir(path):
            names = sorted(os.listdir(path))
            found += [os.path.join(path, n) for n in names if n.endswith((".c", ".cpp", ".rs", ".ll"))]
        else:
            found.append(path)
    return found


def run(command, wall_limit, folder=None):
    """Runs a command in a folder; gives its status, output, wall-clock seconds and the resources that it used."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        start = time.monotonic()
        child = subprocess.Popen(command, stdout=out, stderr=err, stdin=subprocess.DEVNULL, text=True, cwd=folder)
        timer = threading.Timer(wall_limit, child.kill)
        timer.start()
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.monotonic() - start
        timer.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        return child.returncode, out.read(), err.read(), seconds, usage


def measure(command, wall_limit):
    """Runs a command; gives its status, output, wall-clock seconds and peak resident MiB."""
    *result, usage = run(command, wall_limit)
    return *result, usage.ru_maxrss / 1024


def row(program, command, runs, wall_limit):
    """One program's figures, or the reason why there are none."""
    results = []
    for _ in range(runs):
        code, out, err, seconds, peak = measure(command + [program], wall_limit)
        try:
            report = json.loads(out)
        except ValueError:
            lines = err.strip().splitlines()
            return {"program": name_of(program), "verdict": f"no report (status {code}): {lines[-1] if lines else ''}"[:70]}
        results.append((seconds, peak, report))
    seconds = statistics.median(r[0] for r in results)
    peak = max(r[1] for r in results)
    report = min(results, key=lambda r: abs(r[0] - seconds))[2]
    stats = report.get("stats", {})
    total = stats.get("time_s") or seconds
    return {
        "program": name_of(program),
        "verdict": report.get("verdict", "?"),
        "seconds": round(seconds, 3),
        "paths": stats.get("paths", ""),
        "states": stats.get("states", ""),
        "steps": stats.get("steps", ""),
        "steps_per_second": round(stats["steps"] / total) if stats.get("steps") and total else "",
        "queries": stats.get("queries", ""),
        "solver_share": round(stats["solver_time_s"] / total, 3) if "solver_time_s" in stats and total else "",
        "peak_mib": round(peak, 1),
    }


def name_of(program):
    return os.path.splitext(os.path.basename(program))[0]


def expected(program):
    """The verdict that the program's header promises, if it does."""
    with open(program, encoding="utf-8") as f:
        found = re.search(r"Verdict: (holds|violated|undecided)", f.read())
    return found.group(1) if found else None


def show(rows):
    """Prints the rows as an aligned table."""
    cells = [COLUMNS] + [[str(r.get(c, "")) for c in COLUMNS] for r in rows]
    widths = [max(len(line[i]) for line in cells) for i in range(len(COLUMNS))]
    for line in cells:
        text = [c.ljust(w) if i < 2 else c.rjust(w) for i, (c, w) in enumerate(zip(line, widths))]
        print("  ".join(text).rstrip())


def split():
    """The arguments before a lone --, and those after it, which are plica's."""
    arguments, options = sys.argv[1:], []
    if "--" in arguments:
        cut = arguments.index("--")
        arguments, options = arguments[:cut], arguments[cut + 1:]
    return arguments, options


def main():
    arguments, options = split()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", default=[os.path.join(ROOT, "bench")])
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    parser.add_argument("--plica", default=os.path.join(target, "release", "plica"))
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--time-limit", type=float, default=120, help="seconds for each run")
    parser.add_argument("--csv", default=os.path.join(target, "bench.csv") if os.path.isdir(target) else "bench.csv")
    given = parser.parse_args(arguments)
    if not os.access(given.plica, os.X_OK):
        sys.exit(f"bench.py: {given.plica} is missing: cargo build --release")
    command = [given.plica, "check", "--format", "json", "--time-limit", f"{given.time_limit:g}s", *options]
    rows, failed = [], False
    for program in programs(given.programs):
        result = row(program, command, given.runs, given.time_limit * 1.5 + 10)
        promised = expected(program)
        if "seconds" not in result or (promised and result["verdict"] != promised):
            failed = True
            if "seconds" in result:
                result["verdict"] += f" (not {promised})"
        rows.append(result)
    show(rows)
    write_csv(given.csv, COLUMNS, rows)
    print(f"\nwritten to {given.csv}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
