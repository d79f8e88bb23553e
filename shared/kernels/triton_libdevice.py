# Functions of libdevice: asin of every element (Triton)
import torch

import triton
import triton.language as tl
from triton.language.extra import libdevice

N = 98432

DEVICE = triton.runtime.driver.active.get_active_torch_device()


@triton.jit
def asin_kernel(x_ptr, y_ptr, n_elements, BLOCK_SIZE: tl.constexpr):
    offsets = tl.program_id(axis=0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    x = libdevice.asin(tl.load(x_ptr + offsets, mask=mask))
    tl.store(y_ptr + offsets, x, mask=mask)


torch.manual_seed(0)
x = torch.rand(N, device=DEVICE)
output = torch.zeros(N, device=DEVICE)
n_elements = output.numel()
grid = lambda meta: (triton.cdiv(n_elements, meta['BLOCK_SIZE']), )
asin_kernel[grid](x, output, n_elements, BLOCK_SIZE=1024)
print(f"The maximum difference between torch and triton is {torch.max(torch.abs(torch.asin(x) - output))}")
assert torch.allclose(output, torch.asin(x))
