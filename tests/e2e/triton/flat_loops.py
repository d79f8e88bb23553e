# SPDX-License-Identifier: Apache-2.0
"""Loops over all passes of all tiles, which count themselves: nested where only the first or last pass differs."""
import torch
import triton
import triton.language as tl

@triton.jit
def down(x, o, n, P: tl.constexpr, B: tl.constexpr):
    r = tl.arange(0, B)
    acc = tl.zeros((B,), tl.float32)
    step = P - 1
    t = 0
    for i in range(n * P):
        acc += tl.load(x + (t * P + step) * B + r) * (step + 1)
        if step == 0:
            tl.store(o + t * B + r, acc)
            acc = tl.zeros((B,), tl.float32)
            step = P - 1
            t += 1
        else:
            step -= 1

@triton.jit
def by_two(x, o, n, P: tl.constexpr, B: tl.constexpr):
    r = tl.arange(0, B)
    acc = tl.zeros((B,), tl.float32)
    step = 0
    t = 0
    for i in range(n * P):
        acc += tl.load(x + (t * P + step // 2) * B + r) * (step + 1)
        step += 2
        if step == 2 * P:
            tl.store(o + t * B + r, acc)
            acc = tl.zeros((B,), tl.float32)
            step = 0
            t += 1

@triton.jit
def middle(x, o, n, P: tl.constexpr, B: tl.constexpr):
    r = tl.arange(0, B)
    acc = tl.zeros((B,), tl.float32)
    step = 0
    t = 0
    for i in range(n * P):
        acc += tl.load(x + (t * P + step) * B + r)
        if step == 1:
            acc = acc * 2
        step += 1
        if step == P:
            tl.store(o + t * B + r, acc)
            acc = tl.zeros((B,), tl.float32)
            step = 0
            t += 1

@triton.jit
def toggled(x, o, n, P: tl.constexpr, B: tl.constexpr):
    r = tl.arange(0, B)
    acc = tl.zeros((B,), tl.float32)
    step = 0
    t = 0
    phase = 0
    for i in range(n * P):
        acc += tl.load(x + (t * P + step) * B + r) * (phase + 1)
        phase = 1 - phase
        step += 1
        if step == P:
            tl.store(o + t * B + r, acc)
            acc = tl.zeros((B,), tl.float32)
            step = 0
            t += 1

@triton.jit
def load_behind(x, o, n, P: tl.constexpr, B: tl.constexpr):
    r = tl.arange(0, B)
    acc = tl.zeros((B,), tl.float32)
    step = 0
    t = 0
    for i in range(n * P):
        step += 1
        if step == P:
            tl.store(o + t * B + r, acc)
            acc = tl.zeros((B,), tl.float32)
            step = 0
            t += 1
        acc += tl.load(x + i * B + r) + tl.load(o + r)

@triton.jit
def head_load(x, w, o, n, P: tl.constexpr, B: tl.constexpr):
    r = tl.arange(0, B)
    acc = tl.zeros((B,), tl.float32)
    step = -1
    t = -1
    scale = 0.0
    for i in range(n * P):
        step = tl.where(step == P - 1, 0, step + 1)
        if step == 0:
            t += 1
            scale = tl.load(w + t)
        acc = tl.where(step == 0, 0.0, acc)
        acc += tl.load(x + (t * P + step) * B + r) * scale
        if step == P - 1:
            tl.store(o + t * B + r, acc)

@triton.jit
def used_behind(x, o, n, P: tl.constexpr, B: tl.constexpr):
    r = tl.arange(0, B)
    acc = tl.zeros((B,), tl.float32)
    step = 0
    t = 0
    for i in range(n * P):
        acc += tl.load(x + (t * P + step) * B + r)
        step += 1
        if step == P:
            tl.store(o + t * B + r, acc)
            acc = tl.zeros((B,), tl.float32)
            step = 0
            t += 1
        acc += t

@triton.jit
def remainder(x, o, n, P: tl.constexpr, B: tl.constexpr):
    r = tl.arange(0, B)
    acc = tl.zeros((B,), tl.float32)
    for i in range(n * P):
        if i % P == 0:
            acc = tl.zeros((B,), tl.float32)
        acc += tl.load(x + i * B + r) * (i % P + 1)
        if i % P == P - 1:
            tl.store(o + i // P * B + r, acc)

@triton.jit
def both_ends(x, o, n, P: tl.constexpr, B: tl.constexpr):
    r = tl.arange(0, B)
    acc = tl.zeros((B,), tl.float32)
    last = tl.zeros((B,), tl.float32)
    step = 0
    t = 0
    for i in range(n * P):
        v = tl.load(x + (t * P + step) * B + r)
        acc += v
        step += 1
        if step == P:
            tl.store(o + t * B + r, acc + last)
            acc = v
            step = 0
            t += 1
            last = acc * 0.5

@triton.jit
def final(x, o, n, P: tl.constexpr, B: tl.constexpr):
    r = tl.arange(0, B)
    acc = tl.zeros((B,), tl.float32)
    step = 0
    t = 0
    for i in range(n * P):
        acc += tl.load(x + (t * P + step) * B + r)
        step += 1
        if step == P:
            tl.store(o + t * B + r, acc)
            step = 0
            t += 1
    tl.store(o + r, acc + step + t)

torch.manual_seed(0)
B = 128
def make(n, P):
    return torch.randn(max(1, n * P) , B, device="cuda"), torch.full((max(n, 1), B), 7.0, device="cuda")
def reference(kernel, x, n, P, o):
    X = x.reshape(-1, B)
    o = o.clone()
    if kernel == "load_behind":
        acc = torch.zeros(B, device="cuda")
        step = 0
        t = 0
        for i in range(n * P):
            step += 1
            if step == P:
                o[t] = acc
                acc = torch.zeros(B, device="cuda")
                step = 0
                t += 1
            acc = acc + X[i] + o[0]
        return o
    acc = torch.zeros(B, device="cuda")
    last = torch.zeros(B, device="cuda")
    for t in range(n):
        if kernel in ("down", "by_two", "toggled", "middle", "remainder", "head_load", "used_behind"):
            if kernel in ("remainder", "head_load"): acc = torch.zeros(B, device="cuda")
            for s in range(P):
                s2 = P - 1 - s if kernel == "down" else s
                f = {"down": s2 + 1, "by_two": 2 * s + 1, "toggled": (t * P + s) % 2 + 1, "remainder": s + 1,
                     "head_load": t + 1.0}.get(kernel, 1)
                acc = acc + X[t * P + s2] * f
                if kernel == "middle" and s == 1: acc = acc * 2
                if s == P - 1:
                    o[t] = acc
                    acc = torch.zeros(B, device="cuda")
                    if kernel == "used_behind": acc = acc + (t + 1)
                elif kernel == "used_behind": acc = acc + t
        elif kernel == "both_ends":
            for s in range(P): acc = acc + X[t * P + s]
            o[t] = acc + last
            acc = X[t * P + P - 1]
            last = acc * 0.5
        else:
            for s in range(P): acc = acc + X[t * P + s]
            o[t] = acc
    if kernel == "final": o[0] = acc + 0 + n
    return o
for n, P in [(3, 4), (1, 4), (5, 2), (0, 4), (2, 7), (4, 1), (2, 64)]:
    for kernel in (down, by_two, middle, toggled, load_behind, used_behind, remainder, both_ends, final):
        name = kernel.__name__
        x, o = make(n, P)
        expected = reference(name, x, n, P, o)
        kernel[(1,)](x, o, n, P=P, B=B)
        torch.testing.assert_close(o, expected, rtol=1e-4, atol=1e-4, msg=f"{name} {n} {P}")
    x, o = make(n, P)
    w = torch.arange(1, max(n, 1) + 1, device="cuda").float()
    expected = reference("head_load", x, n, P, o)
    head_load[(1,)](x, w, o, n, P=P, B=B)
    torch.testing.assert_close(o, expected, rtol=1e-4, atol=1e-4)
print("all right")
