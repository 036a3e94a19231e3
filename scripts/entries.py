#!/usr/bin/env python3
"""What plica says of every function of real libraries when each is where execution starts.

    scripts/entries.py PLICA [--libs FOLDER] [--limit SECONDS] [--jobs N] [--only TEXT] [--out FILE.tsv]
                       [LIBRARY...] [-- PLICA-OPTIONS]

FOLDER (default: ../shared/bench/libs beside the repository) has an INDEX.tsv whose columns are name, sources (the
library first, a harness last), flags for clang, what is expected, files that count. Without a LIBRARY: inih, jsmn,
cjson, tinyexpr. --only takes the functions that have TEXT in "library/function".

For every function with external linkage that is defined in a file that counts, `plica check --entry F` runs and writes
a test case for each error; then `plica replay` runs each natively under sanitizers. That is what `--confirm native`
does, but a run that uses its time up leaves none for it. A function is taken unless it is refused before its first
step. Prints what is noteworthy of each function, then a table for each library: functions, taken, verdicts, errors
manifest and latent, and how many the native run shows; then why functions are undecided, with the number of functions.
Exit status 0 unless plica crashed, or ended without a report (1)."""
import argparse, collections, concurrent.futures, json, os, pathlib, re, subprocess, sys, tempfile, time

import bench

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARIES = ["inih", "jsmn", "cjson", "tinyexpr"]
CLANG = os.environ.get("PLICA_CLANG", "clang")
COLUMNS = ["functions", "taken", "holds", "violated", "undecided", "manifest", "latent", "shown", "not shown",
           "broken", "seconds"]
# A harness among the sources only makes a main that nobody calls.
HARNESS = "harness.c"


def index(folder):
    """The libraries of a folder: name to sources, flags for clang and files that count."""
    found = {}
    for line in (folder / "INDEX.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            name, sources, flags, _, counted = line.split("\t")
            sources = sources.split()
            found[name] = ([s for s in sources if s != HARNESS] or sources, flags.split(), counted.split())
    return found


def functions(folder, sources, flags, counted):
    """The functions with external linkage that are defined in files that count, in the order of the source."""
    found = []
    for source in sources:
        command = [CLANG, "-w", "-g", "-O0", "-S", "-emit-llvm", "-o", "-", "-I", str(ROOT / "runtime" / "include")]
        done = subprocess.run([*command, *flags, source], cwd=folder, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"entries.py: {CLANG} does not compile {source}:\n{done.stderr}")
        files = dict(re.findall(r'^(!\d+) = !DIFile\(filename: "([^"]*)"', done.stdout, re.M))
        places = {n: (files.get(file, ""), int(line)) for n, file, line in
                  re.findall(r"^(!\d+) = distinct !DISubprogram\(.*?file: (!\d+), line: (\d+)", done.stdout, re.M)}
        for line in re.findall(r"^define .*$", done.stdout, re.M):
            name, where = re.search(r"@([\w.$]+)\(", line), re.search(r"!dbg (!\d+)", line)
            if name and where and not re.match(r"define (internal|private|linkonce|available_externally)", line):
                file, at = places.get(where[1], ("", 0))
                if os.path.basename(file) in counted:
                    found.append((file, at, name[1]))
    return [name for _, _, name in sorted(found)]


def read(text):
    try:
        return json.loads(text)
    except ValueError:
        return None


def measure(plica, options, limit, folder, sources, flags, function):
    """What plica says of a function, and what native runs of the errors say."""
    said = {"verdict": "", "errors": [], "reasons": [], "broken": "", "refused": "", "seconds": 0}
    # Beside the sources: test cases name what they are for from where they lie.
    with tempfile.TemporaryDirectory() as out:
        command = [plica, "check", "--format", "json", "--time-limit", f"{limit}s", "--entry", function, "-o", out]
        command += [*options, *sources, "--", *flags]
        code, text, err, said["seconds"], _ = bench.run(command, limit * 2 + 30, folder)
        report = read(text)
        if report is None:
            last = (err.strip().splitlines() or [""])[0][:200]
            said["refused" if code == 3 else "broken"] = f"status {code}: {last}"
            return said
        said["verdict"] = report["verdict"]
        said["reasons"] = [(r["kind"], r["text"], r.get("line")) for r in report["reasons"]]
        said["refused"] = said["reasons"][0][1] if report["stats"]["steps"] == 0 and said["reasons"] else ""
        tests = [str(pathlib.Path(out, e["test"]).with_suffix(".json")) for e in report["errors"] if e["test"]]
        said["errors"] = list(zip(report["errors"], replay(plica, folder, tests, limit) if tests else []))
    return said


def replay(plica, folder, tests, limit):
    """What a native run of each test says: nothing where it shows the error, else what it says instead."""
    command = [plica, "replay", "--format", "json", "--allow-sources", str(folder), *tests]
    _, text, err, _, _ = bench.run(command, 60 + limit * len(tests), folder)
    report = read(text)
    if report is None:
        return [f"no native run: {(err.strip().splitlines() or [''])[0]}"] * len(tests)
    words = lambda run: "; ".join([run["ended"], *(e["message"] for e in run["errors"]), *run["notes"]])
    return ["" if run["reproduced"] else words(run) for run in report["runs"]]


def broken(said):
    """Whether it is a defect of plica: no report, something internal, an error that a native run contradicts."""
    bad = [text for kind, text, _ in said["reasons"] if kind in ("internal", "unconfirmed", "panic")]
    return said["broken"] or "; ".join(bad)


def count(all_said):
    """The line of a library in the table."""
    line = collections.Counter({column: 0 for column in COLUMNS})
    for said in all_said:
        taken = not said["refused"] and not said["broken"]
        line.update({"functions": 1, "taken": taken, "broken": bool(broken(said)), "seconds": said["seconds"]})
        if taken:
            line[said["verdict"]] += 1
        for error, instead in said["errors"]:
            line["latent" if error.get("manifest") is False else "manifest"] += 1
            line["not shown" if instead else "shown"] += 1
    line["seconds"] = round(line["seconds"])
    return line


def tell(name, said):
    """What is noteworthy of a function."""
    word = "refused: " + said["refused"] if said["refused"] else said["verdict"] or "no verdict"
    print(f"{name}: {word}, {len(said['errors'])} errors, {said['seconds']:.1f} s", flush=True)
    if broken(said):
        print(f"    BROKEN: {broken(said)}")
    for error, instead in said["errors"]:
        if instead:
            place = f"{os.path.basename(error['file'])}:{error['line']}"
            print(f"    {error['kind']} at {place}: {error['message']}; if {', '.join(error.get('if', []))};"
                  f" natively: {instead}")


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("plica")
    ap.add_argument("libraries", nargs="*")
    ap.add_argument("--libs", type=pathlib.Path, default=ROOT.parent / "shared" / "bench" / "libs")
    ap.add_argument("--limit", type=int, default=20)
    ap.add_argument("--jobs", type=int, default=1)
    ap.add_argument("--only", default="")
    ap.add_argument("--out")
    arguments = sys.argv[1:]
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    o, options = ap.parse_intermixed_args(arguments[:cut]), arguments[cut + 1:]
    if not (o.libs / "INDEX.tsv").exists():
        sys.exit(f"entries.py: nothing is run, since there are no libraries: {o.libs} has no INDEX.tsv")
    known, plica = index(o.libs), os.path.abspath(o.plica)
    missing = [name for name in o.libraries if name not in known]
    if missing:
        sys.exit(f"entries.py: {o.libs} has no {', '.join(missing)}; it has {', '.join(known)}")
    wanted = []
    for name in o.libraries or [name for name in LIBRARIES if name in known]:
        folder = o.libs.resolve() / name
        wanted += [(name, folder, f) for f in functions(folder, *known[name]) if o.only in f"{name}/{f}"]

    def run(job):
        name, folder, function = job
        return measure(plica, options, o.limit, folder, *known[name][:2], function)

    by_library, lines = collections.defaultdict(list), []
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for (name, _, function), said in zip(wanted, pool.map(run, wanted)):
            by_library[name].append(said)
            tell(f"{name}/{function}", said)
            line = count([said])
            why = "; ".join(text for _, text, _ in said["reasons"])
            lines.append("\t".join([name, function, *(str(line[c]) for c in COLUMNS), why]))
    if o.out:
        head = "\t".join(["library", "function", *COLUMNS, "reasons"])
        pathlib.Path(o.out).write_text("\n".join([head, *lines]) + "\n")
    rows = [["library", *COLUMNS]]
    for name, all_said in by_library.items():
        rows.append([name, *(str(count(all_said)[c]) for c in COLUMNS)])
    widths = [max(map(len, column)) for column in zip(*rows)]
    print()
    for row in rows:
        print("  ".join(text.ljust(w) if not i else text.rjust(w) for i, (text, w) in enumerate(zip(row, widths))))
    for name, all_said in by_library.items():
        why = collections.Counter(f"{kind}: {re.sub(r'[0-9]+', 'N', text)}" for said in all_said
                                  for kind, text in {(k, t) for k, t, _ in said["reasons"]})
        print(f"\n{name}: reasons")
        for text, n in why.most_common():
            print(f"  {n:4} {text}")
    return 1 if any(broken(said) for all_said in by_library.values() for said in all_said) else 0


if __name__ == "__main__":
    sys.exit(main())
