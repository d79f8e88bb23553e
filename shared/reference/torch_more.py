# SPDX-License-Identifier: Apache-2.0
# Operators of one's own, and other names of torch.
### operators
import torch


@torch.library.custom_op("mine::double", mutates_args=())
def double(x: torch.Tensor) -> torch.Tensor:
    return 2 * x


@torch.library.register_fake("mine::double")
def fake(x):
    return torch.empty_like(x)


def backward(ctx, g):
    return 2 * g


torch.library.register_autograd("mine::double", backward)
print(double(torch.ones(2)))
#> tensor([2., 2.])
print(torch.ops.mine.double(torch.ones(2)))
#> tensor([2., 2.])
torch.library.opcheck(double, (torch.ones(2),))
torch.library.define("mine::triple", "(Tensor x) -> Tensor")


@torch.library.impl("mine::triple", "default")
def triple(x):
    return 3 * x


print(torch.ops.mine.triple(torch.ones(2)))
#> tensor([3., 3.])
torch.library.register_kernel("mine::double", "cpu")(lambda x: 2 * x)
print(torch.library.impl_abstract is not None, torch.library.register_vmap is not None)
#> True True
print(torch.library.register_torch_dispatch is not None, torch.library.get_ctx is not None)
#> True True
### operators_over_kernels
import torch
import triton
import triton.language as tl


@triton.jit
def double_kernel(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, 2 * tl.load(x + i, mask=i < n), mask=i < n)


@torch.library.triton_op("mine::twice", mutates_args=())
def twice(x: torch.Tensor) -> torch.Tensor:
    out = torch.empty_like(x)
    torch.library.wrap_triton(double_kernel)[(1,)](x, out, x.numel(), BLOCK=8)
    return out


print(twice(torch.arange(5, device="cuda")))
#> tensor([0, 2, 4, 6, 8], device='cuda:0')
### others
import torch
from torch import nn

print(torch.ones(2).bfloat16())
#> tensor([1., 1.], dtype=torch.bfloat16)
print(torch.ones(2).dense_dim())
#> 1
print(torch.cuda.is_current_device is not None)
#> True
print(nn.UninitializedParameter is not None)
#> True
print(nn.UninitializedBuffer is not None)
#> True
print(torch.utils.hooks.RemovableHandle is not None)
#> True
print(torch.nn.modules.linear.NonDynamicallyQuantizableLinear(1, 1))
#> NonDynamicallyQuantizableLinear(in_features=1, out_features=1, bias=True)
print(torch.cuda.ExternalStream is not None)
#> True
print(torch.cuda.CUDAGraph is not None)
#> True
print(torch.cuda.graph is not None)
#> True
print(torch.cuda.make_graphed_callables is not None)
#> True
print(torch.compiler.substitute_in_graph is not None)
#> True
print(torch.autograd.backward is not None)
#> True
print(torch.amp.GradScaler.unscale_ is not None)
#> True
print(torch.amp.GradScaler.step is not None)
#> True
print(torch.distributed.send is not None)
#> True
print(torch.distributed.recv is not None)
#> True
### gradients
import torch

x = torch.ones(2, requires_grad=True)
torch.autograd.backward([(x * x).sum()])
print(x.grad)
#> tensor([2., 2.])
### arrays_of_einops
import einops
import numpy as np
import torch

x = torch.arange(4, device='cuda').reshape(2, 2)
print(einops.asnumpy(x), type(einops.asnumpy(x)) is np.ndarray)
#> [[0 1]
#>  [2 3]] True
