#!/usr/bin/env python3
"""Utilities of GNU coreutils, from the distribution's source package: what plica finds out about each in a minute.

    coreutils.py [--plica PATH] [--folder DIR] [--limit SECONDS] [--csv FILE] [UTILITY...] [-- PLICA-OPTIONS]

Fetches the source package with apt-get (Debian and what is like it; a list of sources of its own in DIR, so nothing of
the system changes), builds it there by its own `configure` and `make`, and makes a compile_commands.json of what `make`
says that it does. Then `plica test` writes tests for each utility with symbolic arguments and input, and each test is
run by the utility that `make` built, and by one with clang's counters in its own source file. Prints a markdown table
of a row a utility: verdict, seconds, paths, sides of branches that tests cover in all that the utility can call
(as plica counts), branches of its own file that they take (as gcov counts), tests, and how many of them the utility
itself ends with the same output and exit status. Exit status 1 when a test's run differs or a utility could not be analysed, else 0. Invariant: what cannot
be built or analysed is shown with the reason, and nothing is measured of it."""
import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

import bench

# What each utility is given: options of plica.
UTILITIES = {
    "basename": ["--args", "..3x3"],
    "cat": ["--args", "2", "--stdin", "..3"],
    "comm": ["--args", "2", "--arg", "-", "--arg", "b", "--stdin", "..3", "--file", "b:..3"],
    "cut": ["--args", "3", "--arg", "-d:", "--stdin", "..3"],
    "dirname": ["--args", "..2x3"],
    "echo": ["--args", "..2x5"],
    "expr": ["--args", "2,1,2"],
    "fold": ["--args", "3", "--stdin", "..3"],
    "head": ["--args", "3", "--stdin", "..3"],
    "nl": ["--args", "3", "--stdin", "..3"],
    "od": ["--args", "3", "--stdin", "..3"],
    "paste": ["--args", "3", "--arg", "-", "--stdin", "..3"],
    "tr": ["--args", "2,2", "--stdin", "..2"],
    "true": ["--args", "..2x9"],
    "uniq": ["--args", "2", "--stdin", "..4"],
    "wc": ["--args", "2", "--stdin", "..3"],
}
COLUMNS = ["utility", "verdict", "seconds", "paths", "sides", "own branches", "tests", "replayed"]
PACKAGE = "coreutils"


def stop(message):
    sys.exit(f"coreutils.py: {message}")


def apt(folder, *words):
    """Runs apt-get with lists and archives in a folder of ours."""
    own = os.path.join(folder, "apt")
    options = {"Dir::Etc::SourceParts": "/dev/null", "Dir::Etc::SourceList": os.path.join(own, "sources.list"),
               "Dir::State::Lists": os.path.join(own, "lists"), "Dir::Cache": os.path.join(own, "cache")}
    for name in ("lists/partial", "cache/archives/partial"):
        os.makedirs(os.path.join(own, name), exist_ok=True)
    flags = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
    subprocess.run(["apt-get", "-q", *flags, *words], cwd=folder, check=True, timeout=300, stdout=sys.stderr)


def sources_list():
    """The distribution's sources, as its own lists of packages name it: the first that has them."""
    found = {}
    folder = "/etc/apt/sources.list.d"
    names = [os.path.join(folder, name) for name in sorted(os.listdir(folder))] if os.path.isdir(folder) else []
    for name in (name for name in names if name.endswith(".sources")):
        with open(name, encoding="utf-8") as f:
            for field, value in re.findall(r"^([\w-]+): *(.*)$", f.read(), re.M):
                found.setdefault(field, value)
        if "URIs" in found:
            key = f"[signed-by={found['Signed-By']}] " if "Signed-By" in found else ""
            return f"deb-src {key}{found['URIs']} {found['Suites'].split()[0]} {found['Components'].split()[0]}\n"
    with open("/etc/apt/sources.list", encoding="utf-8") as f:
        lines = [line for line in f if line.startswith("deb ")]
    return "".join(line.replace("deb ", "deb-src ", 1) for line in lines[:1])


def fetch(folder):
    """The folder with the sources, fetched if it is not there."""
    source = os.path.join(folder, "source")
    if os.path.isdir(source):
        return source
    os.makedirs(os.path.join(folder, "apt"), exist_ok=True)
    with open(os.path.join(folder, "apt", "sources.list"), "w", encoding="utf-8") as f:
        f.write(sources_list())
    apt(folder, "update")
    apt(folder, "source", "--download-only", PACKAGE)
    archive = next((name for name in os.listdir(folder) if ".orig.tar." in name), None)
    if not archive:
        stop(f"apt-get fetched no sources of {PACKAGE}")
    os.makedirs(source + ".part", exist_ok=True)
    unpack = ["tar", "xf", os.path.join(folder, archive), "-C", source + ".part", "--strip-components=1"]
    subprocess.run(unpack, check=True)
    os.rename(source + ".part", source)
    return source


def build(folder):
    """Configures and makes the package; gives the build folder and what `make` said that it does."""
    source, made = fetch(folder), os.path.join(folder, "build")
    log = os.path.join(made, "make.log")
    if not os.path.exists(os.path.join(made, "src", "true")):
        os.makedirs(made, exist_ok=True)
        configure = [os.path.join(source, "configure"), "--without-libgmp", "--quiet", "CC=clang", "CFLAGS=-g -O0"]
        environment = dict(os.environ, FORCE_UNSAFE_CONFIGURE="1")
        subprocess.run(configure, cwd=made, env=environment, check=True, stdout=sys.stderr)
        with open(log, "w", encoding="utf-8") as f:
            subprocess.run(["make", "V=1"], cwd=made, check=True, stdout=f, stderr=subprocess.STDOUT)
    with open(log, encoding="utf-8", errors="replace") as f:
        return made, f.read()


def compilations(made, log):
    """The compiler's commands as `make` shows them, by the object; written as a compile_commands.json too."""
    entries, commands = [], {}
    for line in log.replace("\\\n", " ").splitlines():
        found = re.match(r"(?:depbase=.*;)?\s*(clang .* -c -o (\S+) (.*\.c))\s*(?:&&.*)?$", line)
        if not found:
            continue
        command = re.sub(r"`test -f '([^']*)' \|\| echo '([^']*)'`(\S+)",
                         lambda m: m[3] if os.path.exists(os.path.join(made, m[1])) else m[2] + m[3], found[1])
        words = [word for word in shlex.split(command) if "$depbase" not in word]
        commands[found[2]] = words
        entries.append({"directory": made, "file": source_of(made, words), "arguments": words})
    with open(os.path.join(made, "compile_commands.json"), "w", encoding="utf-8") as f:
        json.dump(entries, f, indent=1)
    return commands


def source_of(made, words):
    return os.path.normpath(os.path.join(made, words[-1]))


def sources(made, log, commands, utility):
    """The source files that a utility is linked of: the linker says which members of archives it takes."""
    link = re.search(rf"^clang .* -o src/{utility} .*$", log, re.M)
    if not link:
        return None
    words = shlex.split(link[0])
    words[words.index("-o") + 1] = os.devnull
    said = subprocess.run([*words, "-Wl,--trace,--trace"], cwd=made, check=True, capture_output=True, text=True).stdout
    found = []
    for line in said.splitlines():
        member = re.match(r"\(?(?:\S*/)?(lib|src)/(\w+\.a)(?:\)|\()(\S+?)\)?$", line)
        name = f"{member[1]}/{member[3]}" if member else line.strip()
        if name in commands and (source := source_of(made, commands[name])) not in found:
            found.append(source)
    return found


def test(given, options, made, files, utility, folder):
    """Has plica write the tests of a utility; gives its report, or why there is none, and the seconds."""
    command = [given.plica, "test", "-p", made, *files, *UTILITIES[utility], "--environment", "empty", "--format",
               "json", "--time-limit", f"{given.limit:g}s", "--tune", "driver.watchdog_grace=10000000", "-o", folder, *options]
    code, out, err, seconds, _ = bench.run(command, 300 + 2 * given.limit)
    try:
        return json.loads(out), None, seconds
    except ValueError:
        lines = [line for line in err.splitlines() if line.startswith("error")] or [f"status {code}"]
        return None, lines[0], seconds


def given_to(case, folder):
    """The arguments and the input that a test stands for; files are written into a folder."""
    objects = {o["name"]: bytes.fromhex(o["bytes"]) for o in case["objects"]}
    numbered = sorted((int(name[5:-1]), value) for name, value in objects.items() if re.fullmatch(r"argv\[\d+\]", name))
    arguments = [value.split(b"\0")[0] for _, value in numbered]
    if "argc of main" in objects:
        count = int.from_bytes(objects["argc of main"], "little") - 1
        arguments = (arguments + [b""] * count)[:count]
    contents = {}
    for name, value in objects.items():
        if found := re.fullmatch(r"(.*)\[(\d+)\]", name):
            contents.setdefault(found[1], {})[int(found[2])] = value
    for name, value in objects.items():
        if name.startswith("size of "):
            contents.setdefault(name[len("size of "):], {})
        elif name in ("stdin", *(name[len("size of "):] for name in objects if name.startswith("size of "))):
            # All of it, where it is an array.
            contents.setdefault(name, {}).update((i, value[i:i + 1]) for i in range(len(value)))
    texts = {}
    for name, parts in contents.items():
        size = objects.get(f"size of {name}")
        size = int.from_bytes(size, "little") if size is not None else max(parts, default=-1) + 1
        texts[name] = b"".join(parts.get(i, b"\0")[:1] for i in range(size))
    for name, text in texts.items():
        if name not in ("stdin", "argv"):
            with open(os.path.join(folder, name), "wb") as f:
                f.write(text)
    return arguments, texts.get("stdin", b"")


def counted(made, log, commands, utility, folder):
    """The utility with counters in its own source file, which write into the folder; none if it cannot be built."""
    link = re.search(rf"^clang .* -o src/{utility} .*$", log, re.M)
    words = list(commands[f"src/{utility}.o"])
    if "-MT" in words:
        # Dependencies, which are the build's own business.
        words = [*words[:words.index("-MT")], *words[words.index("-c"):]]
    own, program = os.path.join(folder, f"{utility}.o"), os.path.join(folder, utility)
    words[words.index("-o") + 1] = own
    linking = [own if word == f"src/{utility}.o" else word for word in shlex.split(link[0])]
    linking[linking.index("-o") + 1] = program
    for command in ([*words, "--coverage"], [*linking, "--coverage"]):
        if subprocess.run(command, cwd=made, capture_output=True, check=False).returncode:
            return None
    return program


def branches(source, utility, folder):
    """The branches of the utility's own file that its runs took, as gcov counts them: taken and all."""
    said = subprocess.run(["llvm-cov", "gcov", "-b", "-o", folder, source], cwd=folder, capture_output=True, text=True,
                          check=False).stdout
    part = said.partition(f"src/{utility}.c'")[2].partition("\n\n")[0]
    found = re.search(r"Taken at least once:([\d.]+)% of (\d+)", part)
    return (round(float(found[1]) * int(found[2]) / 100), int(found[2])) if found else (0, 0)


def replay(made, utility, folder, program):
    """How many tests there are with a known end, and which of them the utility itself ends otherwise."""
    count, differ = 0, []
    for name in sorted(name for name in os.listdir(folder) if name.endswith(".json")):
        with open(os.path.join(folder, name), encoding="utf-8") as f:
            case = json.load(f)
        if "ending" not in case:
            continue
        count += 1
        with tempfile.TemporaryDirectory() as place:
            arguments, text = given_to(case, place)
            try:
                for binary in filter(None, (program, os.path.join(made, "src", utility))):
                    ran = subprocess.run([b"program", *arguments], executable=binary, input=text, capture_output=True,
                                         cwd=place, env={"LC_ALL": "C"}, timeout=10, check=False)
                seen = (ran.returncode, ran.stdout)
            except subprocess.TimeoutExpired:
                seen = ("time", b"")
        wanted = (case["ending"]["status"], bytes.fromhex(case["ending"]["output"]))
        if seen != wanted:
            differ.append(f"{name}: {utility} {arguments} < {text}: {seen} and not {wanted}")
    return count, differ


def share(part, whole):
    return f"{part} of {whole} ({100 * part / whole:.0f} %)" if whole else "-"


def row(given, options, made, log, commands, utility, files):
    """The figures of a utility, and what is to be said of it."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as counters:
        report, reason, seconds = test(given, options, made, files, utility, folder)
        if reason:
            return None, [f"{utility}: {reason}"]
        program = counted(made, log, commands, utility, counters)
        count, differ = replay(made, utility, folder, program)
        taken, there = branches(files[0], utility, counters)
    said = [f"{utility}: {reason['kind']}: {reason['text']}"
            for reason in report.get("reasons", [])]
    said += [f"{utility}: {error['kind']}: {error['message']}" for error in report.get("errors", [])]
    stats = report.get("stats", {})
    covered, sides = report["covered_sides"], report["sides"]
    return {"utility": utility, "verdict": report["verdict"], "seconds": f"{seconds:.1f}",
            "paths": stats.get("paths", "-"), "sides": share(covered, sides), "own branches": share(taken, there),
            "tests": len(report.get("tests", [])),
            "replayed": f"{count - len(differ)} of {count}", "differ": differ}, said


def main():
    arguments, options = bench.split()
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(bench.ROOT, "target"))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("utilities", nargs="*", metavar="UTILITY", help=f"of {', '.join(UTILITIES)} (default: all)")
    parser.add_argument("--plica", default=os.path.join(target, "release", "plica"))
    parser.add_argument("--folder", default=os.path.join(target, "coreutils"), help="where it is fetched and built")
    parser.add_argument("--limit", type=float, default=60, help="seconds for each utility (default: 60)")
    parser.add_argument("--csv", help="write the figures there too")
    parser.add_argument("--sources", action="store_true", help="only show the source files of the utilities")
    given = parser.parse_args(arguments)
    if strangers := set(given.utilities) - set(UTILITIES):
        stop(f"no utility {', '.join(sorted(strangers))}; there are {', '.join(UTILITIES)}")
    given.folder = os.path.abspath(given.folder)
    made, log = build(given.folder)
    commands = compilations(made, log)
    rows, said, failed = [], [], False
    print("| " + " | ".join(COLUMNS) + " |\n| --- | --- |" + " ---: |" * (len(COLUMNS) - 2))
    for utility in given.utilities or UTILITIES:
        files = sources(made, log, commands, utility)
        if given.sources or not files:
            print(utility, *files or ["is not built"])
            continue
        figures, more = row(given, options, made, log, commands, utility, files)
        said += more
        if not figures:
            failed = True
            continue
        failed |= bool(figures["differ"])
        said += figures["differ"]
        print("| " + " | ".join(str(figures[column]) for column in COLUMNS) + " |", flush=True)
        rows.append(figures)
    print("\n" + "\n".join(said))
    if given.csv:
        bench.write_csv(given.csv, COLUMNS, rows)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
