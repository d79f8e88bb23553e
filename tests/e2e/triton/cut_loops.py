# SPDX-License-Identifier: Apache-2.0
"""Loops with products, masked in a part of their passes: bounds below zero, steps of all kinds, no passes."""
import torch
import triton
import triton.language as tl

M = 256
BM = 128
BN = 64
D = 64
PASSES = 16


@triton.jit
def masked(A, B, O, lower, upper, SHIFT: tl.constexpr, WIDTH: tl.constexpr, STEP: tl.constexpr, SLOPE: tl.constexpr,
        KIND: tl.constexpr, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.arange(0, BN)
    rd = tl.arange(0, D)
    a = tl.load(A + rm[:, None] * D + rd[None, :])
    places = B + rn[None, :] * D + rd[:, None]
    total = tl.zeros([BM, BN], tl.float32)
    for n in range(lower, upper, STEP):
        s = tl.dot(a, tl.load(places))
        far = rm[:, None] + SHIFT
        here = (n + rn)[None, :] * SLOPE
        if KIND == "ge":
            s = tl.where(far >= here, s, 0.0)
        elif KIND == "gt":
            s = tl.where(far > here, s, 0.0)
        elif KIND == "le":
            s = tl.where(far <= here, s, 0.0)
        elif KIND == "lt":
            s = tl.where(far < here, s, 0.0)
        elif KIND == "not":
            s = tl.where(far < here, 0.0, s)
        elif KIND == "or":
            s = tl.where((far >= here) | (far == WIDTH), s, 0.0)
        elif KIND == "ends":
            s = tl.where((far >= here) & (far - here <= WIDTH), s, 0.0)
        elif KIND == "added":
            s = s + tl.where(far >= here, 0.0, -5.0)
        elif KIND == "times":
            s = s * tl.where(far < here, 0.0, 1.0)
        elif KIND == "counted":
            s = tl.where(far >= here, s, 0.0) + tl.sum(tl.where(far >= here, 1.0, 0.0), 1)[:, None]
        total += s * (n + 1000)
        places += BN * D
    tl.store(O + rm[:, None] * BN + rn[None, :], total)


def expect(a, b, lower, upper, shift, width, step, slope, kind):
    total = torch.zeros(M, BN, device="cuda")
    far = torch.arange(M, device="cuda")[:, None] + shift
    for index, n in enumerate(range(lower, upper, step)):
        s = a.float() @ b[index * BN:(index + 1) * BN].float().T
        here = (n + torch.arange(BN, device="cuda"))[None, :] * slope
        keep = {"ge": far >= here, "gt": far > here, "le": far <= here, "lt": far < here,
            "or": (far >= here) | (far == width), "ends": (far >= here) & (far - here <= width)}.get(kind, far >= here)
        out = s - 5 if kind == "added" else torch.zeros_like(s)
        s = torch.where(keep, s, out) + (keep.sum(1, keepdim=True) if kind == "counted" else 0)
        total += s * (n + 1000)
    return total


cases = [
    (0, 512, 0, 0, 64, 1, "ge"), (0, 512, 0, 0, 64, 1, "gt"), (0, 512, 0, 0, 64, 1, "le"), (0, 512, 0, 0, 64, 1, "lt"),
    (0, 512, -1, 0, 64, 1, "ge"), (0, 512, 1, 0, 64, 1, "lt"), (0, 512, 63, 0, 64, 1, "not"),
    (0, 0, 0, 0, 64, 1, "ge"), (100, 20, 0, 0, 64, 1, "ge"), (-300, -300, 0, 0, 48, -1, "lt"),
    (-300, 200, -151, 0, 48, 1, "ge"), (-300, 200, -151, 0, 48, 1, "le"), (-300, 200, 5, 0, 48, -1, "gt"),
    (-300, 200, 5, 0, 48, -1, "lt"), (-7, 70, -3, 0, 7, 3, "ge"), (-7, 70, -3, 0, 7, -3, "le"),
    (5, 333, 9999, 0, 31, 1, "ge"), (5, 333, -9999, 0, 31, 1, "ge"), (5, 333, 9999, 0, 31, 1, "le"),
    (-100, 600, 0, 190, 64, 1, "ends"), (-100, 600, 300, 500, 64, 1, "ends"), (0, 700, 0, 20, 64, 1, "ends"),
    (0, 700, 0, 189, 64, 1, "ends"), (0, 700, 0, 188, 64, 1, "ends"), (0, 700, 31, 125, 64, 1, "ends"),
    (0, 700, 31, 124, 64, 1, "ends"), (-99, 650, 31, 126, 48, -1, "ends"),
    (-100, 500, 9, 300, 50, -1, "ends"), (0, 512, 0, 77, 64, 1, "or"),
    (0, 512, 0, 0, 64, 1, "added"), (0, 512, 0, 0, 64, 1, "times"), (0, 512, 0, 0, 64, 1, "counted"),
]
torch.manual_seed(0)
a = torch.randint(-2, 3, (M, D), device="cuda").to(torch.float16)
b = torch.randint(-2, 3, (PASSES * BN, D), device="cuda").to(torch.float16)
o = torch.empty(M, BN, device="cuda")
wrong = []
for lower, upper, shift, width, step, slope, kind in cases:
    masked[(M // BM,)](a, b, o, lower, upper, SHIFT=shift, WIDTH=width, STEP=step, SLOPE=slope, KIND=kind, D=D, BM=BM,
        BN=BN, num_warps=4, num_stages=2)
    if not torch.equal(o, expect(a, b, lower, upper, shift, width, step, slope, kind)):
        wrong.append((lower, upper, shift, width, step, slope, kind))
print(len(cases), "cases, wrong:", wrong)
