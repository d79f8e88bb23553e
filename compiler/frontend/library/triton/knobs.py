# SPDX-License-Identifier: Apache-2.0
# module: triton.knobs
"""Settings of Triton's compiler: hooks, fp32_default and allow_non_constexpr_globals have an effect, others none."""

from collections import namedtuple

import triton

triton.knobs._register()


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


class HookChain:
    """Functions that are called one after the other."""

    def __init__(self, reversed=False):
        self.calls, self.reversed = [], reversed

    def add(self, func):
        if func not in self.calls:
            self.calls.append(func)

    def remove(self, func):
        if func in self.calls:
            self.calls.remove(func)

    def __call__(self, *args, **kwargs):
        for call in self.calls[::-1] if self.reversed else list(self.calls):
            call(*args, **kwargs)


class LazyDict:
    """What a launch hook is told."""

    def __init__(self, data):
        self.data = data

    def get(self):
        return self.data

    def add(self, func, args):
        self.data = self.data | func(*args)


JitFunctionInfo = namedtuple("JitFunctionInfo", ["module", "name", "jit_function"])


def _call_hook(hook, name, function, key):
    if name.startswith("launch"):
        return hook(LazyDict({"name": function.__name__, "function": None, "stream": 0}))
    kernel = function.__name__
    arguments = {"key": key, "repr": f"{kernel}[{key}]", "fn": JitFunctionInfo(function.module, kernel, function)}
    arguments |= {
        "compile": {"key": key},
        "is_manual_warmup": False,
        "already_compiled": name == "jit_post_compile_hook",
    }
    return hook(**arguments)


base_knobs = Settings
build = Settings(cc=None, cudacrt_path=None, cudart_path=None)
redis = Settings(key_format="triton:{key}:{filename}", host="localhost", port=6379)
cache = Settings(home_dir="", dump_dir="", override_dir="", dir="", manager_class=None)
compilation = Settings(
    override=False,
    dump_ir=False,
    dump_ir_extract_di_local_variables=False,
    store_binary_only=False,
    always_compile=False,
    use_ir_loc=None,
    enable_asan=False,
    disable_line_info=False,
    front_end_debugging=False,
    allow_non_constexpr_globals=False,
    instrumentation_mode="",
    sanitize_overflow=True,
    listener=None,
)
autotuning = Settings(cache=False, print=False, warmup=25, rep=100)
runtime = Settings(
    interpret=False,
    debug=False,
    override_arch=None,
    launch_enter_hook=HookChain(),
    launch_exit_hook=HookChain(reversed=True),
    kernel_load_start_hook=HookChain(),
    kernel_load_end_hook=HookChain(reversed=True),
    jit_cache_hook=None,
    jit_post_compile_hook=None,
    add_stages_inspection_hook=None,
)
language = Settings(fp32_default=None, default_fp_fusion=True)
nvidia = Settings(
    cuobjdump=None,
    nvdisasm=None,
    ptxas=Settings(version="12.9", path="ptxas"),
    dump_nvptx=False,
    disable_ptxas_opt=False,
    mock_ptx_version=None,
    dump_ptxas_log=False,
    libdevice_path=None,
    libcuda_path=None,
)
amd = Settings(
    use_buffer_ops=True,
    dump_amdgcn=False,
    libhip_path=None,
    lld_path=None,
    use_block_pingpong=None,
    use_in_thread_transpose=False,
    global_prefetch=0,
    local_prefetch=0,
    use_async_copy=False,
    scalarize_packed_fops=False,
)
proton = Settings(disable=False, cupti_lib_dir="")
propagate_env = True


def refresh_knobs():
    return None
