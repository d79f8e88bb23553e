# SPDX-License-Identifier: Apache-2.0
# module: triton._internal_testing
"""What test files of Triton share: dtypes by name, questions to the device, arrays to the device and back."""

import numpy as np
import torch
import triton
import triton.language as tl
import pytest

int_dtypes = ["int8", "int16", "int32", "int64"]
uint_dtypes = ["uint8", "uint16", "uint32", "uint64"]
integral_dtypes = int_dtypes + uint_dtypes
float_dtypes = ["float16", "float32", "float64"]
float_dtypes_with_bfloat16 = float_dtypes + ["bfloat16"]
dtypes = integral_dtypes + float_dtypes
dtypes_with_bfloat16 = dtypes + ["bfloat16"]
torch_float8_dtypes = ["float8_e4m3fn", "float8_e5m2"]
torch_dtypes = ["bool"] + int_dtypes + ["uint8"] + float_dtypes + ["bfloat16"]
tma_dtypes = sorted(set(dtypes_with_bfloat16) - {"int64", "uint64", "float64"})


def is_interpreter():
    return not torch.cuda.is_available()


def get_current_target():
    return None if is_interpreter() else triton.runtime.driver.active.get_current_target()


def _capability():
    return (0, 0) if is_interpreter() else torch.cuda.get_device_capability()


def is_cuda():
    return not is_interpreter()


def is_ampere_or_newer():
    return _capability()[0] >= 8


def is_hopper_or_newer():
    return _capability()[0] >= 9


def is_hopper():
    return _capability()[0] == 9


def is_blackwell():
    return _capability()[0] == 10


def is_blackwell_ultra():
    return False


def is_sm12x():
    return False


def is_hip():
    return False


def is_hip_cdna():
    return False


def is_hip_cdna2():
    return False


def is_hip_cdna3():
    return False


def is_hip_cdna4():
    return False


def is_hip_rdna():
    return False


def is_hip_rdna3():
    return False


def is_hip_rdna4():
    return False


def is_hip_gfx12():
    return False


def is_hip_gfx1250():
    return False


def is_hip_mi200():
    return False


def is_hip_mi300():
    return False


def is_hip_mi350():
    return False


def is_xpu():
    return False


def get_hip_lds_size():
    return 65536


def get_arch():
    target = get_current_target()
    return "" if target is None else str(target.arch)


def supports_tma(byval_only=False):
    return is_interpreter() or is_hopper_or_newer()


def supports_ws():
    return is_interpreter() or is_hopper_or_newer()


def tma_skip_msg(byval_only=False):
    return "Requires TMA support (NVIDIA Hopper or higher)"


requires_tma = pytest.mark.skipif(not supports_tma(), reason=tma_skip_msg())


def numpy_random(shape, dtype_str, rs=None, low=None, high=None):
    if isinstance(shape, int):
        shape = (shape,)
    if rs is None:
        rs = np.random.RandomState(seed=17)
    if dtype_str in integral_dtypes:
        limits = np.iinfo(getattr(np, dtype_str))
        low = limits.min if low is None else max(low, limits.min)
        high = limits.max if high is None else min(high, limits.max)
        x = rs.randint(low, high, shape, dtype=getattr(np, dtype_str))
        return np.where(x == 0, 1, x).astype(getattr(np, dtype_str))  # tests divide by it
    if dtype_str and "float8" in dtype_str:
        return rs.randint(20, 40, shape, dtype=np.int8)
    if dtype_str in float_dtypes:
        return rs.normal(0, 1, shape).astype(getattr(np, dtype_str))
    if dtype_str == "bfloat16":
        bits = rs.normal(0, 1, shape).astype(np.float32).view(np.uint32)
        return (bits & np.uint32(0xFFFF0000)).view(np.float32)
    if dtype_str in ("bool", "int1", "bool_"):
        return rs.normal(0, 1, shape) > 0.0
    raise RuntimeError(f"Unknown dtype {dtype_str}")


def to_triton(x, device, dst_type=None):
    name = x.dtype.name
    if dst_type and "float8" in dst_type:
        return triton.reinterpret(torch.tensor(x, device=device), getattr(tl, dst_type))
    if name == "float32" and dst_type == "bfloat16":
        return torch.tensor(x, device=device).bfloat16()
    return torch.tensor(x, device=device)


def to_numpy(x):
    if x.dtype is torch.bfloat16 or x.dtype == torch.bfloat16:
        return x.cpu().float().numpy()
    return x.cpu().numpy()


def str_to_triton_dtype(x):
    return getattr(tl, {"bool": "int1"}.get(x, x))


def torch_dtype_name(dtype):
    return str(dtype).replace("torch.", "")


def default_alloc_fn(size, align, stream):
    return torch.empty(size, dtype=torch.int8, device="cuda")


def unwrap_tensor(t):
    return t
