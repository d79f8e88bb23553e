# SPDX-License-Identifier: Apache-2.0
# module: torch.nn.parameter
"""Tensors that are a module's parameters."""

import torch.nn

Parameter = torch.nn.Parameter


def UninitializedParameter(*args, **kwargs):
    raise NotImplementedError("parameters whose shape is not known yet")
