# RUN: python3 %S/check-errors.py %tessera %s
# expect: not-supported 21:7 "`n_spills` of kernel `kernel` is not known: by the compiler's estimate a thread needs"
# expect-remark: not-supported 20:7 "`n_regs` of kernel `kernel` is the compiler's estimate, 255"
import torch
import triton
import triton.language as tl

@triton.jit
def kernel(a, b, c, K, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    sums = tl.zeros((BLOCK, BLOCK), tl.float32)
    for k in range(0, K, 32):
        sums += tl.dot(tl.load(a + i[:, None] * (K + 1) + k + tl.arange(0, 32)[None, :]), tl.load(b + (k + tl.arange(0, 32))[:, None] * BLOCK + i[None, :]))
    tl.store(c + i[:, None] * BLOCK + i[None, :], sums)

a = torch.ones(256, 129, device='cuda', dtype=torch.float16)
b = torch.ones(128, 256, device='cuda', dtype=torch.float16)
c = torch.empty(256, 256, device='cuda')
compiled = kernel.warmup(a, b, c, 128, BLOCK=256, grid=(1,), num_warps=1)
print(compiled.n_regs)
print(compiled.n_spills)
