"""What the scripts that compare plica with native runs share: finding clang, running a command under a limit."""
import shutil
import subprocess
import sys


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
