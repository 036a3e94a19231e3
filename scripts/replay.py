#!/usr/bin/env python3
"""The subjects of bench/replay under each way to take calls, as Table I of the paper of memoized replay.

    replay.py [--plica PATH] [--limit SECONDS] [--calls LIST] [--loops LIST] [--brief] [--csv FILE] [NAME...]
              [-- PLICA-OPTIONS]
    replay.py --targets [--plica PATH] [--limit SECONDS] [NAME...] [-- PLICA-OPTIONS]
    replay.py --faults FOLDER

Runs `plica check --calls CALLS --loops LOOPS` on every subject (or on those whose names contain a NAME) and prints a
markdown table with a line for each subject and row: verdict, paths, branches on inputs, feasibility questions, those
that reached a solver, CPU seconds with the children's, peak memory, calls replayed or summarised, and nodes of the
choice trees beside those of the execution tree. A row that this plica does not have says so. The second table has the
sums and, for each row, how many of the questions in place it asks. `paper` is what Table I has for execution without
replay, twice the branches; those of subjects that are not public or have another bound here are not comparable.
`--brief` prints a line for each subject, with questions, those that reached a solver and CPU seconds for each row, in
the place of the first table.

`--targets` prints Table II instead: the first, a middle and the last path of methods as a target, looked for in place
(plain), by replay that takes paths to it first (H1) and by replay that takes no others (H2); the first error ends a
run. Cells are CPU seconds / feasibility questions / those that reached a solver.

`--faults` writes the 41 faulty versions of tcas.c as tcas01.c to tcas41.c into a folder and does nothing else.

Exit status 1 when rows contradict each other, a verdict is not the subject's, an error was not confirmed or a target
was not found, else 0: undecided is allowed, it is what is measured. Invariant: a figure that plica does not give is shown as "-"."""
import argparse
import csv
import json
import os
import sys

import bench
import targets

FOLDER = os.path.join(bench.ROOT, "bench", "replay")
# Name: file, macros, plica's flags, the paper's questions without replay, the verdict.
SUBJECTS = {
    "p": ("pq", ["-DMAIN=p"], [], None, "holds"),
    "q": ("pq", ["-DMAIN=q"], [], 10, "holds"),
    "BankAccount main": ("bankaccount", ["-DROUNDS=5"], [], 706, "holds"),
    "Rational gcd": ("rational", ["-DMAIN=gcd"], [], 40, "holds"),
    "Rational simplify": ("rational", ["-DMAIN=simplify"], [], 92, "holds"),
    "Rational simp": ("rational", ["-DMAIN=simp"], [], 19412, "holds"),
    "Rational recursive simplify": ("rational", ["-DRECURSIVE", "-DBOUND=4"], [], 504, "holds"),
    "WBS update": ("wbs", ["-DMAIN=update"], [], 478, "holds"),
    "WBS main1": ("wbs", ["-DMAIN=main1"], [], 2206, "holds"),
    "WBS main2": ("wbs", ["-DMAIN=main2"], [], 3742, "holds"),
    "WBS launch": ("wbs", ["-DMAIN=launch"], [], 27646, "holds"),
    "WBS launch, four steps": ("wbs", ["-DMAIN=launch", "-DSTEPS=4"], [], None, "holds"),
    "ASW main1": ("asw", ["-DMAIN=main1"], [], 42, "holds"),
    "ASW main2": ("asw", ["-DMAIN=main2"], [], 402, "holds"),
    "ASW main0": ("asw", ["-DMAIN=main0"], [], 858, "holds"),
    "ASW main": ("asw", ["-DMAIN=main3"], [], 5850, "holds"),
    "TCAS climb": ("tcas", ["-DMAIN=climb"], [], 30, "holds"),
    "TCAS descend": ("tcas", ["-DMAIN=descend"], [], 30, "holds"),
    "TCAS alt_sep_test": ("tcas", ["-DMAIN=alt_sep"], [], 678, "holds"),
    "TCAS safe": ("tcas", ["-DMAIN=safe"], [], None, "holds"),
    "Apollo Main1": ("apollo", ["-DMAIN=Main1"], [], 348, "holds"),
    "Apollo MainSymbolic, one iteration": ("apollo", ["-DMAIN=MainSymbolic", "-DITERATIONS=1"], [], None, "holds"),
    "Apollo MainSymbolic": ("apollo", ["-DMAIN=MainSymbolic"], [], 12381, "holds"),
    "SwapNode swapNode": ("swapnode", [], ["--entry", "swapNode"], 16, "holds"),
    "SwapNode callSwapNode": ("swapnode", [], ["--entry", "callSwapNode"], None, "holds"),
    "SwapNode callTwice": ("swapnode", [], ["--entry", "callTwice"], 742, "holds"),
    "SwapNode call3Times": ("swapnode", [], ["--entry", "call3Times"], 48056, "holds"),
    "HeapOp q": ("heapop", [], ["--entry", "q"], 236, "holds"),
    "HeapOp r": ("heapop", [], ["--entry", "r"], 255976, "holds"),
    "LinkedList add": ("linkedlist", [], ["--entry", "add"], 206, "holds"),
    "LinkedList repOk": ("linkedlist", [], ["--entry", "repOk"], 50, "holds"),
    "LinkedList Call3Times": ("linkedlist", [], ["--entry", "Call3Times", "--entry-objects", "2"], 1660, "holds"),
    "LinkedList Call5Times": ("linkedlist", [], ["--entry", "Call5Times", "--entry-objects", "1"], 15580, "holds"),
    "LinkedList Call3Times, a list made": ("linkedlist", ["-DMAIN=Call3Times", "-DSIZE=2"], [], None, "holds"),
    "LinkedList Call5Times, a list made": ("linkedlist", ["-DMAIN=Call5Times", "-DSIZE=1"], [], None, "holds"),
}
CALLS = ["inline", "summary", "replay", "auto"]
LOOPS = ["unroll", "auto"]
DECIDED = ("holds", "violated")
# Heading of a column, and the statistic or statistics of the report that it is the sum of.
FIGURES = {
    "paths": ["paths"],
    "branches": ["forks", "implied_branches"],
    "questions": ["queries"],
    "to a solver": ["queries_to_solver"],
    "calls replayed": ["calls_replayed"],
    "calls summarised": ["calls_summarised"],
    "nodes, compressed": ["choice_tree_nodes"],
    "nodes": ["tree_nodes"],
}


def run(given, options, name, calls, loops):
    """One run: its verdict, figures, CPU seconds and MiB, or the reason why there are none."""
    file, macros, flags, _, expected = SUBJECTS[name]
    command = [given.plica, "check", "--format", "json", "--calls", calls, "--loops", loops, "--time-limit",
               f"{given.limit:g}s", *flags, *options, os.path.join(FOLDER, file + ".c"), "--", *macros]
    code, out, err, _, used = bench.run(command, given.limit * 1.5 + 10)
    try:
        report = json.loads(out)
    except ValueError:
        lines = err.strip().splitlines()
        text = (lines[0] if lines else f"status {code}").replace("error: ", "")
        return {"verdict": "missing" if "not in this version" in text or "does not have" in text else f"refused: {text}"}
    stats = report.get("stats", {})
    row = {figure: sum(stats[part] for part in parts) if all(part in stats for part in parts) else None
           for figure, parts in FIGURES.items()}
    verdict = report.get("verdict", "?")
    memory = stats["peak_memory"] / 2**20 if "peak_memory" in stats else None
    row |= {"verdict": verdict, "seconds": used.ru_utime + used.ru_stime, "MiB": memory}
    unconfirmed = any(not error.get("confirmed") for error in report.get("errors", []))
    row["wrong"] = verdict in DECIDED and verdict != expected or unconfirmed
    return row


def shown(value):
    return "-" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)


def print_table(head, left, lines):
    print("| " + " | ".join(head) + " |")
    print("|" + "|".join("---" if i < left else "---:" for i in range(len(head))) + "|")
    for line in lines:
        print("| " + " | ".join(line) + " |", flush=True)
    print(flush=True)


def write_faults(folder):
    """The faulty versions of tcas.c, each an edit of one place."""
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(FOLDER, "tcas.c"), encoding="utf-8") as f:
        program = f.read()
    with open(os.path.join(FOLDER, "tcas_faults.tsv"), encoding="utf-8") as f:
        faults = [line.rstrip("\n").split("\t") for line in f if not line.startswith("#")]
    for number, _, old, new in faults:
        old, new = (text.replace("\\n", "\n") for text in (old, new))
        if program.count(old) != 1:
            sys.exit(f"replay.py: fault {number}: its text is in tcas.c {program.count(old)} times, not once")
        with open(os.path.join(folder, f"tcas{int(number):02}.c"), "w", encoding="utf-8") as f:
            f.write(program.replace(old, new))
    print(f"{len(faults)} faulty versions written to {folder}")


def print_brief(rows, names, ways):
    lines = []
    for name in names:
        first = rows[name, ways[0]]
        cells = [name, shown(SUBJECTS[name][3]), shown(first.get("paths")), shown(first.get("branches"))]
        for way in ways:
            row = rows[name, way]
            figures = " / ".join(shown(row.get(figure)) for figure in ("questions", "to a solver", "seconds"))
            cells.append(figures if row["verdict"] in DECIDED else row["verdict"])
        lines.append(cells)
    print_table(["subject", "paper", "paths", "branches", *(", ".join(way) for way in ways)], 1, lines)


def sums(rows, names, ways):
    """What each row costs over the subjects that all rows which are there decide, and its questions against those in
    place."""
    there = [way for way in ways if any(rows[name, way]["verdict"] != "missing" for name in names)]
    common = [name for name in names if all(rows[name, way]["verdict"] in DECIDED for way in there)]
    lines = []
    for way in there:
        plain = ("inline", way[1])
        of = lambda which, figure: sum(rows[name, which].get(figure) or 0 for name in common)
        share = f"{of(way, 'questions') / of(plain, 'questions'):.2f}" if plain in there and of(plain, "questions") else "-"
        decided = sum(rows[name, way]["verdict"] in DECIDED for name in names)
        lines.append([*way, str(decided), str(of(way, "questions")), share, str(of(way, "to a solver")), f"{of(way, 'seconds'):.2f}"])
    print(f"Sums over the {len(common)} of {len(names)} subjects that every row decides:\n")
    print_table(["calls", "loops", "decided", "questions", "of those in place", "to a solver", "seconds"], 2, lines)


def main():
    arguments, options = bench.split()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(bench.ROOT, "target"))
    parser.add_argument("--plica", default=os.path.join(target, "release", "plica"))
    parser.add_argument("--limit", type=float, default=60, help="seconds for each run")
    parser.add_argument("--calls", default=",".join(CALLS))
    parser.add_argument("--loops", default=",".join(LOOPS))
    parser.add_argument("--brief", action="store_true")
    parser.add_argument("--csv")
    parser.add_argument("--targets", action="store_true")
    parser.add_argument("--faults", metavar="FOLDER")
    given = parser.parse_args(arguments)
    if given.faults:
        write_faults(given.faults)
        return 0
    if not os.access(given.plica, os.X_OK):
        sys.exit(f"replay.py: {given.plica} is missing: cargo build --release")
    if given.targets:
        return 0 if targets.table(given, options) else 1
    names = [name for name in SUBJECTS if not given.names or any(part in name for part in given.names)]
    if not names:
        sys.exit(f"replay.py: there is no such subject: there are {', '.join(SUBJECTS)}")
    ways = [(calls, loops) for loops in given.loops.split(",") for calls in given.calls.split(",")]
    rows, lines, failed = {}, [], False
    for name in names:
        for way in ways:
            row = rows[name, way] = run(given, options, name, *way)
            failed |= row.get("wrong", False)
            verdict = row["verdict"].replace("|", "/") + (" **wrong**" if row.get("wrong") else "")
            figures = [shown(row.get(figure)) for figure in FIGURES]
            figures[4:4] = [shown(row.get("seconds")), shown(row.get("MiB"))]
            lines.append([name, *way, shown(SUBJECTS[name][3]), verdict, *figures])
            print(f"{name}, {', '.join(way)}: {verdict}", file=sys.stderr, flush=True)
        verdicts = {rows[name, way]["verdict"] for way in ways} & set(DECIDED)
        if len(verdicts) > 1:
            failed = True
            print(f"contradiction: {name}: {', '.join(verdicts)}")
    heads = list(FIGURES)
    heads[4:4] = ["seconds", "MiB"]
    if given.brief:
        print_brief(rows, names, ways)
    else:
        print_table(["subject", "calls", "loops", "paper", "verdict", *heads], 3, lines)
    sums(rows, names, ways)
    if given.csv:
        with open(given.csv, "w", newline="", encoding="utf-8") as f:
            writer = csv.writer(f)
            writer.writerow(["subject", "calls", "loops", "paper", "verdict", *heads])
            writer.writerows(lines)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
