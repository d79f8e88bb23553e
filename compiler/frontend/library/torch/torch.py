# SPDX-License-Identifier: Apache-2.0
"""Dtypes, settings and the like, and what the other files of `torch` share.

Functions are written over torch's own operations and NumPy's: a tensor's array is recorded like any other, so
`x.cpu().numpy()` costs nothing. None of them is a view of its argument unless it says so.
"""

import math as _math
import torch

_written_in_c = ("Size", "device", "dtype")


def _array(x):
    return x.cpu().numpy()  # with its gradient


def _like(array, x):
    made, kind = torch.from_numpy(array).to(x.device), x.__class__
    return made if kind is torch.Tensor or kind is torch.nn.Parameter else torch._of_class(made, x)


def _dims(x, dim):
    if dim is None:
        return tuple(i for i in range(x.ndim))
    return (dim,) if isinstance(dim, int) else tuple(dim)


def _out(result, out):
    # An argument `out` takes the result's elements, and its shape.
    return result if out is None else out._adopt(result)


class finfo:
    def __init__(self, type=None):
        type = torch.float32 if type is None else getattr(type, "_part", type)  # a complex dtype has its part's
        figures = {
            torch.float16: (16, 10, 5),
            torch.bfloat16: (16, 7, 8),
            torch.float32: (32, 23, 8),
            torch.float64: (64, 52, 11),
        }
        if type in figures:
            self.bits, mantissa, exponent = figures[type]
            bias = 2 ** (exponent - 1) - 1
            self.max, self.tiny = (2.0 - 2.0**-mantissa) * 2.0**bias, 2.0 ** (1 - bias)
        elif type == torch.float8_e4m3fn:
            self.bits, mantissa, self.max, self.tiny = 8, 3, 448.0, 2.0**-6
        elif type == torch.float8_e5m2:
            self.bits, mantissa, self.max, self.tiny = 8, 2, 57344.0, 2.0**-14
        else:
            raise TypeError(
                "torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'"
            )
        self.eps, self.min, self.smallest_normal = 2.0**-mantissa, -self.max, self.tiny
        self.resolution = 10.0 ** -_math.floor(mantissa * _math.log10(2.0))
        self.dtype = str(type).replace("torch.", "")

    def __repr__(self):
        return (
            f"finfo(resolution={self.resolution:g}, min={self.min:g}, max={self.max:g}, eps={self.eps:g},"
            f" smallest_normal={self.smallest_normal:g}, tiny={self.tiny:g}, dtype={self.dtype})"
        )


class iinfo:
    def __init__(self, type):
        name = str(type).replace("torch.", "")
        if "int" not in name:
            raise TypeError("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'")
        self.bits, self.dtype = type.itemsize * 8, name
        self.min = 0 if name[0] == "u" else -(1 << (self.bits - 1))
        self.max = (1 << self.bits) - 1 if name[0] == "u" else (1 << (self.bits - 1)) - 1

    def __repr__(self):
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype})"


inf = float("inf")
nan = float("nan")
pi = _math.pi
e = _math.e
strided = "torch.strided"
contiguous_format = "torch.contiguous_format"
preserve_format = "torch.preserve_format"
channels_last = "torch.channels_last"


def clone(input):
    return input.clone()


def detach(input):
    return input.detach()


def is_floating_point(input):
    return input.is_floating_point()


def is_complex(input):
    return input.is_complex()


def is_nonzero(input):
    return input.item() != 0


def is_same_size(input, other):
    return input.shape == other.shape


def is_storage(obj):
    return False


def result_type(a, b):
    # Operands keep what they are: a tensor with axes, one without, or a number.
    if not (torch.is_tensor(a) or torch.is_tensor(b)):
        a = torch.tensor(a)
    sample = [(x[..., :0] if x.ndim else x) if torch.is_tensor(x) else x for x in (a, b)]
    sample = [x.reshape(-1) if torch.is_tensor(x) and x.ndim else x for x in sample]
    return torch.where(True, *sample).dtype


def promote_types(a, b):
    return (torch.empty(0, dtype=a) + torch.empty(0, dtype=b)).dtype


def can_cast(from_, to):
    def rank(type):
        return 3 if type.is_complex else 2 if type.is_floating_point else 0 if type == torch.bool else 1

    return rank(from_) <= rank(to)


def set_default_device(device):
    if device is not None and torch.device(device).type != "cpu":
        raise NotImplementedError("a default device other than the CPU is not supported yet")


def set_float32_matmul_precision(precision):
    return None


def get_float32_matmul_precision():
    return "highest"


def use_deterministic_algorithms(mode, *, warn_only=False):
    return None


def set_printoptions(**options):
    raise NotImplementedError("`torch.set_printoptions` is not supported yet")


def seed():
    return 0


def initial_seed():
    return 0


def get_default_dtype():
    return torch.float32


def set_default_dtype(d):
    if d != torch.float32:
        raise NotImplementedError("a default dtype other than `torch.float32` is not supported yet")


def compile(model=None, **options):
    # torch's own compiler changes no result.
    return (lambda function: function) if model is None else model


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """Calls the function for each position of its arguments' mapped axes, and stacks what it gives."""

    def each(*args):
        axes = in_dims if isinstance(in_dims, (tuple, list)) else (in_dims,) * len(args)
        sizes = {x.shape[axis] for x, axis in zip(args, axes) if axis is not None}
        if len(sizes) != 1:
            raise ValueError(f"vmap: Expected all tensors to have the same size in the mapped dimension, got {sizes}")
        results = []
        for k in range(sizes.pop()):
            results.append(func(*[x if axis is None else x.select(axis, k) for x, axis in zip(args, axes)]))
        if isinstance(results[0], (tuple, list)):
            outs = out_dims if isinstance(out_dims, (tuple, list)) else (out_dims,) * len(results[0])
            return tuple(torch.stack(list(parts), out) for parts, out in zip(zip(*results), outs))
        return torch.stack(results, out_dims)

    return each


def _sizes_given(name, sizes):
    # Sizes that come one by one or as one list.
    if not sizes:
        raise TypeError(f"{name}() missing 1 required positional arguments")
    return tuple(sizes[0]) if len(sizes) == 1 and isinstance(sizes[0], (tuple, list)) else sizes


def _axis(x, dim):
    # An axis counted from the front; a tensor without axes has one, for torch.
    n = max(x.ndim, 1)
    if not -n <= dim < n:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-n}, {n - 1}], but got {dim})")
    return dim % n


_kinds = {
    torch.float16: "Half",
    torch.bfloat16: "BFloat16",
    torch.float32: "Float",
    torch.float64: "Double",
    torch.int8: "Char",
    torch.uint8: "Byte",
    torch.int16: "Short",
    torch.int32: "Int",
    torch.int64: "Long",
    torch.bool: "Bool",
}


def _kind(x):
    # What torch calls a tensor's dtype in its errors.
    return ("ComplexDouble" if x.dtype == torch.complex128 else "ComplexFloat") if x.is_complex() else _kinds[x.dtype]


def _only_tensors(name, *operands):
    for k, x in enumerate(operands):
        if not torch.is_tensor(x):
            argument = f"argument '{('input', 'other')[k]}' (position {k + 1})"
            raise TypeError(f"{name}(): {argument} must be Tensor, not {type(x).__name__}")


def _no_integers(name, *tensors):
    if not any(torch.is_tensor(x) and x.is_floating_point() for x in tensors):
        raise RuntimeError(f"\"{name}\" not implemented for '{_kind(tensors[0])}'")


class _Storage:
    """The memory of a tensor: its size and address."""

    def __init__(self, tensor):
        self.tensor = tensor
        self.dtype = tensor.dtype
        self.device = tensor.device

    def data_ptr(self):
        return self.tensor.data_ptr() - self.tensor.storage_offset() * self.tensor.element_size()

    def nbytes(self):
        return self.tensor._memory_size()

    def size(self):
        return self.nbytes()


class _LegacyTensor:
    # torch.FloatTensor and its kin: they make tensors of a dtype, and stand for it in `isinstance`.
    def __init__(self, dtype, device="cpu"):
        self.dtype, self.device = dtype, device

    def __call__(self, *args):
        if len(args) == 1 and not isinstance(args[0], int):
            return torch.tensor(args[0], dtype=self.dtype, device=self.device)
        return torch.empty(*(args or (0,)), dtype=self.dtype, device=self.device)

    def __instancecheck__(self, instance):
        return torch.is_tensor(instance) and instance.dtype == self.dtype


FloatTensor, DoubleTensor, HalfTensor = [_LegacyTensor(t) for t in (torch.float32, torch.float64, torch.float16)]
LongTensor, IntTensor, ShortTensor = [_LegacyTensor(t) for t in (torch.int64, torch.int32, torch.int16)]
BoolTensor, ByteTensor, CharTensor = [_LegacyTensor(t) for t in (torch.bool, torch.uint8, torch.int8)]
BFloat16Tensor = _LegacyTensor(torch.bfloat16)
channels_last_3d = "torch.channels_last_3d"
newaxis = None


class layout:
    """How a tensor's elements are kept; all are strided."""


class memory_format:
    """In which order a tensor's axes lie."""


def get_num_threads():
    return 1


def set_num_threads(int):
    return None


def get_num_interop_threads():
    return 1


def are_deterministic_algorithms_enabled():
    return True


def is_deterministic_algorithms_warn_only_enabled():
    return False


def typename(obj):
    if torch.is_tensor(obj):
        return obj.type()
    cls = obj if isinstance(obj, type) else type(obj)
    return cls.__qualname__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__name__}"


def set_default_tensor_type(t):
    if getattr(t, "dtype", None) != torch.float32 and t != "torch.FloatTensor":
        raise NotImplementedError("a default dtype other than `torch.float32` is not supported yet")


def _assert(condition, message):
    assert condition, message


class _Nothing:
    def __init__(self, *args, **kwargs):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return False

    def __call__(self, function):
        return function


set_grad_enabled = enable_grad = _Nothing


def is_grad_enabled():
    return True


def is_inference_mode_enabled():
    return not torch.is_grad_enabled()


class _OperatorsOf:
    # The operators of a namespace, by name.
    def __init__(self, name):
        self._name = name

    def __getattr__(self, name):
        if not name.startswith("__"):
            found = torch.library._operators.get(f"{self._name}::{name}")
            if found is not None:
                return found
            if self._name == "aten" and hasattr(torch, name):
                return getattr(torch, name)
        raise AttributeError(f"'_OpNamespace' '{self._name}' object has no attribute '{name}'")


class _Operators:
    """Operators by namespace and name: `torch.ops.mylib.myop(x)`."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _OperatorsOf(name)

    def load_library(self, path):
        raise NotImplementedError("`torch.ops.load_library`: there is no machine code to load")


ops = _Operators()


def autocast(device_type="cuda", dtype=None, enabled=True, cache_enabled=None):
    """Products of the device's float tensors are computed in `dtype`; a context and a decorator."""
    return torch.amp.autocast(device_type, dtype, enabled, cache_enabled)


def is_autocast_enabled(device_type="cuda"):
    before = torch._autocast(device_type, None)
    torch._autocast(device_type, before)
    return before is not None
