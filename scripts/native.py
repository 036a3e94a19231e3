"""What the scripts that compare plica with native runs share: finding clang, running a command under a limit."""
import argparse
import os
import shutil
import subprocess
import sys


ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def arguments(description):
    """The arguments that scripts with random programs have in common."""
    made = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    made.add_argument("--plica", default=os.path.join(target, "release", "plica"))
    made.add_argument("--count", type=int, default=100)
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--flags", default="", help="more arguments for plica")
    return made


def clang():
    for name in ["clang"] + [f"clang-{v}" for v in range(22, 13, -1)]:
        if shutil.which(name):
            return name
    sys.exit("clang is not on PATH")


def run(command, limit, **more):
    """Standard output and error and the status, or None when the limit is hit."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=limit,
                              stdin=subprocess.DEVNULL, **more)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout, done.stderr, done.returncode
