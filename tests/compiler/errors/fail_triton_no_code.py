# RUN: python3 %S/check-errors.py %tessera %s
# expect: not-supported 12:7 "`metadata.shared` of kernel `kernel` is not known: there is no GPU code of the kernel"
import torch
import triton
import triton.language as tl

@triton.jit
def kernel(x):
    tl.store(x + tl.arange(0, 16), 1)

compiled = kernel.warmup(torch.zeros(16, device='cuda'), grid=(1 << 20, 1 << 20))
print(compiled.metadata.shared)
