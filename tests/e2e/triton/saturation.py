# SPDX-License-Identifier: Apache-2.0
# Numbers that are kept within what 8-bit floats hold, however that is said, and some that are kept within less or more.
import torch
import triton
import triton.language as tl

inf = float("inf")


@triton.jit
def convert(x_ptr, y_ptr, WAY: tl.constexpr, MOST: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, N)
    x = tl.load(x_ptr + at)
    if WAY == 1:
        x = tl.clamp(x, -MOST, MOST)
    if WAY == 2:
        x = tl.clamp(x, -MOST, MOST, propagate_nan=tl.PropagateNan.ALL)
    if WAY == 3:
        x = tl.where(x > MOST, MOST, tl.where(x < -MOST, -MOST, x))
    if WAY == 4:
        x = tl.where(x <= -MOST, -MOST, x)
    if WAY == 5:
        x = tl.where(tl.abs(x) >= MOST, 2.0, x)
    if WAY == 6:
        x = tl.where(-x > MOST, MOST, x)
    tl.store(y_ptr + at, x.to(y_ptr.dtype.element_ty))


edges = [0.0, -0.0, 1.0, -3.3, 240.0, 447.0, 448.0, 449.0, 455.0, 463.9, 464.0, 464.1, 480.0, 1e9, -448.0, -460.0, -1e30]
edges += [57344.0, 61439.0, 61440.0, 65504.0, -57345.0, -65504.0, inf, -inf, float("nan"), 2.0**-9, 2.0**-10, 2.0**-16, 1e-3]
for source in (torch.float32, torch.float16, torch.bfloat16):
    x = torch.tensor(edges + [300.0 + 7.0 * i for i in range(64 - len(edges))], device="cuda").to(source)
    for type, limit in ((torch.float8_e4m3fn, 448.0), (torch.float8_e5m2, 57344.0)):
        expected = torch.clamp(x.float(), -limit, limit).to(type).float()
        wrong = []
        for way in range(7):
            for most in (limit, limit * 1.02, limit / 2, limit * 2):
                y = torch.zeros(64, device="cuda").to(type)
                convert[(1,)](x, y, way, most, 64, num_warps=1)
                isPlain = way in (0, 2, 3, 4) and (most >= limit or way == 0)
                same = (y.float() == expected) | (torch.isnan(y.float()) & torch.isnan(expected))
                if isPlain and not bool(same.all()):
                    wrong.append((way, most))
        print(source, type, "wrong:", wrong)
