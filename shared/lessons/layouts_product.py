# A product's operands stand in shared memory, swizzled (Triton)
import torch

import triton
import triton.language as tl

SIZE = 256
BLOCK = 64


@triton.jit
def product_kernel(a_ptr, b_ptr, c_ptr, SIZE: tl.constexpr, BLOCK: tl.constexpr):
    m = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    n = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    k = tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for step in range(0, SIZE, BLOCK):
        a = tl.load(a_ptr + m[:, None] * SIZE + (step + k)[None, :])
        b = tl.load(b_ptr + (step + k)[:, None] * SIZE + n[None, :])
        acc = tl.dot(a, b, acc)
    tl.store(c_ptr + m[:, None] * SIZE + n[None, :], acc.to(tl.float16))


torch.manual_seed(0)
a = torch.randn((SIZE, SIZE), device='cuda', dtype=torch.float16)
b = torch.randn((SIZE, SIZE), device='cuda', dtype=torch.float16)
c = torch.empty((SIZE, SIZE), device='cuda', dtype=torch.float16)
product_kernel[(SIZE // BLOCK, SIZE // BLOCK)](a, b, c, SIZE, BLOCK, num_warps=4)
torch.testing.assert_close(c, a @ b, rtol=1e-2, atol=1e-1)
