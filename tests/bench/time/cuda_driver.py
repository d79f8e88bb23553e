# SPDX-License-Identifier: Apache-2.0
"""CUDA's driver by its C interface, for calibrate.py: the first GPU of this machine, launches of kernels whose five
parameters are microbench.cu's, and time between events."""

import array
import ctypes
import re
from pathlib import Path


class Refusal(Exception):
    """Nothing can be measured or compared, with the way out: status 2."""


class LaunchFailure(Exception):
    """A call of the driver that did not end well: status 1."""


POINTER, SIZE, INT, UINT = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_uint
ADDRESS = ctypes.c_uint64  # CUdeviceptr
PROTOTYPES = {
    "cuInit": [UINT],
    "cuDriverGetVersion": [POINTER],
    "cuDeviceGetCount": [POINTER],
    "cuDeviceGet": [POINTER, INT],
    "cuDeviceGetName": [ctypes.c_char_p, INT, INT],
    "cuDeviceGetAttribute": [POINTER, INT, INT],
    "cuDevicePrimaryCtxRetain": [POINTER, INT],
    "cuDevicePrimaryCtxRelease_v2": [INT],
    "cuCtxSetCurrent": [POINTER],
    "cuCtxSynchronize": [],
    "cuModuleLoadDataEx": [POINTER, ctypes.c_char_p, UINT, POINTER, POINTER],
    "cuModuleGetFunction": [POINTER, POINTER, ctypes.c_char_p],
    "cuFuncSetAttribute": [POINTER, INT, INT],
    "cuLaunchKernel": [POINTER, *[UINT] * 7, POINTER, POINTER, POINTER],
    "cuMemAlloc_v2": [POINTER, SIZE],
    "cuMemFree_v2": [ADDRESS],
    "cuMemsetD8_v2": [ADDRESS, ctypes.c_ubyte, SIZE],
    "cuMemcpyHtoD_v2": [ADDRESS, POINTER, SIZE],
    "cuMemcpyDtoH_v2": [POINTER, ADDRESS, SIZE],
    "cuEventCreate": [POINTER, UINT],
    "cuEventRecord": [POINTER, POINTER],
    "cuEventSynchronize": [POINTER],
    "cuEventElapsedTime": [POINTER, POINTER, POINTER],
}
# CUdevice_attribute.
CLOCK_RATE, PROCESSORS, MEMORY_CLOCK_RATE, L2_SIZE, MAJOR, MINOR = 13, 16, 36, 38, 75, 76
MOST_DYNAMIC_SHARED = 8  # CUfunction_attribute
ERROR_LOG, ERROR_LOG_SIZE = 5, 6  # CUjit_option


class Driver:
    """libcuda by its C interface. Each call's answer is looked at."""

    def __init__(self, library):
        try:
            self.library = ctypes.CDLL(library)
        except OSError as error:
            raise Refusal(
                f"the CUDA driver's library `{library}` cannot be loaded ({error}): run this where an NVIDIA GPU and "
                "its driver are, or say with `--cuda LIBRARY` where the library is"
            )
        self.calls = {}
        for name, arguments in PROTOTYPES.items():
            try:
                function = getattr(self.library, name)
            except AttributeError:
                raise Refusal(f"`{library}` has no `{name}`: it is not the CUDA driver's library (libcuda.so.1)")
            function.argtypes, function.restype = arguments, INT
            self.calls[name] = function
        self.library.cuGetErrorString.argtypes = [INT, POINTER]

    def explain(self, code):
        text = ctypes.c_char_p()
        self.library.cuGetErrorString(code, ctypes.byref(text))
        return f"{(text.value or b'an unknown error').decode(errors='replace')} ({code})"

    def call(self, name, *arguments, about=""):
        code = self.calls[name](*arguments)
        if code:
            raise LaunchFailure(f"`{name}`{' ' + about if about else ''}: {self.explain(code)}")

    def ask(self, name, kind, *arguments, about=""):
        """A call whose first argument is where its answer goes."""
        answer = kind()
        self.call(name, ctypes.byref(answer), *arguments, about=about)
        return answer.value


class Gpu:
    """The first device, with its primary context, for as long as it is used (`with`)."""

    def __init__(self, library):
        self.driver = Driver(library)
        code = self.driver.calls["cuInit"](0)
        if code:
            raise Refusal(f"there is no GPU that works here: `cuInit`: {self.driver.explain(code)}")
        if not self.driver.ask("cuDeviceGetCount", INT):
            raise Refusal("the CUDA driver sees no GPU: CUDA_VISIBLE_DEVICES may hide it")
        self.device = self.driver.ask("cuDeviceGet", INT, 0)
        name = ctypes.create_string_buffer(256)
        self.driver.call("cuDeviceGetName", name, 256, self.device)
        self.name = name.value.decode(errors="replace")
        self.version = self.driver.ask("cuDriverGetVersion", INT)
        self.processors = self.ask_attribute(PROCESSORS)
        self.capability = (self.ask_attribute(MAJOR), self.ask_attribute(MINOR))
        if self.capability not in ((8, 0), (9, 0)):
            raise Refusal(
                f"`{self.name}` is of compute capability {self.capability}, expected 8.0 or 9.0: the model has no other"
            )
        self.target = "sm_90a" if self.capability == (9, 0) else "sm_80"
        self.memory = {}

    def __enter__(self):
        self.driver.call("cuCtxSetCurrent", self.driver.ask("cuDevicePrimaryCtxRetain", POINTER, self.device))
        self.events = [self.driver.ask("cuEventCreate", POINTER, 0) for _ in range(2)]
        return self

    def __exit__(self, *_):
        # A context in which a launch failed answers nothing any more: that it cannot be left is no second failure.
        self.driver.calls["cuDevicePrimaryCtxRelease_v2"](self.device)

    def ask_attribute(self, attribute):
        return self.driver.ask("cuDeviceGetAttribute", INT, attribute, self.device)

    def describe(self):
        return {
            "name": self.name,
            "driver": f"{self.version // 1000}.{self.version % 1000 // 10}",  # the newest CUDA that it has
            "driverFile": read_driver_version(),
            "computeCapability": list(self.capability),
            "processors": self.processors,
            "clockMHz": self.ask_attribute(CLOCK_RATE) / 1000,  # the highest
            "memoryClockMHz": self.ask_attribute(MEMORY_CLOCK_RATE) / 1000,
            "l2Bytes": self.ask_attribute(L2_SIZE),
        }

    def load(self, ptx):
        log = ctypes.create_string_buffer(8192)
        options = (INT * 2)(ERROR_LOG, ERROR_LOG_SIZE)
        values = (POINTER * 2)(ctypes.cast(log, POINTER), len(log))
        try:
            self.module = self.driver.ask(
                "cuModuleLoadDataEx", POINTER, ptx.read_bytes() + b"\0", 2, options, values, about=f"of `{ptx}`"
            )
        except LaunchFailure as failure:
            raise LaunchFailure(f"{failure}; {log.value.decode(errors='replace').strip() or 'the driver says no more'}")

    def find(self, kernel, shared):
        function = self.driver.ask("cuModuleGetFunction", POINTER, self.module, kernel.encode(), about=f"of `{kernel}`")
        if shared > 48 << 10:
            self.driver.call("cuFuncSetAttribute", function, MOST_DYNAMIC_SHARED, shared, about=f"of `{kernel}`")
        return function

    def reserve(self, what, size):
        """An array of at least `size` bytes, kept for the next benchmark, with zeros wherever nothing was written."""
        address, held = self.memory.get(what, (0, 0))
        if held < size:
            if address:
                self.driver.call("cuMemFree_v2", address)
            address = self.driver.ask("cuMemAlloc_v2", ADDRESS, size, about=f"of {size} bytes")
            self.memory[what] = address, size
            self.fill(what, 0)
        return address

    def fill(self, what, value):
        address, size = self.memory[what]
        self.driver.call("cuMemsetD8_v2", address, value, size)

    def write(self, address, words):
        self.driver.call("cuMemcpyHtoD_v2", address, words.buffer_info()[0], len(words) * words.itemsize)

    def read(self, address, kind, count):
        words = array.array(kind, bytes(array.array(kind).itemsize * count))
        self.driver.call("cuMemcpyDtoH_v2", words.buffer_info()[0], address, len(words) * words.itemsize)
        return words

    def launch(self, function, grid, block, shared, clocks, kept, data, count, size, about):
        values = [ADDRESS(clocks), ADDRESS(kept), ADDRESS(data), ctypes.c_uint32(count), ctypes.c_uint32(size)]
        pointers = (POINTER * 5)(*[ctypes.cast(ctypes.byref(value), POINTER) for value in values])
        self.driver.call("cuLaunchKernel", function, grid, 1, 1, block, 1, 1, shared, None, pointers, None, about=about)

    def finish(self, about):
        self.driver.call("cuCtxSynchronize", about=about)

    def time(self, work):
        """ns between events around what `work` launches. The card is busy until all of it was asked for."""
        spin = self.find("spin", 0)
        self.launch(
            spin, 1, 32, 0, self.reserve("clocks", 16), self.reserve("kept", 128), 0, SPIN_CYCLES, 0, "of `spin`"
        )
        self.driver.call("cuEventRecord", self.events[0], None)
        work()
        self.driver.call("cuEventRecord", self.events[1], None)
        self.driver.call("cuEventSynchronize", self.events[1], about="behind the launches that are timed")
        return 1e6 * self.driver.ask("cuEventElapsedTime", ctypes.c_float, *self.events)


SPIN_CYCLES = 40_000_000  # some 20 ms: 450 launches by ctypes take about five


def read_driver_version():
    try:
        return re.search(r"\b(\d{3}\.[\d.]+)\b", Path("/proc/driver/nvidia/version").read_text()).group(1)
    except (OSError, AttributeError):
        return None  # the driver's interface does not tell it
