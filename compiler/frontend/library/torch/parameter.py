# SPDX-License-Identifier: Apache-2.0
# module: torch.nn.parameter
"""Tensors that are a module's parameters."""

import torch

_replaced = {}  # parameters that a module has as another tensor since it became complex or real; by id


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
