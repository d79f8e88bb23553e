#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The interpreter's speed by class of operation, beside NumPy's where it is installed.

    ./dev bench operations

Each operation is run in a chain (its result is its next input) of two lengths; the time of one is the slope, so neither
compiling nor random inputs count. One thread on both sides, f32 unless named, the best of several runs, milliseconds.
"""

import json
import os
import pathlib
import subprocess
import time

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"
try:
    import numpy
except ImportError:
    numpy = None

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESSERA = os.environ.get("TESSERA_BINARY", str(ROOT / "build/native/bin/tessera"))
REPETITIONS = 5

# name, shape, Tessera's expression of x, NumPy's, bytes or floating-point operations that one takes
OPERATIONS = [
    ("add", (4096, 4096), "x + 1.5", "x + np.float32(1.5)", ("GB/s", 2 * 4 * 4096 * 4096)),
    ("multiply, two arrays", (4096, 4096), "x * z", "x * z", ("GB/s", 3 * 4 * 4096 * 4096)),
    ("maximum", (4096, 4096), "jnp.maximum(x, 0.25)", "np.maximum(x, np.float32(0.25))", ("GB/s", 2 * 4 * 4096 * 4096)),
    ("where(compare)", (4096, 4096), "jnp.where(x > 0.0, x, z)", "np.where(x > 0, x, z)", ("GB/s", 3 * 4 * 4096 * 4096)),
    ("exp", (2048, 2048), "jnp.exp(-x)", "np.exp(-x)", None),
    ("tanh", (2048, 2048), "jnp.tanh(x)", "np.tanh(x)", None),
    ("divide", (2048, 2048), "1.5 / (x + 3.0)", "np.float32(1.5) / (x + np.float32(3))", None),
    ("to f16 and back", (2048, 2048), "x.astype(jnp.float16).astype(jnp.float32)", "x.astype(np.float16).astype(np.float32)", None),
    ("transpose", (2048, 2048), "x.T + 0.0", "np.ascontiguousarray(x.T)", ("GB/s", 2 * 4 * 2048 * 2048)),
    ("sum over rows, broadcast", (2048, 2048), "x - x.sum(1, keepdims=True)", "x - x.sum(1, keepdims=True)", None),
    ("max over columns, broadcast", (2048, 2048), "x - x.max(0, keepdims=True)", "x - x.max(0, keepdims=True)", None),
    ("cumsum", (1024, 1024), "jnp.cumsum(x, 1) * 0.01", "np.cumsum(x, 1) * np.float32(0.01)", None),
    ("sort", (1024, 1024), "-jnp.sort(x, 1)", "-np.sort(x, 1)", None),
    ("argmax, take", (1024, 1024), "x + jnp.take(x, jnp.argmax(x, 1), 0)", "x + np.take(x, np.argmax(x, 1), 0)", None),
    ("gather rows", (2048, 2048), "x[i]", "x[i]", ("GB/s", 2 * 4 * 2048 * 2048)),
    ("dot 512", (512, 512), "jnp.dot(x, z) * 0.05", "np.dot(x, z) * np.float32(0.05)", ("GFLOP/s", 2 * 512**3)),
    ("dot 1024", (1024, 1024), "jnp.dot(x, z) * 0.03", "np.dot(x, z) * np.float32(0.03)", ("GFLOP/s", 2 * 1024**3)),
    ("einsum bij,bjk->bik", (8, 256, 256), "jnp.einsum('bij,bjk->bik', x, z) * 0.06", "np.matmul(x, z) * np.float32(0.06)", ("GFLOP/s", 2 * 8 * 256**3)),
]


def program(shape, expression, count):
    return f"""
import jax, jax.numpy as jnp
z = jax.random.normal(jax.random.key(1), {shape})
i = jax.random.permutation(jax.random.key(2), {shape[0]})
x = jax.random.normal(jax.random.key(0), {shape})
for _ in range({count}):
    x = {expression}
print(x.ravel()[0])
"""


def time_tessera(shape, expression, count):
    best = float("inf")
    for _ in range(REPETITIONS):
        answer = subprocess.run([TESSERA, "run", "-", "--json"], input=program(shape, expression, count), capture_output=True, text=True)
        result = json.loads(answer.stdout)
        if not result["ok"]:
            raise SystemExit(f"{expression}: {result['diagnostics']}")
        best = min(best, result["milliseconds"])
    return best


def time_numpy(shape, expression):
    generator = numpy.random.default_rng(0)
    names = {"np": numpy, "z": generator.standard_normal(shape, numpy.float32), "i": generator.permutation(shape[0])}
    x = generator.standard_normal(shape, numpy.float32)
    best = float("inf")
    code = compile(expression, expression, "eval")
    for _ in range(2 * REPETITIONS):
        begin = time.perf_counter()
        result = eval(code, {**names, "x": x})
        best = min(best, time.perf_counter() - begin)
        x = result
    return 1e3 * best


def main():
    print(f"{'one operation':30} {'Tessera':>10} {'NumPy ' + numpy.__version__ if numpy else '':>14} {'ratio':>7}   rate")
    for name, shape, ours, theirs, work in OPERATIONS:
        few, many = 2, 10
        mine = (time_tessera(shape, ours, many) - time_tessera(shape, ours, few)) / (many - few)
        line = f"{name:30} {mine:10.2f}"
        if numpy:
            other = time_numpy(shape, theirs)
            line += f" {other:14.2f} {mine / other:7.2f}"
        if work:
            unit, amount = work
            line += f"   {amount / mine / 1e6:.1f} {unit}"
        print(line, flush=True)


if __name__ == "__main__":
    main()
