// SPDX-License-Identifier: Apache-2.0
// `torch.cuda`, `torch.backends` and `torch.version`, written in Python: what torch tells of the machine.
#include "compiler/frontend/library/torch/TorchCalls.h"

using namespace tessera;

/// Work is in order, and there is one stream. No time passes, so what measures times says that there are none.
const char frontend::torchCudaPrelude[] = R"py(
import torch
class Stream:
    def __init__(self, device=None, priority=0):
        self.cuda_stream = 0
    def synchronize(self): return None
    def wait_stream(self, stream): return None
    def wait_event(self, event): return None
    def record_event(self, event=None): return Event() if event is None else event
    def query(self): return True
    def __enter__(self): return self
    def __exit__(self, *exception): return False
class Event:
    def __init__(self, enable_timing=False, blocking=False, interprocess=False):
        self.enable_timing = enable_timing
    def record(self, stream=None): return None
    def synchronize(self): return None
    def wait(self, stream=None): return None
    def query(self): return True
    def elapsed_time(self, end_event): return float("nan")
def current_stream(device=None): return Stream()
def default_stream(device=None): return Stream()
def set_stream(stream): return None
def stream(stream): return Stream()
class device:
    def __init__(self, device): pass
    def __enter__(self): return self
    def __exit__(self, *exception): return False
device_of = device
def is_initialized(): return True
def init(): return None
def is_bf16_supported(): return True
def memory_allocated(device=None): return 0
def max_memory_allocated(device=None): return 0
def memory_reserved(device=None): return 0
def max_memory_reserved(device=None): return 0
def reset_peak_memory_stats(device=None): return None
def manual_seed_all(seed): return torch.manual_seed(seed)
def seed_all(): return None
def ipc_collect(): return None
)py";

const char frontend::torchFlagsPrelude[] = R"py(
class _Flags:
    def __init__(self, **values):
        for name, value in values.items():
            setattr(self, name, value)
    def is_available(self): return True
    def version(self): return 90100
cuda = _Flags(matmul=_Flags(allow_tf32=False, allow_fp16_reduced_precision_reduction=True, allow_bf16_reduced_precision_reduction=True, fp32_precision="ieee"))
cudnn = _Flags(enabled=True, allow_tf32=True, benchmark=False, deterministic=False)
mps = _Flags(is_available=lambda: False, is_built=lambda: False)
)py";

const char frontend::torchVersionPrelude[] = R"py(
cuda = "12.8"
hip = None
xpu = None
debug = False
)py";
