# SPDX-License-Identifier: Apache-2.0
"""Loss and gradient at once."""
import torch
import triton
import triton.language as tl


@triton.jit
def loss_kernel(x_ptr, target_ptr, loss_ptr, grad_ptr, n, IGNORE: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    mask = cols < n
    target = tl.load(target_ptr + row)
    if target == IGNORE:
        tl.store(loss_ptr + row, 0.0)
        tl.store(grad_ptr + row * n + cols, tl.zeros((BLOCK,), tl.float32), mask=mask)
    else:
        x = tl.load(x_ptr + row * n + cols, mask=mask, other=-float("inf")).to(tl.float32)
        top = tl.max(x, axis=0)
        e = tl.exp(x - top)
        total = tl.sum(e, axis=0)
        hit = tl.sum(tl.where(cols == target, x, 0.0), axis=0)
        tl.store(loss_ptr + row, top + tl.log(total) - hit)
        tl.store(grad_ptr + row * n + cols, e / total - tl.where(cols == target, 1.0, 0.0), mask=mask)


class _CrossEntropy(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, target, ignore):
        loss = torch.empty(x.shape[0], device=x.device)
        grad = torch.empty(x.shape, device=x.device)
        loss_kernel[(x.shape[0],)](x, target, loss, grad, x.shape[1], IGNORE=ignore,
                                   BLOCK=triton.next_power_of_2(x.shape[1]))
        ctx.save_for_backward(grad)
        return loss

    @staticmethod
    def backward(ctx, up):
        (grad,) = ctx.saved_tensors
        return grad * up[:, None], None, None


def cross_entropy(x, target, ignore_index=-100):
    return _CrossEntropy.apply(x, target, ignore_index)
