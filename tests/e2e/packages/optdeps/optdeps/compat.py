# SPDX-License-Identifier: Apache-2.0
"""Every usual way to ask for something."""
import contextlib
import importlib
import importlib.util
from importlib.metadata import PackageNotFoundError, version

import matplotlib.pyplot as plt
import numpy as np
import torch
import triton
import triton.language as tl

FEATURES = {}


def _has(name):
    return importlib.util.find_spec(name) is not None


for _name in ("apex", "xformers", "numpy", "triton", "pandas"):
    FEATURES[_name] = _has(_name)

try:
    from torch.fabric_of_time import Loom
except (ImportError, AttributeError, RuntimeError):
    Loom = None
try:
    FEATURES["warp_magic"] = bool(tl.warp_magic_of_the_future)
except AttributeError:
    FEATURES["warp_magic"] = False
with contextlib.suppress(ImportError):
    import deepspeed

    FEATURES["deepspeed"] = True
try:
    FEATURES["version"] = version("flash-attn")
except PackageNotFoundError as error:
    FEATURES["version"] = str(error)


def plot(values):
    plt.plot(values)
    plt.show()


class Looper(torch.nn.modules_of_the_future.Loop):
    """Derives from what is absent; nobody makes one."""


_REGISTER = getattr(getattr(torch, "library", None), "register_kernel_of_old", None)


def register_op(name):
    def decorate(function):
        return function if _REGISTER is None else _REGISTER(name)(function)

    return decorate


@torch.compiler_of_the_future.disable(recursive=False)
def never_called(x: "torch.Tensor | None", model: torch.nn.NoSuchModule = None) -> torch.FloatOfTheFuture:
    return x


def kind_of(x):
    if isinstance(x, (torch.nn.NoSuchModule, Looper)):
        return "model"
    return {np.ndarray: "array", torch.Tensor: "tensor"}.get(type(x), "thing")
