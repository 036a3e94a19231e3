#!/usr/bin/env python3
"""Differential test of memory errors and undefined behaviour: random programs against clang's sanitizers.

    fuzz_sanitizers.py [--suites] [--count N] [--seed FIRST] [--jobs N] [--limit SECONDS] [--plica PATH] [--flags ARGS]
                       [--keep FOLDER]

A program has structures with member arrays, unions, narrow types, bit-fields, pointers that outlive blocks and calls,
aliased parameters, memory from malloc, loops and recursion, and few inputs of small domains. Natively it is built once
with AddressSanitizer and UndefinedBehaviorSanitizer and run for every input, each in a process of its own; the line at which
a run ends with its first error is written down. `plica check` has to find the same set of lines under each policy.

A line that plica reports and no input reaches is wrong (a false alarm), as is one that is missing from a report that leaves
nothing undecided, a panic and a hang. What is missing where something was left undecided is counted apart.

With --suites it is `plica test` that runs under each policy, and besides the lines two things are compared. The places
that its tests reach natively have to be those that any input reaches: a place is an edge of clang's -O0 code, so each
side of a branch, each operand of && and ||, and what follows each operation that can fail. And each test has to end at
the line that it says. A place that a complete suite misses is wrong, unless all that get there fail there, at a line
where a test fails: a sanitizer may look at one operation in several steps. What a suite misses that says it is
incomplete is undecided.

Exit status 1 when something is wrong; the programs are then in the folder."""
import itertools
import json
import os
import re
import shutil
import struct
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from fuzz_objects import Program  # noqa: E402
from native import ROOT, arguments, clang, run  # noqa: E402

POLICIES = {
    "default": [],
    "unroll": ["--loops", "unroll", "--calls", "inline"],
    "summary": ["--calls", "summary"],
}
BUILD = ["-w", "-g", "-O0", "-no-pie", "-fsanitize=address,undefined,array-bounds,shift,builtin", "-fno-sanitize-recover=all",
         "-fno-sanitize=alignment,pointer-overflow", "-fsanitize-address-use-after-scope",
         "-I", os.path.join(ROOT, "runtime", "include")]
OPTIONS = {"ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=1:symbolize=0:redzone=64:max_redzone=64:abort_on_error=0",
           "UBSAN_OPTIONS": "print_stacktrace=0"}
PLACES = "-fsanitize-coverage=edge,no-prune,trace-pc-guard"
# Every run is a process; what it reaches is in memory that it shares with the one that starts it.
HARNESS = r"""
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#define APART __attribute__((no_sanitize("coverage")))
enum { MOST = 4000 };
static struct { void *at[MOST]; char reached[MOST]; uint32_t last; } *places;
static uint32_t known;
APART void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
  if (!places) places = mmap(0, sizeof *places, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  while (start < stop && known + 1 < MOST) *start++ = ++known;
}
APART void __sanitizer_cov_trace_pc_guard(uint32_t *guard) {
  places->at[*guard] = __builtin_return_address(0);
  places->reached[places->last = *guard] = 1;
}
APART static void show(void) {
  static char text[MOST * 8];
  int end = sprintf(text, "== reached %%u", places ? places->last : 0);
  for (uint32_t i = 1; i <= known; i++)
    if (places->reached[i]) end += sprintf(text + end, " %%u", i);
  fprintf(stderr, "%%s\n", text);
  if (places) memset(places->reached, places->last = 0, MOST);
}
static int given[8], taken;
APART int plica_range(int low, int high, const char *name) { return low + given[taken++]; }
#define main program
#include "%s"
#undef main
APART int main(void) {
  setvbuf(stderr, 0, _IONBF, 0);
  for (int run = 0; run < %d; run++) {
    int rest = run, status = 0, domains[] = {%s};
    for (int i = 0; i < %d; i++) { given[i] = rest %% domains[i]; rest /= domains[i]; }
    fprintf(stderr, "== run %%d\n", run);
    if (!fork()) { alarm(5); program(); fprintf(stderr, "== ends\n"); _exit(0); }
    wait(&status);
    show();
  }
  for (uint32_t i = 1; i <= known; i++) fprintf(stderr, "== place %%u %%p\n", i, places->at[i]);
}
"""


class Run:
    """A native run: the line at which it ends with an error, if it does, and the places that it reaches, by number."""

    def __init__(self, part):
        # The last place first.
        numbers = [int(n) for n in re.search(r"^== reached (.*)$", part, re.M).group(1).split()]
        self.line, self.last, self.reached = None, numbers[0], set(numbers[1:])
        if ": runtime error: " in part:
            # The sanitizer's own: where an error is said is no place in the program.
            self.reached.discard(self.last)


def native_runs(program, source, compiler, places=False):
    """The runs in the order of their inputs and the line of each place that was reached (looked for if `places`); or
    None and why there are none."""
    base = os.path.basename(source)
    stem = source[:-2]
    runs = 1
    for domain in program.domains:
        runs *= domain
    with open(stem + ".harness.c", "w") as file:
        file.write(HARNESS % (base, runs, ", ".join(map(str, program.domains)), len(program.domains)))
    try:
        built = run([compiler, *BUILD, *[PLACES][:places], "-o", stem + ".native", stem + ".harness.c"], 60)
        if built is None or built[2] != 0:
            return None, "does not build: " + (built[1][:300] if built else "")
        ran = run([stem + ".native"], 120, env={**os.environ, **OPTIONS})
        if ran is None:
            return None, "takes too long natively"
        all_runs, unknown = [], {}
        for part in ran[1].split("== run ")[1:]:
            all_runs.append(one := Run(part))
            said = re.search(rf"{re.escape(base)}:(\d+):(?:\d+: runtime error| .*: Assertion)", part)
            frames = re.findall(r"^ *#\d+ 0x[0-9a-f]+ +\(\S+\.native\+(0x[0-9a-f]+)\)", part.split("\n\n")[0], re.M)
            if said:
                one.line = int(said.group(1))
            elif "AddressSanitizer" in part and frames:
                unknown.setdefault(tuple(frames), []).append(one)
            elif "== ends" not in part:
                return None, "a run ends in another way: " + part[:200]
        reached = dict(re.findall(r"^== place (\d+) (0x[0-9a-f]+)$", ran[1], re.M))
        addresses = sorted({a for frames in unknown for a in frames} | set(reached.values()))
        named = run(["addr2line", "-e", stem + ".native", *addresses], 60)[0].splitlines() if addresses else []
        here = re.compile(rf"/{re.escape(base)}:(\d+)")
        line = {a: int(m.group(1)) for a, n in zip(addresses, named) if (m := here.search(n))}
        for frames, ended in unknown.items():
            lines = [line[a] for a in frames if a in line]
            if not lines:
                return None, f"no line: {frames}"
            for one in ended:
                one.line = lines[0]
        return all_runs, {int(place): line.get(at) for place, at in reached.items()}
    finally:
        for ending in (".native", ".harness.c"):
            if os.path.exists(stem + ending):
                os.unlink(stem + ending)


def works(compiler, folder):
    """Whether the compiler can build and this machine can run a program with sanitizers."""
    source = os.path.join(folder, "empty.c")
    with open(source, "w") as file:
        file.write("int main(void) { return 0; }\n")
    built = run([compiler, *BUILD, "-o", source + ".native", source], 60)
    ran = run([source + ".native"], 20, env={**os.environ, **OPTIONS}) if built and built[2] == 0 else None
    for made in (source, source + ".native"):
        if os.path.exists(made):
            os.unlink(made)
    return ran is not None and ran[2] == 0


def judge(ran, expected, base):
    """The outcome of one run of plica, with what there is to say of it."""
    if ran is None:
        return "wrong", "hangs"
    if "panicked" in ran[1]:
        return "wrong", "panic: " + ran[1][-300:]
    try:
        report = json.loads(ran[0])
    except ValueError:
        return "wrong", f"no report (status {ran[2]}): " + ran[1][-300:]
    said = {}
    for error in report["errors"]:
        if os.path.basename(error["file"] or "") != base:
            return "wrong", f"an error elsewhere: {error['file']}:{error['line']}"
        said[error["line"]] = error["message"]
    extra, missing = sorted(set(said) - expected), sorted(expected - set(said))
    if extra:
        return "wrong", "FALSE ALARM: " + ", ".join(f"line {line}: {said[line]}" for line in extra)
    if report["reasons"]:
        return "undecided", ("" if not missing else f"lines {missing} missing; ") + "; ".join(
            f"{reason['kind']}: {reason['text']}" for reason in report["reasons"])[:250]
    if missing:
        return "wrong", f"LOST: lines {missing} are not reported, verdict {report['verdict']}"
    return "same", ""


def inputs(path):
    """The inputs that a .ktest file gives, as numbers; each is an int."""
    with open(path, "rb") as file:
        data = file.read()
    at = 5

    def number():
        nonlocal at
        at += 4
        return struct.unpack_from(">I", data, at - 4)[0]

    def text():
        nonlocal at
        length = number()
        at += length
        return data[at - length:at]

    version = number()
    for _ in range(number()):
        text()
    if version >= 2:
        at += 8
    return [struct.unpack("<i", text()) for _ in range(number()) if text() is not None]


def judge_suite(ran, program, runs, lines, folder):
    """The outcome of one run of `plica test` that said the right lines, with what there is to say of it."""
    report, places = json.loads(ran[0]), set().union(*(one.reached for one in runs))
    tested, failing = set(), set()
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".ktest"):
            continue
        which, step = 0, 1
        for (value,), domain in zip(inputs(os.path.join(folder, name)), program.domains):
            if not 0 <= value < domain:
                return "wrong", f"{name}: {value} is no input"
            which, step = which + value * step, step * domain
        with open(os.path.join(folder, name[:-5] + "json")) as file:
            said = (json.load(file).get("expected") or {}).get("line")
        if said != runs[which].line and not report["reasons"]:
            return "wrong", f"{name} says that it ends at line {said}, and it ends at {runs[which].line}"
        tested |= runs[which].reached
        failing.add(runs[which].line)
    gone_on = set().union(*(one.reached - {one.last} if one.line in failing - {None} else one.reached for one in runs))
    missed = (places - tested) & gone_on
    missing = sorted({lines.get(place) or 0 for place in missed})
    text = f"{len(missed)} of {len(places)} places are missed, on lines {missing}" if missing else ""
    if report["reasons"]:
        return "undecided", "; ".join([text, *(f"{r['kind']}: {r['text']}" for r in report["reasons"])])[:250]
    if missing:
        return "wrong", "NOT REACHED: " + text
    return "same", ""


def compare(seed, given, compiler, folder):
    program = Program(seed)
    source = os.path.join(folder, f"seed{seed}.c")
    with open(source, "w") as file:
        file.write(program.text())
    runs, lines = native_runs(program, source, compiler, given.suites)
    if runs is None:
        return [("-", "skipped", lines)], []
    expected, results = {one.line for one in runs} - {None}, []
    for name, flags in POLICIES.items():
        suite = f"{source[:-2]}.{name}"
        command = ["test", "-o", suite] if given.suites else ["check"]
        ran = run([given.plica, *command, "--format", "json", "--checks", "+overflow", "--time-limit", f"{given.limit:g}s",
                   *flags, *given.flags.split(), source, "--", "-w"], given.limit * 2 + 20)
        outcome = judge(ran, expected, os.path.basename(source))
        if given.suites and outcome[0] != "wrong":
            outcome = judge_suite(ran, program, runs, lines, suite)
        if outcome[0] != "wrong":
            shutil.rmtree(suite, ignore_errors=True)
        results.append((name, *outcome))
    if not any(outcome == "wrong" for _, outcome, _ in results):
        os.unlink(source)
    return results, runs


def main():
    parser = arguments(__doc__)
    parser.add_argument("--suites", action="store_true", help="compare what the suites of `plica test` reach")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=float, default=10)
    parser.add_argument("--keep", default=None, help="where programs that are wrong stay")
    parser.add_argument("--print", action="store_true", help="print the first program and end")
    given = parser.parse_args()
    if given.print:
        print(Program(given.seed).text(), end="")
        return 0
    if not os.access(given.plica, os.X_OK):
        sys.exit(f"fuzz_sanitizers.py: {given.plica} is missing: cargo build --release")
    if not shutil.which("addr2line"):
        sys.exit("fuzz_sanitizers.py: addr2line (Debian: binutils) is not installed")
    compiler, folder = clang(), given.keep or tempfile.mkdtemp(prefix="plica-fuzz-")
    os.makedirs(folder, exist_ok=True)
    if not works(compiler, folder):
        sys.exit("fuzz_sanitizers.py: clang's sanitizers (Debian: libclang-rt-dev) are not installed")
    counts, total, failed, with_errors, lines, places = Counter(), 0, 0, 0, 0, 0

    def one(seed):
        try:
            return compare(seed, given, compiler, folder)
        except Exception as error:  # a mistake in this script must not pass for agreement
            return [("-", "wrong", f"the script failed: {error!r}")], []

    with ThreadPoolExecutor(given.jobs) as workers:
        seeds = itertools.count(given.seed)
        for seed, (results, runs) in zip(seeds, workers.map(one, range(given.seed, given.seed + given.count))):
            here = {one.line for one in runs} - {None}
            with_errors, lines, total = with_errors + bool(here), lines + len(here), total + len(runs)
            failed += sum(one.line is not None for one in runs)
            places += len(set().union(*(one.reached for one in runs)))
            for policy, outcome, detail in results:
                counts[outcome] += 1
                if outcome != "same":
                    print(f"{outcome}: seed {seed} {policy}: {detail}", flush=True)
    kinds = ["same", "wrong", "undecided", "skipped"]
    reached = f"; {places} places are reached" if given.suites else ""
    print(", ".join(f"{counts[kind]} {kind}" for kind in kinds) + f"; {with_errors} of {given.count} programs have "
          f"errors, on {lines} lines; natively {failed} of {total} runs fail{reached}")
    if counts["wrong"]:
        print(f"programs: {folder}")
    elif not given.keep:
        shutil.rmtree(folder)
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
