// SPDX-License-Identifier: Apache-2.0
// Parts of Triton's host side that are written in Python: what its own tests import, figures of devices, settings.
#include "compiler/frontend/library/triton/Jit.h"

using namespace tessera::frontend;

/// What test files of Triton share: dtypes by name, questions to the device, arrays from NumPy to the device and back.
static constexpr char testingText[] = R"py(
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
)py";

/// Figures of the targets' first GPUs, as NVIDIA gives them: H100 SXM5, A100 SXM4.
static constexpr char figuresText[] = R"py(
import torch

def nvsmi(attrs):
    raise NotImplementedError("`triton.testing.nvsmi` asks a driver, of which there is none while a program is evaluated")

def get_dram_gbps(device=None):
    return 3352.32 if torch.cuda.get_device_capability()[0] >= 9 else 1555.2

def get_max_tensorcore_tflops(dtype, clock_rate, device=None):
    hopper = torch.cuda.get_device_capability()[0] >= 9
    subcores, clock = (132 if hopper else 108) * 4, clock_rate / 1e6
    ops = {torch.float32: 1024 if hopper else 256, torch.float16: 2048 if hopper else 512, torch.bfloat16: 2048 if hopper else 512}
    ops = ops.get(dtype, 4096 if hopper else 1024) // 2
    return subcores * clock * ops * 2 * 1e-3

def get_max_simd_tflops(dtype, clock_rate, device=None):
    hopper = torch.cuda.get_device_capability()[0] >= 9
    subcores, clock = (132 if hopper else 108) * 4, clock_rate / 1e6
    return subcores * clock * (32 if dtype == torch.float32 else 64) * 2 * 1e-3

class set_gpu_clock:
    def __init__(self, ref_sm_clock=1350, ref_mem_clock=1215):
        raise NotImplementedError("`triton.testing.set_gpu_clock` sets a device's clocks, of which there is none while a program is evaluated")

def cuda_memcheck(**target_kwargs):
    return lambda function: function
)py";

/// `triton.knobs`: settings of Triton's compiler that can be read and set; none changes what is computed here.
static constexpr char knobsText[] = R"py(
class Settings:
    def __init__(self, **values):
        for name, value in values.items():
            setattr(self, name, value)
    def copy(self):
        return Settings(**self.__dict__)
    def reset(self):
        return self
    def scope(self):
        return _Scope(self)

class _Scope:
    def __init__(self, settings):
        self.settings = settings
    def __enter__(self):
        self.saved = dict(self.settings.__dict__)
        return self.settings
    def __exit__(self, *exception):
        for name, value in self.saved.items():
            setattr(self.settings, name, value)
        return False

base_knobs = Settings
build = Settings(cc=None, cudacrt_path=None, cudart_path=None)
redis = Settings(key_format="triton:{key}:{filename}", host="localhost", port=6379)
cache = Settings(home_dir="", dump_dir="", override_dir="", dir="", manager_class=None)
compilation = Settings(override=False, dump_ir=False, dump_ir_extract_di_local_variables=False, store_binary_only=False, always_compile=False, use_ir_loc=None,
                       enable_asan=False, disable_line_info=False, front_end_debugging=False, allow_non_constexpr_globals=False, instrumentation_mode="",
                       sanitize_overflow=True, listener=None)
autotuning = Settings(cache=False, print=False, warmup=25, rep=100)
runtime = Settings(interpret=False, debug=False, override_arch=None, launch_enter_hook=None, launch_exit_hook=None, kernel_load_start_hook=None,
                   kernel_load_end_hook=None, jit_cache_hook=None, jit_post_compile_hook=None, add_stages_inspection_hook=None)
language = Settings(fp32_default=None, default_fp_fusion=True)
nvidia = Settings(cuobjdump=None, nvdisasm=None, ptxas=Settings(version="12.9", path="ptxas"), dump_nvptx=False, disable_ptxas_opt=False, mock_ptx_version=None,
                  dump_ptxas_log=False, libdevice_path=None, libcuda_path=None)
amd = Settings(use_buffer_ops=True, dump_amdgcn=False, libhip_path=None, lld_path=None, use_block_pingpong=None, use_in_thread_transpose=False, global_prefetch=0,
               local_prefetch=0, use_async_copy=False, scalarize_packed_fops=False)
proton = Settings(disable=False, cupti_lib_dir="")
propagate_env = True

def refresh_knobs():
    return None
)py";

void library::registerTritonPreludes(LibraryTable &table) {
  static const LibraryModule modules[] = {{"triton._internal_testing", "What test files of Triton share."}, {"triton.knobs", "Settings of Triton's compiler; none changes what is computed here."}};
  static const LibrarySource sources[] = {{"triton._internal_testing", testingText}, {"triton.testing", figuresText}, {"triton.knobs", knobsText}};
  table.add(modules, {});
  table.addSources(sources);
}
