#!/usr/bin/env python3
"""Differential test of verdicts: random programs with few inputs against native enumeration of all their inputs.

    fuzz_verdicts.py [--count N] [--seed FIRST] [--jobs N] [--limit SECONDS] [--plica PATH] [--keep FOLDER]

Every program computes a checksum from inputs of tiny domains. It is built natively with sanitizers and run for every
input; programs with undefined behaviour are discarded. Plica then gets the program with an assertion whose verdict is
known:

    table     the checksum of every input is that of a table                       holds
    altered   the same with one entry changed: exactly that input is an error      violated
    absent    the checksum is not K, which no input gives                          holds
    present   the checksum is not K, which some inputs give                        violated

A verdict other than this is wrong; so is an input that natively gives no error, and any error but the assertion's.
Exit status 0 when nothing is wrong and at least 90 per cent are decided, else 1."""
import itertools
import json
import os
import random
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from fuzz_programs import Program  # noqa: E402
from native import arguments, clang, run  # noqa: E402

VARIANTS = ["table", "altered", "absent", "present"]
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize=signed-integer-overflow,shift-base,alignment,float-cast-overflow",
              "-fsanitize=float-cast-overflow", "-fno-sanitize-recover=all"]


def enumerate_natively(program, compiler, folder, name):
    """The checksum of every input, or None when the program has undefined behaviour or does not build."""
    source, binary = os.path.join(folder, name + ".native.c"), os.path.join(folder, name + ".native")
    with open(source, "w") as file:
        file.write(program.native())
    built = run([compiler, "-w", "-O0", "-g", "-fwrapv", *SANITIZERS, "-o", binary, source, "-lm"], 120)
    if built is None or built[2] != 0:
        return None, "does not build: " + (built[1][:400] if built else "")
    ran = run([binary], 20, env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=0"})
    os.unlink(binary)
    if ran is None or ran[2] != 0:
        return None, "undefined behaviour: " + (ran[1][:400] if ran else "time")
    values = [int(line) for line in ran[0].split()]
    return dict(zip(itertools.product(*[range(d) for d in program.domains]), values)), ""


def assertion(program, outputs, variant, choose):
    """The assertion and the inputs that break it."""
    if variant in ("table", "altered"):
        inputs = list(outputs)
        changed = choose.choice(inputs) if variant == "altered" else None
        rows = [outputs[i] ^ (0x8000 if i == changed else 0) for i in inputs]
        index = "0"
        for name, domain in zip(program.inputs, program.domains):
            index = f"({index})*{domain}+{name}"
        table = f"static const unsigned expected[{len(rows)}] = {{{', '.join(map(str, rows))}}};"
        return f"{table}\n  assert(result == expected[{index}]);", {changed} if changed is not None else set()
    values = set(outputs.values())
    if variant == "absent":
        free = [k for k in range(0x10000) if k not in values]
        return f"assert(result != {choose.choice(free)}u);", set()
    k = choose.choice(sorted(values))
    return f"assert(result != {k}u);", {i for i, v in outputs.items() if v == k}


def judge(report, breaking, program):
    """None when the report is right, else what is wrong; `?reason` when it is undecided."""
    verdict = report["verdict"]
    for error in report["errors"]:
        if error["kind"] != "assertion-failure":
            return f"false alarm: {error['kind']} at {error['line']}: {error['message']}"
        if not error["confirmed"]:
            return "an error that is not confirmed"
        given = {i["name"]: int(i["value"]) for i in error["inputs"]}
        values = tuple(given.get(f"{name}", 0) for name in program.inputs)
        if values not in breaking:
            return f"inputs {values} do not break the program" if breaking else f"false alarm for {values}"
    if verdict == "violated":
        return None if breaking else "violated, but nothing breaks it"
    if verdict == "holds":
        return f"WRONG HOLDS: {sorted(breaking)[:3]} break the program" if breaking else None
    return "?" + "; ".join(r["text"] for r in report["reasons"])[:300]


def compare(seed, given, compiler, folder):
    """(seed, variant, outcome, detail) for each variant tried; outcome: same, wrong, undecided or skipped."""
    choose = random.Random(seed)
    program = Program(seed, given.features)
    outputs, why = enumerate_natively(program, compiler, folder, f"seed{seed}")
    if outputs is None:
        return [(seed, "-", "skipped", why)]
    results = []
    pair = VARIANTS if given.all else ([VARIANTS[:2], VARIANTS[2:]][choose.randrange(2)])
    for variant in pair:
        check, breaking = assertion(program, outputs, variant, choose)
        source = os.path.join(folder, f"seed{seed}.{variant}.c")
        with open(source, "w") as file:
            file.write(program.symbolic(check))
        command = [given.plica, "check", "--format", "json", "--time-limit", f"{given.limit:g}s", *given.flags.split(), source, "--", "-w", "-fwrapv", *given.clang.split()]
        ran = run(command, given.limit * 2 + 20)
        outcome, detail = "same", ""
        if ran is None:
            outcome, detail = "wrong", "hangs"
        else:
            try:
                said = judge(json.loads(ran[0]), breaking, program)
            except (ValueError, KeyError) as error:
                said = f"no report (status {ran[2]}, {error}): " + ran[1][-400:]
            if "panicked" in ran[1]:
                said = "panic: " + ran[1][-400:]
            if said:
                outcome, detail = ("undecided", said[1:]) if said.startswith("?") else ("wrong", said)
        results.append((seed, variant, outcome, detail))
        if outcome == "same" or (outcome == "undecided" and not given.keep_undecided):
            os.unlink(source)
    return results


def main():
    parser = arguments(__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=float, default=8)
    parser.add_argument("--clang", default="", help="more arguments for the clang that plica calls")
    parser.add_argument("--features", default="", help="only these kinds of statements, comma-separated")
    parser.add_argument("--all", action="store_true", help="all four variants of every program, not two")
    parser.add_argument("--keep", default=None, help="where programs with wrong verdicts stay")
    parser.add_argument("--keep-undecided", action="store_true", help="those of undecided ones too")
    given = parser.parse_args()
    given.features = [f for f in given.features.split(",") if f]
    compiler, folder = clang(), given.keep or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    counts = {"same": 0, "wrong": 0, "undecided": 0, "skipped": 0}

    def one(seed):
        try:
            return compare(seed, given, compiler, folder)
        except Exception as error:  # a mistake in this script must not pass for agreement
            return [(seed, "-", "wrong", f"the script failed: {error!r}")]

    with ThreadPoolExecutor(given.jobs) as workers:
        for results in workers.map(one, range(given.seed, given.seed + given.count)):
            for seed, variant, outcome, detail in results:
                counts[outcome] += 1
                if outcome != "same":
                    print(f"{outcome}: seed {seed} {variant}: {detail}", flush=True)
            native = os.path.join(folder, f"seed{results[0][0]}.native.c")
            if all(r[2] in ("same", "undecided") for r in results) and os.path.exists(native):
                os.unlink(native)
    print(", ".join(f"{n} {outcome}" for outcome, n in counts.items()))
    if not given.keep and not counts["wrong"]:
        shutil.rmtree(folder)
    elif counts["wrong"]:
        print(f"programs: {folder}")
    decided = counts["same"] + counts["wrong"]
    sys.exit(0 if not counts["wrong"] and decided >= 0.9 * (decided + counts["undecided"]) else 1)


if __name__ == "__main__":
    main()
