# Dropout: with a stored mask, and with a seed from which the mask can be made again (Triton)
#
# The second kernel reads no mask: Philox makes the same random number for an element's offset whenever it is asked.
import torch

import triton
import triton.language as tl

N = 10

DEVICE = triton.runtime.driver.active.get_active_torch_device()


@triton.jit
def dropout_kernel(x_ptr, keep_ptr, output_ptr, n_elements, p, BLOCK_SIZE: tl.constexpr):
    offsets = tl.program_id(axis=0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask)
    keep = tl.load(keep_ptr + offsets, mask=mask)
    tl.store(output_ptr + offsets, tl.where(keep, x / (1 - p), 0.0), mask=mask)


@triton.jit
def seeded_dropout_kernel(x_ptr, output_ptr, n_elements, p, seed, BLOCK_SIZE: tl.constexpr):
    offsets = tl.program_id(axis=0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask)
    keep = tl.rand(seed, offsets) > p
    tl.store(output_ptr + offsets, tl.where(keep, x / (1 - p), 0.0), mask=mask)


def dropout(x, keep, p):
    output = torch.empty_like(x)
    assert x.is_contiguous()
    grid = lambda meta: (triton.cdiv(x.numel(), meta['BLOCK_SIZE']), )
    dropout_kernel[grid](x, keep, output, x.numel(), p, BLOCK_SIZE=1024)
    return output


def seeded_dropout(x, p, seed):
    output = torch.empty_like(x)
    grid = lambda meta: (triton.cdiv(x.numel(), meta['BLOCK_SIZE']), )
    seeded_dropout_kernel[grid](x, output, x.numel(), p, seed, BLOCK_SIZE=1024)
    return output


torch.manual_seed(0)
x = torch.randn(size=(N, ), device=DEVICE)
p = 0.5
keep = (torch.rand(size=(N, ), device=DEVICE) > p).to(torch.int32)
torch.testing.assert_close(dropout(x, keep, p), torch.where(keep != 0, x / (1 - p), torch.zeros_like(x)))

first, again, other = seeded_dropout(x, p=p, seed=123), seeded_dropout(x, p=p, seed=123), seeded_dropout(x, p=p, seed=512)
torch.testing.assert_close(first, again)
print("kept with seed 123:", (first[:10] != 0).int())
print("kept with seed 512:", (other[:10] != 0).int())
