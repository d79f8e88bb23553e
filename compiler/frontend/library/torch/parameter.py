# SPDX-License-Identifier: Apache-2.0
# module: torch.nn.parameter
"""Tensors that are a module's parameters."""

import torch

_replaced = {}  # parameters that a module has as another tensor since it became complex or real; by id


def _rebuild(numbers, shape, strides, dtype, device, requires_grad, kind, state):
    # What pickle made of a tensor.
    made = torch.tensor(numbers, dtype=getattr(torch, dtype)).to(device).reshape(shape)
    if made.stride() != strides:
        order = sorted(range(len(shape)), key=lambda k: -strides[k])
        made = made.permute(order).contiguous().permute([order.index(k) for k in range(len(shape))])
    if kind is not torch.Tensor:
        return _with_state(torch.Tensor._make_subclass(kind, made, requires_grad), state)
    return _with_state(made.requires_grad_(requires_grad), state)


def _with_state(made, state):
    for name, value in (state or {}).items():
        setattr(made, name, value)
    return made


def _reduced(x):
    if not x.is_leaf and x.requires_grad:
        raise RuntimeError(
            "Only Tensors created explicitly by the user (graph leaves) support pickling: use `.detach()` first"
        )
    own, plain = x.__dict__, x.detach().as_subclass(torch.Tensor)
    strides = plain.clone().stride()  # which keeps the order of dense ones
    numbers = plain.cpu().flatten().tolist()
    name = str(plain.dtype).split(".")[1]
    return _rebuild, (numbers, tuple(plain.shape), strides, name, str(x.device), x.requires_grad, type(x), own or None)


def _Parameter(data, requires_grad):
    made = torch.empty(0) if data is None else data.detach()
    if requires_grad and not (made.is_floating_point() or made.is_complex()):
        raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
    made.requires_grad = requires_grad
    made._is_param = True
    return made


def UninitializedParameter(*args, **kwargs):
    raise NotImplementedError("parameters whose shape is not known yet")


UninitializedBuffer = UninitializedParameter
