#!/usr/bin/env python3
"""Differential test on random programs: plica's concrete execution against the native binary.

    csmith.py [--count N] [--seed FIRST] [--jobs N] [--limit SECONDS] [--plica PATH] [--keep FOLDER]

Csmith writes programs whose output is a checksum over their globals. Each is built and run natively and with
`plica check --checks none --echo`; the checksum lines must be equal. Seeds whose native program does not end are
replaced by later ones. Prints one line for every seed that is wrong or unfinished and a summary.
Exit status 0 when none is wrong and at least 95 per cent finish, else 1."""
import argparse
import os
import re
import shutil
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from native import clang, run

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HEADERS = "/usr/include/csmith"


def checksum(text):
    found = re.search(r"^checksum = .*$", text, re.M)
    return found.group(0) if found else None


def compare(seed, given, compiler, folder):
    """(outcome, detail, seconds); the outcome is same, wrong, unfinished or skipped."""
    source, native = os.path.join(folder, f"seed{seed}.c"), os.path.join(folder, f"seed{seed}")
    if run(["csmith", "--seed", str(seed), "--output", source], 20, cwd=folder) is None:
        return "skipped", "csmith does not end", 0
    built = run([compiler, "-w", "-O1", "-I", HEADERS, "-o", native, source], 60)
    ran = run([native], 5) if built and built[2] == 0 else None
    expected = checksum(ran[0]) if ran else None
    if expected is None:
        return "skipped", "no native checksum", 0
    start = time.monotonic()
    ran = run([given.plica, "check", "--checks", "none", "--echo", "--time-limit", f"{given.limit:g}s", source,
               "--", "-w", "-I", HEADERS], given.limit * 1.5 + 10)
    seconds = time.monotonic() - start
    actual = checksum(ran[0]) if ran else None
    if actual == expected:
        os.unlink(source)
        os.unlink(native)
        return "same", "", seconds
    if actual is None:
        why = "killed" if ran is None else f"status {ran[2]}: " + " | ".join((ran[1] + ran[0]).strip().splitlines()[-3:])[:200]
        return "unfinished", why, seconds
    return "wrong", f"native {expected}, plica {actual}", seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    parser.add_argument("--plica", default=os.path.join(target, "release", "plica"))
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--keep", default=None, help="where programs that are not the same stay")
    given = parser.parse_args()
    if not shutil.which("csmith") or not os.path.exists(os.path.join(HEADERS, "csmith.h")):
        sys.exit("csmith.py: csmith and its headers (Debian: csmith libcsmith-dev) are not installed")
    if not os.access(given.plica, os.X_OK):
        sys.exit(f"csmith.py: {given.plica} is missing: cargo build --release")
    compiler = clang()
    folder = given.keep or tempfile.mkdtemp(prefix="plica-csmith-")
    os.makedirs(folder, exist_ok=True)
    counts, times, seed = {"same": 0, "wrong": 0, "unfinished": 0, "skipped": 0}, [], given.seed
    with ThreadPoolExecutor(given.jobs) as pool:
        while (missing := given.count + counts["skipped"] - (seed - given.seed)) > 0:
            batch = range(seed, seed + missing)
            seed += missing
            for s, (outcome, detail, seconds) in zip(batch, pool.map(lambda s: compare(s, given, compiler, folder), batch)):
                counts[outcome] += 1
                if outcome == "same":
                    times.append((seconds, s))
                elif outcome != "skipped":
                    print(f"seed {s}: {outcome} after {seconds:.1f} s: {detail}", flush=True)
    counted = given.count
    times.sort()
    middle = ""
    if times:
        (typical, _), (longest, slow) = times[len(times) // 2], times[-1]
        middle = f", median {typical:.2f} s, longest {longest:.1f} s (seed {slow})"
    print(f"{counts['same']} of {counted} the same, {counts['wrong']} wrong, {counts['unfinished']} unfinished{middle}")
    if not given.keep:
        shutil.rmtree(folder)
    return 0 if counts["wrong"] == 0 and counts["same"] >= 0.95 * counted else 1


if __name__ == "__main__":
    sys.exit(main())
