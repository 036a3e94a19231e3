#!/usr/bin/env python3
"""What a store (`--cache`) saves: runs on programs that were analysed before, as they were and after edits.

    store.py [--plica PATH] [--limit SECONDS] [--libs FOLDER] [--only TEXT] [replay] [calls] [libs] [-- PLICA-OPTIONS]
    store.py --faults [--plica PATH] [--rows LIST] [-- PLICA-OPTIONS]

For each program of bench/replay, of bench/calls and of the libraries in FOLDER (default: ../shared/bench/libs beside the
repository, with an INDEX.tsv), runs `plica check`: without a store; with a new one; once more; with a comment on top;
after an edit of the function that is defined first in the file (the first one of the library), and after one of main.
The edit is a volatile variable that is set and read. What it costs without a store is measured too. Prints a markdown
table of CPU seconds with the compiler's, and of how many functions of how many an edit reaches. --only takes programs
that have TEXT in their names.

--faults: the 41 faulty versions of bench/replay/tcas.c one after the other as edits of one file, each checked for
advice that is not safe, without a store and with one that is kept from version to version: sums of CPU seconds and of
questions that reached a solver, for rows such as `auto/auto` or `inline/unroll` (calls/loops).

Exit status 1 when a run with a store says something else than the run without: another verdict or other errors. Where a
limit ends both nothing is compared. Invariant: deterministic but for the seconds."""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import bench
import replay

EDIT = " volatile int edit_ = 1; (void)edit_;"
FOLDERS = {"replay": os.path.join(bench.ROOT, "bench", "replay"), "calls": os.path.join(bench.ROOT, "bench", "calls")}
# Of the subjects of bench/replay those that take the longest.
SUBJECTS = ["BankAccount main", "Rational simp", "Rational recursive simplify", "WBS launch, four steps", "ASW main",
            "TCAS alt_sep_test", "HeapOp r", "LinkedList Call5Times"]
# What looks like a definition and is none, and the function that is edited by itself.
NO_FIRST = ("main", "if", "for", "while", "switch")
DEFINITION = re.compile(r"^(?!typedef|struct|enum|union|#)[A-Za-z_][\w \t\*]*?\b(\w+)[ \t]*\([^;{}()]*(?:\([^()]*\)[^;{}()]*)*\)\s*\{", re.M)


class Refused(Exception):
    """plica gave no report."""


def run(given, options, files, flags, store):
    """One run: verdict, errors, CPU seconds and statistics."""
    command = [given.plica, "check", "--format", "json", "--time-limit", f"{given.limit:g}s", *options]
    command += ["--cache", store] if store else []
    code, out, err, _, used = bench.run(command + [*files, "--", *flags], given.limit * 1.5 + 20)
    try:
        report = json.loads(out)
    except ValueError:
        lines = err.strip().splitlines()
        raise Refused(f"no report of {os.path.basename(files[0])} (status {code}): {lines[0] if lines else ''}")
    errors = sorted(f"{e['kind']}: {e['message']}" for e in report["errors"])
    cut = any(reason["kind"] in ("time-limit", "memory-limit") for reason in report["reasons"])
    return {"verdict": report["verdict"], "errors": errors, "cut": cut, "stats": report["stats"],
            "seconds": used.ru_utime + used.ru_stime}


def edited(text, name):
    """A text with an edit at the start of a function: of this name, or the first that is defined."""
    for found in DEFINITION.finditer(text):
        own = found.group(1)
        if own == name or name is None and own not in NO_FIRST:
            return text[:found.end()] + EDIT + text[found.end():]
    return None


def measure(given, name, folder, files, flags, options):
    """The lines of the table for one program. `files`: the first has the function that is edited, the last has main."""
    with tempfile.TemporaryDirectory() as scratch:
        for one in os.listdir(folder):
            source = os.path.join(folder, one)
            if os.path.isfile(source):
                shutil.copy(source, scratch)
        store = os.path.join(scratch, "store")
        paths = [os.path.join(scratch, one) for one in files]
        flags = [*flags, "-I", scratch]
        texts = {path: pathlib.Path(path).read_text(encoding="utf-8", errors="surrogateescape") for path in paths}

        def write(path, text):
            for other, own in texts.items():
                pathlib.Path(other).write_text(text if other == path else own, encoding="utf-8", errors="surrogateescape")

        go = lambda with_store: run(given, options, paths, flags, store if with_store else None)
        wrong = []

        def compare(what, plain, stored):
            # What a limit cut has found as much as it had time for.
            if not (plain["cut"] or stored["cut"]) and any(plain[key] != stored[key] for key in ("verdict", "errors")):
                wrong.append(f"{name}, {what}: {plain['verdict']} {plain['errors']} without, {stored['verdict']} {stored['errors']} with a store")

        plain, cold, again = go(False), go(True), go(True)
        compare("a new store", plain, cold)
        compare("again", plain, again)
        cells = [name, plain["verdict"] + (" (cut)" if plain["cut"] else ""),
                 *(f"{one['seconds']:.2f}" for one in (plain, cold, again))]
        main = paths[-1]
        write(main, "/* a comment */\n\n" + texts[main])
        comment = go(True)
        compare("a comment", plain, comment)
        cells.append(f"{comment['seconds']:.2f}")
        for what, path, function in (("first function", paths[0], None), ("main", main, "main")):
            text = edited(texts[path], function)
            if text is None:
                cells.append("-")
                continue
            write(path, text)
            warm, without = go(True), go(False)
            compare(f"an edit of {what}", without, warm)
            stats = warm["stats"]
            changed, same = stats.get("functions_changed", 0), stats.get("functions_same", 0)
            cells.append(f"{warm['seconds']:.2f} / {without['seconds']:.2f} ({changed} of {changed + same})")
            write(path, texts[path])
            go(True)
    return cells, wrong


def programs(given):
    """Name, folder, files, flags for clang, options."""
    for kind in given.kinds or ["replay", "calls", "libs"]:
        if kind == "replay":
            for subject in SUBJECTS:
                file, macros, options, *_ = replay.SUBJECTS[subject]
                yield subject, FOLDERS["replay"], [file + ".c"], macros, options
        elif kind == "calls":
            for file in sorted(os.listdir(FOLDERS["calls"])):
                if file.endswith(".c"):
                    # It has no main.
                    entry = ["--entry", "testAbs"] if file == "testabs.c" else []
                    yield file[:-2], FOLDERS["calls"], [file], [], ["--max-errors", "1", *entry]
        elif kind == "libs":
            index = os.path.join(given.libs, "INDEX.tsv")
            if not os.path.exists(index):
                sys.exit(f"store.py: {index} is not there: name the folder of the libraries with --libs")
            for line in pathlib.Path(index).read_text().splitlines():
                if line and not line.startswith("#"):
                    name, sources, flags, *_ = line.split("\t")
                    yield name, os.path.join(given.libs, name), sources.split(), flags.split(), []
        else:
            sys.exit(f"store.py: {kind}: there are replay, calls and libs")


def faults(given, options):
    """The faulty versions one after the other."""
    wrong = []
    lines = []
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([sys.executable, os.path.join(os.path.dirname(__file__), "replay.py"), "--faults", scratch],
                       check=True, stdout=subprocess.DEVNULL)
        versions = sorted(one for one in os.listdir(scratch) if one.endswith(".c"))
        file = os.path.join(scratch, "edited.c")
        for row in given.rows.split(","):
            calls, loops = row.split("/")
            rows = [*options, "--calls", calls, "--loops", loops]
            store = os.path.join(scratch, "store-" + calls + loops)
            sums = {"cold": [0.0, 0], "warm": [0.0, 0]}
            verdicts = {}
            for version in versions:
                shutil.copy(os.path.join(scratch, version), file)
                plain = run(given, rows, [file], ["-DMAIN=safe"], None)
                warm = run(given, rows, [file], ["-DMAIN=safe"], store)
                for which, one in (("cold", plain), ("warm", warm)):
                    sums[which][0] += one["seconds"]
                    sums[which][1] += one["stats"].get("queries_to_solver", 0)
                verdicts[plain["verdict"]] = verdicts.get(plain["verdict"], 0) + 1
                if (plain["verdict"], plain["errors"]) != (warm["verdict"], warm["errors"]):
                    wrong.append(f"{version}, {row}: {plain['verdict']} without, {warm['verdict']} with a store")
            found = ", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items()))
            lines.append([row, found, *(f"{sums[which][0]:.2f} / {sums[which][1]}" for which in ("cold", "warm"))])
    replay.print_table(["calls/loops", "verdicts", "without a store: seconds / to a solver", "with one"], 2, lines)
    return wrong


def main():
    arguments, options = bench.split()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*")
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(bench.ROOT, "target"))
    parser.add_argument("--plica", default=os.path.join(target, "release", "plica"))
    parser.add_argument("--limit", type=float, default=20, help="seconds for each run")
    parser.add_argument("--libs", default=os.path.join(os.path.dirname(bench.ROOT), "shared", "bench", "libs"))
    parser.add_argument("--only", default="")
    parser.add_argument("--faults", action="store_true")
    parser.add_argument("--rows", default="inline/unroll,replay/unroll,auto/auto")
    given = parser.parse_args(arguments)
    if not os.access(given.plica, os.X_OK):
        sys.exit(f"store.py: {given.plica} is missing: cargo build --release")
    given.plica = os.path.abspath(given.plica)
    if given.faults:
        wrong = faults(given, options)
    else:
        lines, wrong = [], []
        for name, *rest in programs(given):
            if given.only in name:
                *rest, own = rest
                try:
                    cells, bad = measure(given, name, *rest, [*own, *options])
                except Refused as why:
                    wrong.append(f"{name}: {why}")
                    continue
                print(" | ".join(cells), file=sys.stderr, flush=True)
                lines.append(cells)
                wrong += bad
        replay.print_table(["program", "verdict", "without", "new store", "again", "a comment",
                            "first function edited, with / without (functions reached)", "main edited"], 2, lines)
    for line in wrong:
        print("wrong:", line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
