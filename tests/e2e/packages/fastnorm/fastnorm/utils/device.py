# SPDX-License-Identifier: Apache-2.0
"""What there is on this machine, asked once."""
import functools

import torch

try:
    import flash_attn  # noqa: F401

    HAS_FLASH = True
except ImportError:
    HAS_FLASH = False

try:
    from torch._inductor import ops_that_were_never_there
except (ImportError, AttributeError):
    ops_that_were_never_there = None

_compile = getattr(torch, "compile_with_magic", None)
_DTYPES = {
    "fp16": torch.float16,
    "bf16": torch.bfloat16,
    "fp32": torch.float32,
    "fp4": torch.float4_e2m1fn_x2,
}


@functools.lru_cache(maxsize=None)
def is_hopper():
    return torch.cuda.is_available() and torch.cuda.get_device_capability()[0] >= 9


def supported_dtypes():
    return [name for name in sorted(_DTYPES) if name != "fp4"]


def dtype_of(name: str) -> torch.dtype:
    return _DTYPES[name]


def maybe_compile(function):
    return function if _compile is None else _compile(function)
