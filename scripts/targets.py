"""Targets on paths of methods: Table II of the paper of memoized replay, for `replay.py --targets`.

A target is a path, and `--target` names places. So a copy of the subject is written that notes the decisions of a
method's path in a number, and calls a function at its end if that is the number of the path that is looked for. The
number is a constant on each path, so that nothing is asked for it. `PATH` not given, the copy lists paths: it compares
an input with the number, and the execution tree has a node for each. Paths are in the order of their decisions, those
that are true first, of all that the driver gets to.

Invariant: the subjects are as they are, and so are the figures of the other table."""
import json
import os
import re
import sys
import tempfile

import bench

FOLDER = os.path.join(bench.ROOT, "bench", "replay")
# Name: file, function, macros of the driver that calls it, and those for listing its paths where they are others.
METHODS = {
    "BankAccount withdraw": ("bankaccount", "withdraw", ["-DROUNDS=6"], []),
    "Rational gcd": ("rational", "gcd_of", ["-DMAIN=simp"], []),
    "Rational simplify": ("rational", "simplify_one", ["-DMAIN=simp"], []),
    "WBS update": ("wbs", "step", ["-DMAIN=launch"], []),
    "ASW Main1": ("asw", "vote", ["-DMAIN=main3"], []),
    "ASW Main2": ("asw", "step", ["-DMAIN=main3"], []),
    "TCAS NonCrossingBiasedClimb": ("tcas", "non_crossing_biased_climb", ["-DMAIN=twice"], []),
    "TCAS NonCrossingBiasedDescend": ("tcas", "non_crossing_biased_descend", ["-DMAIN=twice"], []),
    "TCAS alt_sep_test": ("tcas", "alt_sep_test", ["-DMAIN=twice"], []),
    "Apollo Main4": ("apollo", "control", ["-DMAIN=MainSymbolic"], ["-DITERATIONS=1"]),
    "Apollo Main5": ("apollo", "iterate", ["-DMAIN=MainSymbolic", "-DITERATIONS=1"], []),
}
WAYS = {
    "plain": ["--calls", "inline"],
    "H1": ["--calls", "replay"],
    "H2": ["--calls", "replay", "--search", "target-only"],
}
HEADER = """
#include <stdlib.h>
#include "plica.h"
static volatile unsigned long path_taken;
#define SIDE(c) ((c) ? (path_taken = path_taken * 2 + 1, 1) : (path_taken = path_taken * 2, 0))
#define CASE(n) (path_taken = path_taken * 8 + (n));
static __attribute__((noinline)) void path_found(void) { exit(0); }
static inline __attribute__((always_inline)) void path_ends(int *end) {
#ifdef PATH
    if (path_taken == PATH) path_found();
#else
    if (plica_ulong("path") == path_taken) path_found();
#endif
}
#define FOLLOW __attribute__((cleanup(path_ends))) int path_end = 0; path_taken = 1;
#define ASSERT(c) do { if (!SIDE(c)) { path_ends(&path_end); exit(0); } } while (0)
"""


def closing(text, start):
    """Where the bracket closes that opens at a place."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] in "({") - (text[at] in ")}")
        if depth == 0:
            return at
    raise ValueError("a bracket does not close")


def split(text, operator):
    """The operands of an operator of two characters that are not within parentheses."""
    parts, depth, last = [], 0, 0
    for at, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0 and text.startswith(operator, at):
            parts.append(text[last:at])
            last = at + 2
    return parts + [text[last:]]


def noted(condition):
    """The condition, with each of its parts that is decided by itself noting how."""
    condition = condition.strip()
    for operator in ("||", "&&"):
        parts = split(condition, operator)
        if len(parts) > 1:
            return f" {operator} ".join(noted(part) for part in parts)
    bare = condition.lstrip("!")
    if bare.startswith("(") and closing(bare, 0) == len(bare) - 1:
        return condition[:-len(bare)] + "(" + noted(bare[1:-1]) + ")"
    return f"SIDE({condition})"


def instrumented(text, method):
    """The program, noting the paths of a method."""
    out, last = [], 0
    for match in re.finditer(r"\bif \(|\bfor \([^;]*;", text):
        end = closing(text, match.end() - 1) if match[0].startswith("if") else text.index(";", match.end())
        out += [text[last:match.end()], noted(text[match.end():end])]
        last = end
    text = "".join([*out, text[last:]])
    cases = iter(range(1 << 20))
    text = re.sub(r"\bcase \w+:", lambda match: f"{match[0]} CASE({next(cases)})", text)
    # What is recursive comes first, under a macro that is not set.
    *_, head = re.finditer(rf"^static [\w ]*\b{method}\([^;{{]*\) \{{$", text, re.MULTILINE)
    start = text.index("{", head.start())
    end = closing(text, start)
    body = text[start + 1:end].replace("plica_assert(", "ASSERT(")
    return f"{HEADER}{text[:start + 1]}\n    FOLLOW{body}{text[end:]}"


def paths_of(given, program, macros):
    """The numbers of the method's paths, in order."""
    with tempfile.TemporaryDirectory() as folder:
        tree = os.path.join(folder, "tree.json")
        command = [given.plica, "tree", "-q", "--loops", "unroll", "--calls", "inline", "--checks", "none", "-o", tree,
                   "--time-limit", f"{given.limit:g}s", program, "--", *macros]
        bench.run(command, given.limit * 1.5 + 10)
        with open(tree, encoding="utf-8") as f:
            nodes = json.load(f)["nodes"]
    found = (re.fullmatch(r"path\S* == (0x[0-9a-f]+|\d+)", node["condition"]) for node in nodes)
    numbers = {int(match[1], 0) for match in found if match}
    return sorted(numbers, key=lambda n: [-int(side) for side in f"{n:b}"])


def look(given, options, program, macros, way):
    """Looks for a path in one way: the verdict, or why there is none, and its cost."""
    command = [given.plica, "check", "--format", "json", "--loops", "unroll", "--checks", "none", "--max-errors", "1",
               "--target", "path_found", *WAYS[way], "--time-limit", f"{given.limit:g}s", *options, program, "--", *macros]
    _, out, err, _, used = bench.run(command, given.limit * 1.5 + 10)
    try:
        report = json.loads(out)
    except ValueError:
        return err.strip() or "killed", "-"
    questions, asked = (report["stats"][name] for name in ("queries", "queries_to_solver"))
    return report["verdict"], f"{used.ru_utime + used.ru_stime:.2f} / {questions} / {asked}"


def table(given, options):
    """Prints the table; gives whether each target was found in each way."""
    names = [name for name in METHODS if not given.names or any(part in name for part in given.names)]
    lines, found = [], True
    for name in names:
        file, method, macros, listing = METHODS[name]
        with open(os.path.join(FOLDER, file + ".c"), encoding="utf-8") as f:
            text = instrumented(f.read(), method)
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, file + ".c")
            with open(program, "w", encoding="utf-8") as f:
                f.write(text)
            paths = paths_of(given, program, [*macros, *listing])
            for which, at in ("first", 0), ("middle", len(paths) // 2), ("last", len(paths) - 1):
                cells = []
                for way in WAYS:
                    verdict, cost = look(given, options, program, [*macros, f"-DPATH={paths[at]}UL"], way)
                    found &= verdict == "violated"
                    cells.append(cost if verdict == "violated" else f"{verdict}: {cost}")
                    print(f"{name}, {which}, {way}: {cells[-1]}", file=sys.stderr, flush=True)
                lines.append([name, f"{which} of {len(paths)}", *cells])
    print("| method | path | " + " | ".join(WAYS) + " |\n|---|---|" + "---:|" * len(WAYS))
    for line in lines:
        print("| " + " | ".join(line) + " |")
    return found
