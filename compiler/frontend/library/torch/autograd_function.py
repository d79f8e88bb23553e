# SPDX-License-Identifier: Apache-2.0
# module: torch.autograd.function
"""What stands around `torch.autograd.Function`."""

from torch.autograd import Function as _Function

Function = _Function


def once_differentiable(fn):
    """The function itself: a `backward` that is not differentiated again."""
    return fn
