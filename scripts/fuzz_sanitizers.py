#!/usr/bin/env python3
"""Differential test of memory errors and undefined behaviour: random programs against clang's sanitizers.

    fuzz_sanitizers.py [--count N] [--seed FIRST] [--jobs N] [--limit SECONDS] [--plica PATH] [--flags ARGS] [--keep FOLDER]

A program has structures with member arrays, unions, narrow types, bit-fields, pointers that outlive blocks and calls,
aliased parameters, memory from malloc, loops and recursion, and few inputs of small domains. Natively it is built once
with AddressSanitizer and UndefinedBehaviorSanitizer and run for every input, each in a process of its own; the line at
which a run ends with its first error is written down. `plica check` has to find the same set of lines under each
policy.

A line that plica reports and no input reaches is wrong (a false alarm), as is one that is missing from a report that
leaves nothing undecided, a panic and a hang. What is missing where something was left undecided is counted apart.
Exit status 1 when something is wrong; the programs are then in the folder."""
import itertools
import json
import os
import re
import shutil
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
HARNESS = r"""
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
static int given[8], taken;
int plica_range(int low, int high, const char *name) { return low + given[taken++]; }
#define main program
#include "%s"
#undef main
int main(void) {
  setvbuf(stderr, 0, _IONBF, 0);
  for (int run = 0; run < %d; run++) {
    int rest = run, status = 0, domains[] = {%s};
    for (int i = 0; i < %d; i++) { given[i] = rest %% domains[i]; rest /= domains[i]; }
    fprintf(stderr, "== run %%d\n", run);
    if (!fork()) { alarm(5); program(); fprintf(stderr, "== ends\n"); _exit(0); }
    wait(&status);
  }
}
"""


def native_lines(program, source, compiler):
    """The lines at which runs end with an error and how often; or None and why there are none."""
    base = os.path.basename(source)
    stem = source[:-2]
    runs = 1
    for domain in program.domains:
        runs *= domain
    with open(stem + ".harness.c", "w") as file:
        file.write(HARNESS % (base, runs, ", ".join(map(str, program.domains)), len(program.domains)))
    try:
        built = run([compiler, *BUILD, "-o", stem + ".native", stem + ".harness.c"], 60)
        if built is None or built[2] != 0:
            return None, "does not build: " + (built[1][:300] if built else "")
        ran = run([stem + ".native"], 120, env={**os.environ, **OPTIONS})
        if ran is None:
            return None, "takes too long natively"
        found, unknown = Counter(), {}
        for part in ran[1].split("== run ")[1:]:
            said = re.search(rf"{re.escape(base)}:(\d+):(?:\d+: runtime error| .*: Assertion)", part)
            frames = re.findall(r"^ *#\d+ 0x[0-9a-f]+ +\(\S+\.native\+(0x[0-9a-f]+)\)", part.split("\n\n")[0], re.M)
            if said:
                found[int(said.group(1))] += 1
            elif "AddressSanitizer" in part and frames:
                unknown.setdefault(tuple(frames), []).append(part)
            elif "== ends" in part:
                found[None] += 1
            else:
                return None, "a run ends in another way: " + part[:200]
        places = {}
        addresses = sorted({a for frames in unknown for a in frames})
        if addresses:
            named = run(["addr2line", "-e", stem + ".native", *addresses], 60)
            places = dict(zip(addresses, named[0].splitlines()))
        for frames, parts in unknown.items():
            lines = [m.group(1) for a in frames if (m := re.search(rf"/{re.escape(base)}:(\d+)", places.get(a, "")))]
            if not lines:
                return None, "no line: " + parts[0][:300]
            found[int(lines[0])] += len(parts)
        return found, ""
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


def compare(seed, given, compiler, folder):
    program = Program(seed)
    source = os.path.join(folder, f"seed{seed}.c")
    with open(source, "w") as file:
        file.write(program.text())
    found, why = native_lines(program, source, compiler)
    if found is None:
        return [("-", "skipped", why)], Counter()
    expected, results = {line for line in found if line is not None}, []
    for name, flags in POLICIES.items():
        ran = run([given.plica, "check", "--format", "json", "--checks", "+overflow", "--time-limit", f"{given.limit:g}s", *flags,
                   *given.flags.split(), source, "--", "-w"], given.limit * 2 + 20)
        results.append((name, *judge(ran, expected, os.path.basename(source))))
    if not any(outcome == "wrong" for _, outcome, _ in results):
        os.unlink(source)
    return results, found


def main():
    parser = arguments(__doc__)
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
    counts, runs, with_errors, lines = Counter(), Counter(), 0, 0

    def one(seed):
        try:
            return compare(seed, given, compiler, folder)
        except Exception as error:  # a mistake in this script must not pass for agreement
            return [("-", "wrong", f"the script failed: {error!r}")], Counter()

    with ThreadPoolExecutor(given.jobs) as workers:
        seeds = itertools.count(given.seed)
        for seed, (results, found) in zip(seeds, workers.map(one, range(given.seed, given.seed + given.count))):
            here = len([line for line in found if line is not None])
            with_errors, lines = with_errors + (here > 0), lines + here
            runs["ended"] += found[None]
            runs["failed"] += sum(found.values()) - found[None]
            for policy, outcome, detail in results:
                counts[outcome] += 1
                if outcome != "same":
                    print(f"{outcome}: seed {seed} {policy}: {detail}", flush=True)
    kinds = ["same", "wrong", "undecided", "skipped"]
    print(", ".join(f"{counts[kind]} {kind}" for kind in kinds) + f"; {with_errors} of {given.count} programs have errors, on "
          f"{lines} lines; natively {runs['failed']} of {runs.total()} runs fail")
    if counts["wrong"]:
        print(f"programs: {folder}")
    elif not given.keep:
        shutil.rmtree(folder)
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
