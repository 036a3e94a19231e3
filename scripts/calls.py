#!/usr/bin/env python3
"""Calls in place against calls by summary: the programs of bench/calls, and how three of them grow with their size.

    calls.py [--plica PATH] [--limit SECONDS] [--policies LIST] [--loops POLICY] [--plot FILE] [--csv FILE] [NAME...]
             [-- PLICA-OPTIONS]

Runs `plica check --calls POLICY` on every program and every size of every family (or on those whose names are given)
and prints markdown tables: verdict, queries, paths, states, seconds; for families also the growth per doubling of the
size and the exponent e of size^e that fits best (least squares of the logarithms). `--plot` draws the queries of IncDec
over N as SVG, as Fig. 10 of Vanoverberghe and Piessens 2010. Programs are run up to the first error, families to the
end. Loops are unrolled unless `--loops compact` is given: folded, IncDec has no iterations left to count. A program's
header states its verdict ("Verdict: holds|violated") and what it needs ("Options: ...").
Exit status 1 when a verdict is wrong or an error was not confirmed, else 0: undecided is allowed, it is what is
measured. Invariant: a figure that plica does not give is shown as "-", nothing is fitted to a run that left something
unexplored, and once a size does, larger ones are not tried."""
import argparse
import csv
import json
import math
import os
import re
import sys

import bench

FOLDER = os.path.join(bench.ROOT, "bench", "calls")
PROGRAMS = ["fig1", "fig2", "testabs", "hwm", "parser"]
# Name: program, the macro that is the size, the sizes, further macros.
FAMILIES = {
    "incdec": ("incdec", "N", [10, 20, 40, 80, 160], []),
    "chain": ("chain", "SIZE", [2, 4, 8, 16, 32, 64], ["-DBRANCHES=4"]),
    "tree": ("tree", "DEPTH", [2, 3, 4, 5, 6, 7, 8], []),
}
# A tree of depth d has 2^d - 1 functions: a second measure of its size.
MEASURES = {"tree": ("functions", lambda depth: 2 ** depth - 1)}
FIGURES = ["queries", "paths", "states", "seconds"]
NOT_TRIED = "not tried"


def run(given, options, name, policy, macros, whole):
    """One run, of the whole program or up to an error: its verdict, figures and seconds, or the reason why there are
    none."""
    program = os.path.join(FOLDER, name + ".c")
    with open(program, encoding="utf-8") as f:
        needed = re.search(r"^//! Options: (.*)$", f.read(), re.MULTILINE)
    flags = (needed.group(1).split() if needed else []) + ([] if whole else ["--max-errors", "1"])
    command = [given.plica, "check", "--format", "json", "--calls", policy, "--loops", given.loops, "--time-limit",
               f"{given.limit:g}s", *flags, *options, program]
    code, out, err, seconds, _ = bench.measure(command + (["--", *macros] if macros else []), given.limit * 1.5 + 10)
    try:
        report = json.loads(out)
    except ValueError:
        lines = err.strip().splitlines()
        return {"verdict": f"refused: {lines[0] if lines else f'status {code}'}".replace("error: ", "")}
    row = {figure: report.get("stats", {}).get(figure) for figure in FIGURES}
    row |= {"verdict": report.get("verdict", "?"), "seconds": seconds, "expected": bench.expected(program)}
    unconfirmed = any(not error.get("confirmed") for error in report.get("errors", []))
    decided = row["verdict"] in ("holds", "violated")
    row["wrong"] = decided and row["verdict"] != row["expected"] or unconfirmed
    row["ended"] = decided and not (whole and report.get("reasons"))
    if decided and not row["ended"]:
        row["verdict"] += " (not at its end)"
    return row


def ended(row):
    return row.get("ended", False)


def cells(row):
    """A row's verdict and figures."""
    shown = []
    for figure in FIGURES:
        value = row.get(figure)
        shown.append("-" if value is None else f"{value:.2f}" if figure == "seconds" else str(value))
    return [row["verdict"].replace("|", "/") + (" **wrong**" if row.get("wrong") else ""), *shown]


def growth(before, after, figure):
    """By how much a figure grows when the size doubles, from two runs as (size, row)."""
    (small, low), (large, high) = before, after
    if not (ended(low) and ended(high) and low.get(figure) and high.get(figure)):
        return "-"
    return f"{(high[figure] / low[figure]) ** (math.log(2) / math.log(large / small)):.2f}"


def exponent(points):
    """The e for which size^e fits (size, figure) best, by least squares of the logarithms; none for fewer than three
    points."""
    logs = [(math.log(size), math.log(figure)) for size, figure in points if figure]
    if len(logs) < 3:
        return None
    x, y = (sum(axis) / len(logs) for axis in zip(*logs))
    return sum((a - x) * (b - y) for a, b in logs) / sum((a - x) ** 2 for a, _ in logs)


def print_table(head, left, lines):
    print("| " + " | ".join(head) + " |")
    print("|" + "|".join("---" if i < left else "---:" for i in range(len(head))) + "|")
    for line in lines:
        print("| " + " | ".join(line) + " |")
    print(flush=True)


def family(given, options, name):
    """Runs a family and prints it; gives its rows by (name, policy, size)."""
    program, macro, sizes, macros = FAMILIES[name]
    rows = {}
    for policy in given.policies:
        skip = None
        for size in sizes:
            row = {"verdict": NOT_TRIED} if skip else run(given, options, program, policy, [f"-D{macro}={size}", *macros], True)
            skip = skip or not ended(row)
            rows[policy, size] = row
    lines = []
    for policy in given.policies:
        last = None
        for size in sizes:
            row = rows[policy, size]
            factors = [growth(last, (size, row), figure) if last else "-" for figure in ("queries", "seconds")]
            last = (size, row)
            if row["verdict"] != NOT_TRIED:
                lines.append([policy, str(size), *cells(row), *factors])
    print_table(["calls", macro, "verdict", *FIGURES, "queries per doubling", "seconds per doubling"], 1, lines)
    for policy in given.policies:
        whole = [(size, rows[policy, size]) for size in sizes if ended(rows[policy, size])]
        for unit, measure in [(macro, lambda size: size), *filter(None, [MEASURES.get(name)])]:
            fits = [(figure, exponent([(measure(size), row.get(figure)) for size, row in whole]))
                    for figure in ("queries", "seconds")]
            said = ", ".join(f"{figure} ~ {unit}^{e:.2f}" for figure, e in fits if e is not None)
            print(f"{name}, {policy}: {said or 'too few runs to fit'} ({len(whole)} of {len(sizes)} sizes ended)")
    print(flush=True)
    return {(name, policy, size): row for (policy, size), row in rows.items()}


def plot(path, rows, policies):
    """Fig. 10: queries over N, a line for each policy."""
    sizes = FAMILIES["incdec"][2]
    lines = {policy: [(size, rows["incdec", policy, size]["queries"]) for size in sizes
                      if ended(rows["incdec", policy, size])] for policy in policies}
    lines = {policy: points for policy, points in lines.items() if points}
    top = max((figure for points in lines.values() for _, figure in points), default=1)
    left, right, high, low = 70, 560, 20, 320
    x = lambda size: left + (right - left) * size / sizes[-1]
    y = lambda figure: low - (low - high) * figure / top
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 370" font-family="sans-serif" font-size="12">',
             '<rect width="680" height="370" fill="white"/>',
             f'<path d="M{left} {high}V{low}H{right}" fill="none" stroke="black"/>',
             f'<text x="{(left + right) / 2}" y="358" text-anchor="middle">N</text>',
             f'<text transform="translate(14 {(high + low) / 2}) rotate(-90)" text-anchor="middle">queries</text>']
    parts += [f'<text x="{x(size):.1f}" y="{low + 16}" text-anchor="middle">{size}</text>' for size in sizes]
    parts += [f'<text x="{left - 6}" y="{y(top * i / 4) + 4:.1f}" text-anchor="end">{round(top * i / 4)}</text>'
              for i in range(5)]
    for (policy, points), colour in zip(lines.items(), ["#b03030", "#2060b0", "#308030", "#806020"]):
        marks = [(x(size), y(figure)) for size, figure in points]
        path_data = " ".join(f"{a:.1f},{b:.1f}" for a, b in marks)
        parts.append(f'<polyline points="{path_data}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{colour}"/>' for a, b in marks]
        parts.append(f'<text x="{marks[-1][0] + 8:.1f}" y="{marks[-1][1] + 4:.1f}" fill="{colour}">{policy}</text>')
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join([*parts, "</svg>"]) + "\n")


def main():
    arguments, options = bench.split()
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(bench.ROOT, "target"))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="programs and families (default: all)")
    parser.add_argument("--plica", default=os.path.join(target, "release", "plica"))
    parser.add_argument("--limit", type=float, default=60, help="seconds for each run (default: 60)")
    parser.add_argument("--policies", type=lambda text: text.split(","), default=["inline", "summary"],
                        help="values of --calls (default: inline,summary)")
    parser.add_argument("--loops", default="unroll", help="the value of --loops (default: unroll)")
    parser.add_argument("--plot", metavar="FILE", help="draw the queries of IncDec over N as SVG")
    parser.add_argument("--csv", help="write the figures there too")
    given = parser.parse_args(arguments)
    if not os.access(given.plica, os.X_OK):
        sys.exit(f"calls.py: {given.plica} is missing: cargo build --release")
    known = [*PROGRAMS, *FAMILIES]
    strangers = set(given.names) - set(known)
    if strangers:
        sys.exit(f"calls.py: no program {', '.join(sorted(strangers))}; there are {', '.join(known)}")
    names = [name for name in known if not given.names or name in given.names]
    if given.plot and "incdec" not in names:
        sys.exit("calls.py: --plot draws incdec, which is not among the names")
    rows = {(name, policy, ""): run(given, options, name, policy, [], False)
            for name in names if name in PROGRAMS for policy in given.policies}
    if rows:
        lines = [[f"`{name}`", policy, *cells(row)] for (name, policy, _), row in rows.items()]
        print_table(["program", "calls", "verdict", *FIGURES], 3, lines)
    for name in names:
        if name in FAMILIES:
            rows |= family(given, options, name)
    if given.plot:
        plot(given.plot, rows, given.policies)
    if given.csv:
        with open(given.csv, "w", newline="", encoding="utf-8") as f:
            writer = csv.writer(f)
            writer.writerow(["name", "calls", "size", "verdict", *FIGURES])
            writer.writerows([*key, *cells(row)] for key, row in rows.items())
    return 1 if any(row.get("wrong") for row in rows.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
