#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast NumPy's functions of whole arrays are here, beside NumPy: elementwise, reductions, sorting, products.

    ./dev bench arrays

A program does the same step several times on arrays of 1e6 to 1e7 elements, each step on what the last one gave, so
that none can be left out. It is run with two counts of steps; the time of a step is the slope, so neither starting nor
making the arrays counts. Both sides take turns, CPU time of the process, the median of several runs. The last column is
the ratio that we aim to have at 1: how many times as long as NumPy's a step takes here. The same text runs on both
sides, and prints the same numbers, up to the order in which floats are added. No step's values are looked at before the
end, so here steps that follow each other may be done together, piece by piece; a program that prints what each step
gives gains less. `/usr/bin/python3` is asked, Debian's, whose NumPy is a package.
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
PYTHON = os.environ.get("BENCH_PYTHON", "/usr/bin/python3")
REPETITIONS = 5

# name, elements, steps of the short run, what is made, the step
ROWS = [
    (
        "a * x + y, float32",
        10_000_000,
        4,
        "x = np.arange(n, dtype=np.float32) / n\ny = x[::-1].copy()",
        "x = np.float32(0.99) * x + y",
    ),
    ("a * x + y, float64", 10_000_000, 4, "x = np.arange(n) / n\ny = x[::-1].copy()", "x = 0.99 * x + y"),
    ("x * 3 ^ y, int64", 10_000_000, 4, "x = np.arange(n)\ny = x[::-1].copy()", "x = x * 3 ^ y"),
    ("exp, float32", 1_000_000, 10, "x = np.arange(n, dtype=np.float32) / n", "x = np.exp(-x)"),
    ("exp, float64", 1_000_000, 10, "x = np.arange(n) / n", "x = np.exp(-x)"),
    ("sin, float64", 1_000_000, 10, "x = np.arange(n) / n", "x = np.sin(x)"),
    (
        "where, float32",
        10_000_000,
        4,
        "x = np.arange(n, dtype=np.float32) / n\ny = x[::-1].copy()",
        "x = np.where(x > 0.5, y, x) + y",
    ),
    ("sum of all, float32", 10_000_000, 10, "x = np.arange(n, dtype=np.float32) / n\nt = 0.0", "t = x.sum() + t * 0.5"),
    (
        "sum of axis 0, float64",
        4_000_000,
        10,
        "x = (np.arange(n) / n).reshape(2000, 2000)\nt = np.zeros(2000)",
        "x = x + t; t = x.sum(axis=0) * 1e-4",
    ),
    (
        "sum of axis 1, float64",
        4_000_000,
        10,
        "x = (np.arange(n) / n).reshape(2000, 2000)\nt = np.zeros(2000)",
        "x = x + t; t = x.sum(axis=1) * 1e-4",
    ),
    (
        "max of axis 1, float32",
        4_000_000,
        10,
        "x = (np.arange(n, dtype=np.float32) / n).reshape(2000, 2000)\nt = np.zeros(2000, np.float32)",
        "x = x + t; t = x.max(axis=1) * np.float32(1e-4)",
    ),
    ("cumsum, float64", 4_000_000, 5, "x = np.arange(n) / n", "x = np.cumsum(x) * 1e-6"),
    (
        "sort, float32",
        1_000_000,
        4,
        "x = (np.arange(n) * 7919 % 1000003).astype(np.float32)\ny = (np.arange(n) * 104729 % 999983).astype(np.float32)",
        "x = np.sort(x * np.float32(0.5) + y)[::-1]",
    ),
    (
        "sort, int64",
        1_000_000,
        4,
        "x = np.arange(n) * 7919 % 1000003\ny = np.arange(n) * 104729 % 999983",
        "x = np.sort(x // 2 + y)[::-1]",
    ),
    (
        "argsort, float64",
        1_000_000,
        2,
        "x = np.arange(n) * 7919 % 1000003 / n\ny = np.arange(n) * 104729 % 999983 / n",
        "x = np.argsort(x * 0.37 + y, kind='stable') / n",
    ),
    (
        "transpose and add, float32",
        4_000_000,
        5,
        "x = (np.arange(n, dtype=np.float32) / n).reshape(2000, 2000)",
        "x = x.T + x * np.float32(0.5)",
    ),
    ("x[index], float64", 4_000_000, 4, "x = np.arange(n) / n\nat = np.arange(n) * 7919 % n", "x = x[at] * 0.5"),
    (
        "matmul 1000, float32",
        1_000_000,
        3,
        "x = (np.arange(n, dtype=np.float32) / n).reshape(1000, 1000)\ny = x",
        "x = (x @ y) * np.float32(1e-3)",
    ),
    ("matmul 1000, float64", 1_000_000, 2, "x = (np.arange(n) / n).reshape(1000, 1000)\ny = x", "x = (x @ y) * 1e-3"),
]

END = "print(*[float(v) for v in np.ravel(t if 't' in globals() else x)[:3]])"


def program(elements, steps, setup, step):
    return f"import numpy as np\nn = {elements}\n{setup}\nfor _ in range({steps}):\n    {step}\n{END}\n"


def cpu_seconds(command):
    """The CPU time of a process and its output; its failure ends the benchmark with what it said."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode:
        sys.exit(f"{' '.join(command)}: {result.stderr.strip() or result.stdout.strip()}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, result.stdout


def is_near(text, other):
    a, b = ([float(word) for word in one.split()] for one in (text, other))
    return len(a) == len(b) and all(abs(x - y) <= 1e-3 * max(abs(x), abs(y), 1e-6) for x, y in zip(a, b))


def measure(folder, elements, steps, setup, step):
    """Milliseconds a step: NumPy's and ours."""
    counts = (steps, steps * 4)
    files = []
    for count in counts:
        path = folder / f"arrays{count}.py"
        path.write_text(program(elements, count, setup, step))
        files.append(str(path))
    slopes = {"NumPy": [], "Tessera": []}
    for _ in range(REPETITIONS):
        printed = {}
        for side, command in (("NumPy", [PYTHON]), ("Tessera", [TESSERA, "run"])):
            (short, _), (long, printed[side]) = (cpu_seconds([*command, file]) for file in files)
            slopes[side].append((long - short) / (counts[1] - counts[0]) * 1e3)
        if not is_near(printed["NumPy"], printed["Tessera"]):
            sys.exit(f"the two sides print different things: {printed}")
    return statistics.median(slopes["NumPy"]), statistics.median(slopes["Tessera"])


def main():
    chosen = sys.argv[1:]
    version = subprocess.run(
        [PYTHON, "-c", "import numpy; print(numpy.__version__)"], capture_output=True, text=True, check=True
    )
    print(f"{'':28} {'elements':>9} {'NumPy ' + version.stdout.strip():>14} {'Tessera':>10}   (ms a step)  ratio")
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        for name, elements, steps, setup, step in ROWS:
            if chosen and not any(word in name for word in chosen):
                continue
            theirs, ours = measure(pathlib.Path(folder), elements, steps, setup, step)
            line = f"{name:28} {elements:9} {theirs:14.2f} {ours:10.2f}"
            if min(theirs, ours) <= 0:  # the long run took no longer: other work on the machine took the difference
                print(f"{line} {'noise':>20}", flush=True)
                continue
            ratios.append(ours / theirs)
            print(f"{line} {ratios[-1]:20.2f}", flush=True)
    if ratios:
        print(f"{'geometric mean of ' + str(len(ratios)):28} {statistics.geometric_mean(ratios):55.2f}")


if __name__ == "__main__":
    main()
