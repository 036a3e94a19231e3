#!/usr/bin/env python3
"""Proofs of crates of the registry (bench/rust/crates) and of published advisories (bench/rust/advisories).

    crates.py [--plica PATH] [--limit SECONDS] [--csv FILE] [PACKAGE...] [-- PLICA-OPTIONS]

Builds each package with `plica cargo` and checks its proofs, then prints a markdown table of a row a proof: the crate
and its version, what is claimed (the first line of the proof's comment), verdict, errors, paths, queries and seconds.
The crates are those of the package's lock file; cargo fetches them when they are not there. A proof of `crates` should
hold, one of `advisories` be violated. Exit status 1 when a verdict is the opposite of what is expected or an error was
not confirmed, else 0: undecided is allowed, it is what is measured. Invariant: a package that cannot be built is shown
with cargo's message, and nothing is measured of it."""
import argparse
import json
import os
import re
import sys

import bench

FOLDER = os.path.join(bench.ROOT, "bench", "rust")
EXPECTED = {"crates": "holds", "advisories": "violated"}
COLUMNS = ["crate", "proof", "claim", "verdict", "errors", "paths", "queries", "seconds"]


def claims(source):
    """What the comments of proofs claim, and in which module each stands, by the proof's path in its crate."""
    found, module, comment = {}, "", ""
    with open(source, encoding="utf-8") as f:
        for line in f:
            if begun := re.match(r"mod (\w+) \{", line):
                module = begun.group(1) + "::"
            elif line.startswith("}"):
                module = ""
            elif said := re.match(r"\s*/// (.*)", line):
                comment = comment or said.group(1)
            elif named := re.match(r"\s*(?:pub )?fn (\w+)\(\)", line):
                found[module + named.group(1)] = comment.rstrip(".")
                comment = ""
    return found


def versions(folder):
    """The crates that the manifest names: (name, version) by the name that the source uses."""
    with open(os.path.join(folder, "Cargo.toml"), encoding="utf-8") as f:
        dependencies = f.read().partition("[dependencies]\n")[2].partition("\n[")[0]
    found = {}
    for line in dependencies.splitlines():
        if named := re.match(r'([\w-]+) = (?:"=|\{ package = "([\w-]+)", version = "=)([^"]+)', line):
            found[named.group(1).replace("-", "_")] = (named.group(2) or named.group(1), named.group(3))
    return found


def crate_of(source, proof, crates):
    """The crate that a proof uses first, from its module if it stands in one, with its version."""
    with open(source, encoding="utf-8") as f:
        text = f.read()
    module, _, name = proof.rpartition("::")
    text = text[text.index(f"mod {module} {{"):] if module else text[text.index(f"fn {name}("):]
    used = [(text.index(alias + "::"), alias) for alias in crates if alias + "::" in text]
    name, version = crates[min(used)[1]] if used else ("?", "")
    return f"{name} {version}"


def check(given, options, package):
    """The rows of a package's proofs, or why there are none."""
    folder = os.path.join(FOLDER, package)
    command = [given.plica, "cargo", "--format", "json", "--manifest-path", os.path.join(folder, "Cargo.toml"),
               "--time-limit", f"{given.limit:g}s", *(["--", *options] if options else [])]
    source = os.path.join(folder, "src", "lib.rs")
    claimed, crates = claims(source), versions(folder)
    code, out, err, _, _ = bench.run(command, 600 + given.limit * len(claimed))
    try:
        proofs = json.loads(out)["proofs"]
    except (ValueError, KeyError):
        said = [line for line in err.splitlines() if line.startswith("error")] or [f"status {code}"]
        return [], f"{package}: {said[0]}"
    rows = []
    for entry in proofs:
        report, name = entry["report"], entry["proof"].partition("::")[2]
        stats = report.get("stats", {})
        errors = [error["kind"] for error in report.get("errors", [])]
        rows.append({"crate": crate_of(source, name, crates), "proof": name, "claim": claimed.get(name, ""),
                     "verdict": report["verdict"], "errors": ", ".join(sorted(set(errors))) or "-",
                     "paths": stats.get("paths", "-"), "queries": stats.get("queries", "-"),
                     "seconds": f"{stats['time_s']:.2f}" if "time_s" in stats else "-", "expected": EXPECTED[package],
                     "confirmed": all(error.get("confirmed") for error in report.get("errors", []))})
    return rows, None


def wrong(row):
    return not row["confirmed"] or row["verdict"] in ("holds", "violated") and row["verdict"] != row["expected"]


def table(rows):
    """The markdown table."""
    lines = [COLUMNS, ["---"] * 5 + ["---:"] * 3]
    for row in rows:
        cells = dict(row, proof=f"`{row['proof']}`", verdict=row["verdict"] + (" **wrong**" if wrong(row) else ""))
        lines.append([str(cells[column]) for column in COLUMNS])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def main():
    arguments, options = bench.split()
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(bench.ROOT, "target"))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help="crates, advisories (default: both)")
    parser.add_argument("--plica", default=os.path.join(target, "release", "plica"))
    parser.add_argument("--limit", type=float, default=60, help="seconds for each proof (default: 60)")
    parser.add_argument("--csv", help="write the figures there too")
    given = parser.parse_args(arguments)
    if not os.access(given.plica, os.X_OK):
        sys.exit(f"crates.py: {given.plica} is missing: cargo build --release")
    if strangers := set(given.packages) - set(EXPECTED):
        sys.exit(f"crates.py: no package {', '.join(sorted(strangers))}; there are {', '.join(EXPECTED)}")
    everything, failed = [], False
    for package in EXPECTED:
        if given.packages and package not in given.packages:
            continue
        rows, reason = check(given, options, package)
        if reason:
            print(reason)
            failed = True
            continue
        print(table(rows))
        decided = sum(1 for row in rows if row["verdict"] == row["expected"])
        print(f"\n{package}: {decided} of {len(rows)} {EXPECTED[package]}\n")
        everything += rows
    if given.csv:
        bench.write_csv(given.csv, COLUMNS, everything)
    return 1 if failed or any(wrong(row) for row in everything) else 0


if __name__ == "__main__":
    sys.exit(main())
