#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast Python's statements are evaluated, beside CPython: ten ordinary loops.

    ./dev bench loops

A loop is run with two counts of turns; the time of a turn is the slope, so neither starting nor compiling counts. Both
sides take turns, CPU time of the process, the median of several runs. The last column is the ratio that we aim to have
at 1: how many times as long as CPython's a turn takes here. The same text runs on both sides, and prints the same.
"""

import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESSERA = os.environ.get("TESSERA_BINARY", str(ROOT / "build/native/bin/tessera"))
REPETITIONS = 5

# name, turns, the text of a function `run(n)` whose result is printed
LOOPS = [
    ("sum of a range", 200_000, """
def run(n):
    total = 0
    for i in range(n):
        total += i
    return total
"""),
    ("branches", 100_000, """
def run(n):
    low = high = 0
    for i in range(n):
        if i % 3 == 0:
            low += i * 2
        elif i % 5 == 0:
            high += i // 2
        else:
            low -= 1
    return low, high
"""),
    ("while with floats", 100_000, """
def run(n):
    x, i = 0.5, 0
    while i < n:
        x = x * 1.0000001 + 0.25 / (i + 1)
        i += 1
    return round(x, 6)
"""),
    ("calls", 50_000, """
def step(a, b=1, *, c=2):
    return a + b * c

def run(n):
    total = 0
    for i in range(n):
        total = step(total, i, c=3) % 1000003
    return total
"""),
    ("a list made and read", 100_000, """
def run(n):
    values = []
    for i in range(n):
        values.append(i ^ 5)
    total = 0
    for i in range(n):
        total += values[n - 1 - i]
    return total
"""),
    ("a dict of counts", 100_000, """
def run(n):
    counts = {}
    for i in range(n):
        key = i * 7919 % 1009
        counts[key] = counts.get(key, 0) + 1
    return len(counts), counts[5] if 5 in counts else 0
"""),
    ("comprehensions", 100_000, """
def run(n):
    squares = [i * i for i in range(n) if i % 2]
    return sum(x for x in squares if x % 3 == 0)
"""),
    ("strings", 50_000, """
def run(n):
    parts = []
    for i in range(n):
        parts.append(f"{i:04d}:{'even' if i % 2 == 0 else 'odd'}")
    return len(",".join(parts)), parts[-1].upper()
"""),
    ("instances", 50_000, """
class Counter:
    def __init__(self):
        self.value = 0

    def add(self, amount):
        self.value += amount
        return self

def run(n):
    counter = Counter()
    for i in range(n):
        counter.add(i).add(-1)
    return counter.value
"""),
    ("generators and tuples", 50_000, """
def pairs(n):
    a, b = 0, 1
    for i in range(n):
        a, b = b, (a + b) % 1000003
        yield i, a

def run(n):
    total = 0
    for i, (index, value) in enumerate(pairs(n)):
        total += value if index == i else 1
    return total
"""),
]


def cpu_seconds(command):
    """The CPU time of a process and its output; its failure ends the benchmark with what it said."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode:
        sys.exit(f"{' '.join(command)}: {result.stderr.strip() or result.stdout.strip()}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, result.stdout


def measure(folder, text, turns):
    """Nanoseconds a turn: CPython's and ours."""
    sizes = (turns, turns * 4)
    files = []
    for count in sizes:
        path = folder / f"loop{count}.py"
        path.write_text(f"{text}\nprint(run({count}))\n")
        files.append(str(path))
    slopes = {"CPython": [], "Tessera": []}
    for _ in range(REPETITIONS):
        printed = {}
        for side, command in (("CPython", [sys.executable]), ("Tessera", [TESSERA, "run"])):
            (short, _), (long, printed[side]) = (cpu_seconds([*command, file]) for file in files)
            slopes[side].append((long - short) / (sizes[1] - sizes[0]) * 1e9)
        if printed["CPython"] != printed["Tessera"]:
            sys.exit(f"the two sides print different things: {printed}")
    return statistics.median(slopes["CPython"]), statistics.median(slopes["Tessera"])


def main():
    print(f"{'':26} {'CPython ' + sys.version.split()[0]:>15} {'Tessera':>10}   (ns a turn)  ratio")
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        for name, turns, text in LOOPS:
            theirs, ours = measure(pathlib.Path(folder), text, turns)
            ratios.append(ours / theirs)
            print(f"{name:26} {theirs:15.0f} {ours:10.0f} {ratios[-1]:19.2f}", flush=True)
    print(f"{'geometric mean':26} {statistics.geometric_mean(ratios):46.2f}")


if __name__ == "__main__":
    main()
