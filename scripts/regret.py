#!/usr/bin/env python3
"""What plica's defaults cost beside the best fixed choice of policies, program by program.

    scripts/regret.py PLICA [--limit SECONDS] [--jobs N] [--out FILE.tsv] [--only TEXT] [SET...]

A SET is `cases` (tests/cases), `table1`, `calls`, `small`, `ordinary`, `long` (bench/), or a folder whose INDEX.tsv has
the name of a program, its flags for clang and its verdict in three columns (such as ../shared/bench/speed). Without one:
all of these, and ../shared/bench/speed, which is left out with a message where it is absent.

For each program every fixed row runs (loops unrolled or folded, calls in place or summarised), then the defaults; CPU
seconds are those of the process and its children. A row that leaves a program undecided costs what the limit is. The
last lines give the sums, the regret (the defaults' sum over the sum of the best row of each program) and the programs
at which most is lost. Exit status 0 unless decided verdicts contradict each other (1)."""
import argparse, concurrent.futures, json, os, pathlib, re, shlex, sys, time

import bench

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Folders of bench/.
FOLDERS = ("table1", "calls", "small", "ordinary", "long")
ROWS = {
    "unroll": ["--loops", "unroll", "--calls", "inline"],
    "fold": ["--loops", "compact", "--calls", "inline"],
    "summary": ["--loops", "unroll", "--calls", "summary"],
    "fold, summary": ["--loops", "compact", "--calls", "summary"],
    "default": [],
}


def cases():
    """The programs of tests/cases that need no other file: name, path, plica's flags, clang's flags."""
    root = ROOT / "tests" / "cases"
    for path in sorted(p for p in root.rglob("*") if p.suffix in (".c", ".cpp", ".rs", ".ll")):
        text = path.read_text(errors="replace")
        if not re.search(r"^(//|;) verdict:", text, re.M) or re.search(r"^(//|;) with:", text, re.M):
            continue
        run = re.search(r"^(?://|;) run: check (.*)$", text, re.M)
        words = shlex.split(run.group(1)) if run else []
        cut = words.index("--") if "--" in words else len(words)
        # A case about a policy has that policy in every row.
        if not {"--loops", "--calls", "--time-limit"} & set(words[:cut]):
            yield str(path.relative_to(root)), path, words[:cut], words[cut + 1:]


def folder(path):
    for path in sorted(path.glob("*.c")):
        yield path.name, path, [], []


def index(path):
    for line in (path / "INDEX.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            name, flags = line.split("\t")[:2]
            yield name, path / f"{name}.c", [], flags.split()


def measure(plica, limit, path, flags, clang, row):
    """The verdict, CPU seconds, queries."""
    command = [plica, "check", "--format", "json", "--max-errors", "1", "--time-limit", f"{limit}s", *row, *flags]
    _, out, _, _, used = bench.run([*command, str(path), "--", *clang], limit * 1.5 + 10, path.parent)
    try:
        report = json.loads(out)
    except ValueError:
        return "refused", limit, 0
    verdict, cpu = report["verdict"], used.ru_utime + used.ru_stime
    if verdict == "holds" and any(assumption["kind"] == "stack" for assumption in report["assumptions"]):
        verdict = "holds but for the stack"
    return verdict, max(cpu, limit) if verdict == "undecided" else cpu, report["stats"]["queries"]


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("plica")
    ap.add_argument("sets", nargs="*")
    ap.add_argument("--limit", type=int, default=20)
    ap.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    ap.add_argument("--only", default="")
    ap.add_argument("--out")
    o = ap.parse_intermixed_args()
    speed = ROOT.parent / "shared" / "bench" / "speed"
    if not o.sets and not speed.exists():
        print(f"left out, since it is absent: {speed}")
    sets = o.sets or ["cases", *FOLDERS] + ([str(speed)] if speed.exists() else [])
    programs = []
    for name in sets:
        path = pathlib.Path(name).resolve()
        found = cases() if name == "cases" else folder(ROOT / "bench" / name) if name in FOLDERS else index(path)
        programs += [(name if name in ("cases", *FOLDERS) else path.name, *p) for p in found if o.only in p[0]]
    plica, start = os.path.abspath(o.plica), time.monotonic()

    def run(program):
        _, _, path, flags, clang = program
        return {row: measure(plica, o.limit, path, flags, clang, args) for row, args in ROWS.items()}

    lines, contradictions, losses = ["set\tname\t" + "\t".join(f"{row}\tcpu\tqueries" for row in ROWS)], [], []
    sums = {}
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for (group, name, *_), said in zip(programs, pool.map(run, programs)):
            if "violated" in (verdicts := {v for v, _, _ in said.values()}) and "holds" in verdicts:
                contradictions.append(f"{group}/{name}: " + ", ".join(f"{row} {v}" for row, (v, _, _) in said.items()))
            lines.append(f"{group}\t{name}\t" + "\t".join(f"{v}\t{cpu:.2f}\t{q}" for v, cpu, q in said.values()))
            if all(v in ("undecided", "refused") for v, _, _ in said.values()):
                continue
            best = min((row for row in ROWS if row != "default"), key=lambda row: said[row][1])
            mine, other = said["default"][1], said[best][1]
            for key in (group, "all"):
                total = sums.setdefault(key, [0, 0.0, 0.0, {row: 0.0 for row in ROWS}])
                total[0], total[1], total[2] = total[0] + 1, total[1] + mine, total[2] + other
                for row in ROWS:
                    total[3][row] += said[row][1]
            losses.append((mine - other, f"{group}/{name}: {mine:.2f} s, {best} {other:.2f} s"))
    if o.out:
        pathlib.Path(o.out).write_text("\n".join(lines) + "\n")
    for group, (count, mine, best, rows) in sums.items():
        each = ", ".join(f"{row} {cpu:.1f}" for row, cpu in rows.items())
        print(f"{group}: {count} programs, {each}, best {best:.1f}; regret {mine / max(best, 0.01):.2f}")
    print("lost most:")
    for _, text in sorted(losses, reverse=True)[:20]:
        print(f"  {text}")
    for text in contradictions:
        print(f"contradiction: {text}")
    print(f"{time.monotonic() - start:.0f} s")
    return 1 if contradictions else 0


if __name__ == "__main__":
    sys.exit(main())
