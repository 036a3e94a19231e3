#!/usr/bin/env python3
"""C++ libraries as Debian has them, each on six unknown bytes (bench/cpp).

    cpp.py [--plica PATH] [--limit SECONDS] [--csv FILE] [LIBRARY...] [-- PLICA-OPTIONS]

Fetches the packages that are not there yet into target/cpp with apt (it installs nothing and needs no root), checks
each harness and writes a suite of tests for it, then prints a markdown table of a row a library: the package and its
version; verdict, seconds (of the clock and of the processor) and paths of `plica check`, errors by kind, what else is
in the way of an answer; and the sides of branches that `plica test` covers, of those in functions that the harness can
call.
Exit status 1 when an error was not confirmed or a library cannot be built, else 0: undecided is allowed, it is what is
measured. Invariant: nothing of a library is in the repository, and none of its files is changed."""
import argparse
import glob
import json
import os
import subprocess
import sys
import tempfile

import bench

HARNESSES = os.path.join(bench.ROOT, "bench", "cpp")
# By harness: the package, whether it is a source package, the folder of its headers, what is compiled of it, and the
# standard that it is written for.
LIBRARIES = {
    "tinyxml2": ("tinyxml2", True, ".", ["tinyxml2.cpp"], None),
    "pugixml": ("pugixml", True, "src", ["src/pugixml.cpp"], None),
    "nlohmann_json": ("nlohmann-json3-dev", False, "usr/include", [], None),
    "fmt": ("libfmt-dev", False, "usr/include", [], None),
    "rapidjson": ("rapidjson-dev", False, "usr/include", [], None),
    "tomlplusplus": ("libtomlplusplus-dev", False, "usr/include", [], "c++17"),
    "cxxopts": ("libcxxopts-dev", False, "usr/include", [], None),
    "yaml_cpp": ("yaml-cpp", True, "include", ["src/*.cpp"], None),
}
COLUMNS = ["library", "verdict", "seconds", "CPU", "paths", "errors", "in the way", "tests", "sides covered"]
FETCH_LIMIT = 60


def run(command, folder):
    """Runs a command that may need the network."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=FETCH_LIMIT, check=False)
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise OSError(f"{' '.join(command[:1] + command[-2:])}: {said[-1] if said else done.returncode}")


def source_lists(target):
    """Options of apt by which it knows the sources of the packages that the machine's own lists have."""
    apt = os.path.join(target, "apt")
    options = ["-o", "Dir::Etc::sourcelist=/dev/null", "-o", f"Dir::Etc::sourceparts={apt}/sources",
               "-o", f"Dir::State::lists={apt}/lists"]
    if not os.path.isdir(os.path.join(apt, "lists")):
        os.makedirs(os.path.join(apt, "lists", "partial"), exist_ok=True)
        os.makedirs(os.path.join(apt, "sources"), exist_ok=True)
        for given in glob.glob("/etc/apt/sources.list.d/*.sources") + ["/etc/apt/sources.list"]:
            if not os.path.isfile(given):
                continue
            with open(given, encoding="utf-8") as f:
                lines = f.read().splitlines()
            lines = ["Types: deb-src" if line.startswith("Types:") else line for line in lines]
            lines = ["deb-src " + line[4:] if line.startswith("deb ") else line for line in lines]
            name = os.path.basename(given).replace("sources.list", "own.list")
            with open(os.path.join(apt, "sources", name), "w", encoding="utf-8") as f:
                f.write("\n".join(lines) + "\n")
        run(["apt-get", *options, "update"], apt)
    return options


def fetch(package, is_source, target):
    """The folder with the package's files, and its version."""
    folder = os.path.join(target, package)
    mark = os.path.join(folder, ".version")
    if not os.path.isfile(mark):
        os.makedirs(folder, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target) as downloads:
            if is_source:
                run(["apt-get", *source_lists(target), "source", "--download-only", package], downloads)
                archive = glob.glob(os.path.join(downloads, "*.orig.tar.*"))[0]
                version = os.path.basename(glob.glob(os.path.join(downloads, "*.dsc"))[0])[len(package) + 1:-4]
                run(["tar", "-xf", archive, "-C", folder, "--strip-components=1"], downloads)
            else:
                run(["apt-get", "download", package], downloads)
                archive = glob.glob(os.path.join(downloads, "*.deb"))[0]
                version = os.path.basename(archive).split("_")[1]
                run(["dpkg-deb", "-x", archive, folder], downloads)
        with open(mark, "w", encoding="utf-8") as f:
            f.write(version)
    with open(mark, encoding="utf-8") as f:
        return folder, f.read()


def report(given, command, options, inputs, arguments):
    """What plica reports as JSON, with the processor's seconds (a busy machine takes longer)."""
    whole = [given.plica, command, "--format", "json", "--time-limit", f"{given.limit:g}s", *options, *inputs]
    code, out, err, _, usage = bench.run([*whole, "--", *arguments], 60 + 2 * given.limit)
    try:
        return json.loads(out) | {"cpu": usage.ru_utime + usage.ru_stime}
    except ValueError:
        raise OSError((err.strip().splitlines() or [f"status {code}"])[-1]) from None


def in_the_way(checked):
    """Kinds of reasons with their numbers, those of which nothing can be told but how long they took last."""
    kinds = {}
    for reason in checked["reasons"]:
        kinds[reason["kind"]] = kinds.get(reason["kind"], 0) + reason.get("count", 1)
    last = sorted(kinds.items(), key=lambda item: item[0] == "time-limit")
    return ", ".join(f"{kind} ({count})" for kind, count in last) or "-"


def measure(given, options, library, target):
    """The row of a library, and whether its errors were confirmed."""
    package, is_source, headers, compiled, standard = LIBRARIES[library]
    folder, version = fetch(package, is_source, target)
    sources = [path for pattern in compiled for path in sorted(glob.glob(os.path.join(folder, pattern)))]
    inputs = [os.path.join(HARNESSES, library + ".cpp"), *sources]
    arguments = ["-I" + os.path.normpath(os.path.join(folder, headers)), *([f"-std={standard}"] if standard else [])]
    checked = report(given, "check", options, inputs, arguments)
    with tempfile.TemporaryDirectory(dir=target) as suite:
        tested = report(given, "test", ["-o", os.path.join(suite, "tests"), *options], inputs, arguments)
    errors = [error["kind"] for error in checked["errors"]]
    row = {"library": f"{package} {version}", "verdict": checked["verdict"], "paths": checked["stats"]["paths"],
           "seconds": f"{checked['stats']['time_s']:.1f}", "CPU": f"{checked['cpu']:.1f}",
           "errors": ", ".join(errors) or "-", "in the way": in_the_way(checked), "tests": len(tested["tests"]),
           "sides covered": f"{tested['covered_sides']} of {tested['sides']}"}
    return row, all(error.get("confirmed") for error in checked["errors"])


def main():
    arguments, options = bench.split()
    built = os.environ.get("CARGO_TARGET_DIR", os.path.join(bench.ROOT, "target"))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("libraries", nargs="*", metavar="LIBRARY", help=f"{', '.join(LIBRARIES)} (default: all)")
    parser.add_argument("--plica", default=os.path.join(built, "release", "plica"))
    parser.add_argument("--limit", type=float, default=60, help="seconds for each run (default: 60)")
    parser.add_argument("--csv", help="write the figures there too")
    given = parser.parse_args(arguments)
    if not os.access(given.plica, os.X_OK):
        sys.exit(f"cpp.py: {given.plica} is missing: cargo build --release")
    if strangers := set(given.libraries) - set(LIBRARIES):
        sys.exit(f"cpp.py: no library {', '.join(sorted(strangers))}; there are {', '.join(LIBRARIES)}")
    target = os.path.join(built, "cpp")
    os.makedirs(target, exist_ok=True)
    print("| " + " | ".join(COLUMNS) + " |\n|---|---|---:|---:|---:|---|---|---:|---:|", flush=True)
    rows, failed = [], False
    for library in given.libraries or LIBRARIES:
        try:
            row, confirmed = measure(given, options, library, target)
        except (OSError, subprocess.TimeoutExpired, IndexError) as error:
            row, confirmed = {"library": library, "verdict": f"not built: {error}"}, False
        print("| " + " | ".join(str(row.get(column, "")) for column in COLUMNS) + " |", flush=True)
        rows.append(row)
        failed |= not confirmed
    if given.csv:
        bench.write_csv(given.csv, COLUMNS, rows)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
