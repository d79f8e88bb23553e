# SPDX-License-Identifier: Apache-2.0
# module: triton.language.core
"""Parts of the language by the name of Triton's own file."""

import builtins
from enum import Enum

import triton.language as tl

PropagateNan = tl.PropagateNan
TRITON_MAX_TENSOR_NUMEL = tl.TRITON_MAX_TENSOR_NUMEL
abs = tl.abs
add = tl.add
arange = tl.arange
associative_scan = tl.associative_scan
assume = tl.assume
atomic_add = tl.atomic_add
atomic_and = tl.atomic_and
atomic_cas = tl.atomic_cas
atomic_max = tl.atomic_max
atomic_min = tl.atomic_min
atomic_or = tl.atomic_or
atomic_poll = tl.atomic_poll
atomic_xchg = tl.atomic_xchg
atomic_xor = tl.atomic_xor
bfloat16 = tl.bfloat16
block_type = tl.block_type
broadcast = tl.broadcast
broadcast_to = tl.broadcast_to
cast = tl.cast
cat = tl.cat
clamp = tl.clamp
condition = tl.condition
const = tl.const
constexpr = tl.constexpr
debug_barrier = tl.debug_barrier
device_assert = tl.device_assert
device_print = tl.device_print
dot = tl.dot
dot_scaled = tl.dot_scaled
dtype = tl.dtype
expand_dims = tl.expand_dims
float16 = tl.float16
float32 = tl.float32
float64 = tl.float64
float8e4nv = tl.float8e4nv
float8e5 = tl.float8e5
full = tl.full
gather = tl.gather
histogram = tl.histogram
inline_asm_elementwise = tl.inline_asm_elementwise
int1 = tl.int1
int16 = tl.int16
int32 = tl.int32
int64 = tl.int64
int8 = tl.int8
join = tl.join
load = tl.load
load_tensor_descriptor = tl.load_tensor_descriptor
make_tensor_descriptor = tl.make_tensor_descriptor
map_elementwise = tl.map_elementwise
max_constancy = tl.max_constancy
max_contiguous = tl.max_contiguous
maximum = tl.maximum
minimum = tl.minimum
mul = tl.mul
multiple_of = tl.multiple_of
num_programs = tl.num_programs
permute = tl.permute
pi32_t = tl.pi32_t
pointer_type = tl.pointer_type
program_id = tl.program_id
range = tl.range
reduce = tl.reduce
reshape = tl.reshape
slice = tl.slice
split = tl.split
static_assert = tl.static_assert
static_print = tl.static_print
static_range = tl.static_range
store = tl.store
store_tensor_descriptor = tl.store_tensor_descriptor
str_to_ty = tl.str_to_ty
sub = tl.sub
tensor = tl.tensor
tensor_descriptor = tl.tensor_descriptor
tensor_descriptor_base = tl.tensor_descriptor_base
trans = tl.trans
tuple = tl.tuple
uint16 = tl.uint16
uint32 = tl.uint32
uint64 = tl.uint64
uint8 = tl.uint8
view = tl.view
void = tl.void
where = tl.where


class KIND(Enum):
    BOOLEAN = 0
    INTEGRAL = 1
    FLOATING = 2


class SIGNEDNESS(Enum):
    SIGNED = 0
    UNSIGNED = 1


_integers = [8, 16, 32, 64]
_signed = [f"int{bits}" for bits in _integers]
_unsigned = ["int1"] + [f"uint{bits}" for bits in _integers]
_floats = ["fp8e4b15", "fp8e4nv", "fp8e4b8", "fp8e5", "fp8e5b16", "fp16", "bf16", "fp32", "fp64"]
_standard_floats = ["fp16", "bf16", "fp32", "fp64"]
_other = ["void"]


class base_value:
    """What values of kernels have in common."""


class base_type:
    """What types of kernels have in common."""


def builtin(fn):
    """A function of the language, in Python: it runs while a kernel is compiled."""
    fn.__triton_builtin__ = True
    return fn


def extern(fn):
    """The same for what calls a library of the device."""
    return builtin(fn)


def is_builtin(fn):
    """Whether `builtin` has marked a function."""
    return getattr(fn, "__triton_builtin__", False)


def _unwrap_if_constexpr(o):
    if builtins.isinstance(o, (list, builtins.tuple)):
        return type(o)(_unwrap_if_constexpr(item) for item in o)
    return o


def _unwrap_shape(shape):
    return [_unwrap_if_constexpr(size) for size in _unwrap_if_constexpr(shape)]


def extern_elementwise(lib_name, lib_path, args, arg_type_symbol_dict, is_pure, _semantic=None):
    """A function of libdevice by its symbol."""
    from triton.language.extra import libdevice

    types = builtins.tuple(arg.dtype if hasattr(arg, "dtype") else None for arg in args)
    for signature, (symbol, result) in arg_type_symbol_dict.items():
        if all(own is None or own == asked for own, asked in zip(types, signature)):
            name = symbol[len("__nv_") :]
            function = getattr(libdevice, name, None)
            if function is None and name.endswith("f"):
                function = getattr(libdevice, name[:-1], None)
            if function is None:
                raise NotImplementedError(f"`{symbol}` is no function of libdevice that is known here")
            return function(*args).to(result)
    raise ValueError(f"input arg type does not match. Expect one of {arg_type_symbol_dict.keys()}, got {types}")
