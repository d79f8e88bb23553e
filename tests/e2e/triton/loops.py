# SPDX-License-Identifier: Apache-2.0
# Loops that count down, by steps known while compiling, passed and loaded; and numbers of 64 bits and of mixed signs.
import torch
import triton
import triton.language as tl


@triton.jit
def suffix_sums(x, out, T, B: tl.constexpr):
    column = tl.arange(0, B)
    sums = tl.zeros([B], tl.float32)
    for t in range(T - 1, -1, -1):
        sums += tl.load(x + t * B + column)
        tl.store(out + t * B + column, sums)


@triton.jit
def listed(out, start, stop, step, bounds):
    n = 0
    for i in range(start, stop, step):
        tl.store(out + n, i)
        n += 1
    for i in tl.range(tl.load(bounds), tl.load(bounds + 1), tl.load(bounds + 2)):
        tl.store(out + n, i)
        n += 1


@triton.jit
def integers(out, x_ptr, n):
    i = tl.arange(0, 4)
    x = tl.load(x_ptr + i)
    unsigned = i.to(tl.uint32)
    tl.store(out + i, (x >> unsigned).to(tl.int64))
    tl.store(out + 4 + i, (n - i.to(tl.uint64)).to(tl.int64))
    tl.store(out + 8 + i, ((x.to(tl.int64) < n).to(tl.int64)))
    tl.store(out + 12, (n // 7).to(tl.int64))


x = torch.arange(128, device="cuda").float()
out = torch.empty_like(x)
suffix_sums[(1,)](x, out, 4, 32)
print(out[:3].tolist())
for case in [(7, -1, -2), (0, 5, 2), (3, 3, -1)]:
    out = torch.full((16,), -99, dtype=torch.int32, device="cuda")
    listed[(1,)](out, *case, torch.tensor(case, dtype=torch.int32, device="cuda"))
    print(out.tolist()[: 2 * len(range(*case))] == 2 * list(range(*case)))
out = torch.zeros(16, dtype=torch.int64, device="cuda")
integers[(1,)](out, torch.tensor([-9, -9, 9, -9], dtype=torch.int32, device="cuda"), 2**64 - 3)
print(out.tolist()[:4], out.tolist()[12] == (2**64 - 3) // 7)
