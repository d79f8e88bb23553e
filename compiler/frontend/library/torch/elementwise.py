# SPDX-License-Identifier: Apache-2.0
# module: torch
"""Functions of each element: arithmetic, comparisons, and the parts of complex numbers."""

import math as _math
import numpy as np
import torch

absolute, negative, subtract, multiply, divide = torch.abs, torch.neg, torch.sub, torch.mul, torch.div


def true_divide(input, other, *, out=None):
    return torch.div(input, other, out=out)


def rsub(input, other, *, alpha=1):
    return torch.sub(other, input, alpha=alpha)


def eq(input, other):
    return input == other


def ne(input, other):
    return input != other


def lt(input, other):
    return input < other


def le(input, other):
    return input <= other


def gt(input, other):
    return input > other


def ge(input, other):
    return input >= other


greater, greater_equal, less, less_equal, not_equal = gt, ge, lt, le, ne


def logical_and(input, other):
    torch._only_tensors("logical_and", input, other)
    return (input != 0) & (other != 0)


def logical_or(input, other):
    torch._only_tensors("logical_or", input, other)
    return (input != 0) | (other != 0)


def logical_xor(input, other):
    torch._only_tensors("logical_xor", input, other)
    return (input != 0) ^ (other != 0)


def bitwise_and(input, other):
    return input & other


def bitwise_or(input, other):
    return input | other


def bitwise_xor(input, other):
    return input ^ other


def bitwise_not(input, *, out=None):
    return _out(~input, out)


def bitwise_left_shift(input, other):
    return input << other


def bitwise_right_shift(input, other):
    return input >> other


def _floats(x):
    return x if x.is_floating_point() else x.float()


arccos, arctan, arcsin = torch.acos, torch.atan, torch.asin
arcsinh, arccosh, arctanh = torch.asinh, torch.acosh, torch.atanh
fix = torch.trunc


def frac(input, *, out=None):
    torch._no_integers("frac_cpu", input)
    return _out(input - torch.trunc(input), out)


def signbit(input, *, out=None):
    if out is not None and out.dtype != torch.bool:
        raise RuntimeError("signbit does not support non-boolean outputs.")
    return _out(_like(np.signbit(_array(input)), input), out)


def round(input, *, decimals=0, out=None):
    if decimals == 0:
        return torch._round(input, out=out)
    torch._no_integers("round_cpu", input)
    scale = 10.0 ** abs(decimals)
    x = input if input.dtype == torch.float64 else input.float()
    rounded = torch._round(x * scale) / scale if decimals > 0 else torch._round(x / scale) * scale
    return _out(rounded.to(input.dtype), out)


def positive(input):
    if input.dtype == torch.bool:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


def sgn(input, *, out=None):
    if input.is_complex():
        return torch._of_complex("sgn", input, out=out)
    return torch.sign(input, out=out)


arctan2 = torch.atan2


def hypot(input, other):
    torch._only_tensors("hypot", input, other)
    torch._no_integers("hypot_cpu", input, other)
    a, b = torch.abs(input), torch.abs(other)
    high, low = torch.maximum(a, b), torch.minimum(a, b)
    ratio = low / torch.where(high == 0, 1, high)
    return torch.where(torch.isinf(a) | torch.isinf(b), inf, high * torch.sqrt(1 + ratio * ratio)).to(high.dtype)


def fmax(input, other):
    torch._only_tensors("fmax", input, other)
    return torch.where(torch.isnan(input), other, torch.where(torch.isnan(other), input, torch.maximum(input, other)))


def fmin(input, other):
    torch._only_tensors("fmin", input, other)
    return torch.where(torch.isnan(input), other, torch.where(torch.isnan(other), input, torch.minimum(input, other)))


def addcmul(input, tensor1, tensor2, *, value=1):
    return input + _scaled(value, tensor1 * tensor2)


def addcdiv(input, tensor1, tensor2, *, value=1):
    if not (tensor1.is_floating_point() or tensor2.is_floating_point()):
        raise RuntimeError("Integer division with addcdiv is no longer supported")
    return input + _scaled(value, tensor1 / tensor2)


def _scaled(value, x):
    # A factor of another kind than the tensor's would change its dtype.
    if isinstance(value, float) and not x.is_floating_point():
        value = int(value)
    return x if value == 1 else value * x


def lerp(input, end, weight):
    if not input.is_floating_point():
        raise RuntimeError(f"\"lerp_kernel\" not implemented for '{torch._kind(input)}'")
    if input.dtype != end.dtype:
        raise RuntimeError(f"expected dtype {input.dtype} for `end` but got dtype {end.dtype}")
    # From the nearer end, so that a weight of 1 gives `end` itself.
    far = torch.where(torch.as_tensor(weight) < 0.5, input, end)
    return far + torch.where(torch.as_tensor(weight) < 0.5, weight, weight - 1).to(input.dtype) * (end - input)


def clamp_min(input, min):
    return torch.clamp(input, min=min)


def clamp_max(input, max):
    return torch.clamp(input, max=max)


clip = torch.clamp


def nan_to_num(input, nan=0.0, posinf=None, neginf=None, *, out=None):
    if out is not None and out.dtype != input.dtype:
        kinds = f"{torch._kind(out)} should be same as input: {torch._kind(input)}"
        raise RuntimeError(f"nan_to_num: dtype of out: {kinds}")
    if not input.is_floating_point():
        return _out(input.clone(), out)
    limits = torch.finfo(input.dtype)
    result = torch.where(torch.isnan(input), nan, input)
    result = torch.where(result == inf, limits.max if posinf is None else posinf, result)
    return _out(torch.where(result == -inf, limits.min if neginf is None else neginf, result).to(input.dtype), out)


def _of_complex(name, *args, **kwargs):
    # A function of complex tensors (complex_operations.py).
    return torch.complex64._function(name)(*args, **kwargs)


def complex(real, imag, *, out=None):
    """A complex tensor of its parts."""
    return _of_complex("complex", real, imag, out=out)


def polar(abs, angle, *, out=None):
    """A complex tensor of lengths and angles."""
    return _of_complex("polar", abs, angle, out=out)


def view_as_real(input):
    """A view: the parts along an axis more."""
    if not input.is_complex():
        raise RuntimeError("view_as_real is only supported for complex tensors")
    return _of_complex("view_as_real", input)


def view_as_complex(input):
    """A view of pairs along the last axis as complex numbers."""
    return _of_complex("view_as_complex", input)


def _real(x):
    if x.is_complex():
        raise NotImplementedError("this function of complex tensors")
    return x if x.is_floating_point() else x.to(torch.float32)


def _by(function, *tensors):
    # What NumPy's arrays are given to, in the precision that torch computes in.
    type = tensors[0].dtype
    for x in tensors[1:]:
        type = torch.promote_types(type, x.dtype)
    if type.is_complex:
        raise NotImplementedError("this function of complex tensors")
    type = type if type.is_floating_point else torch.float32
    wide = type if type in (torch.float32, torch.float64) else torch.float32
    device = tensors[0].device
    tensors = torch.broadcast_tensors(*tensors)
    result = function(*[x.detach().cpu().to(wide).numpy() for x in tensors])
    return torch.from_numpy(result).to(device).to(type)


def _tensors(input, other):
    # Two operands of a function of reals, a number as a tensor of the other's kind.
    if not torch.is_tensor(other):
        other = torch.tensor(other, dtype=input.dtype if input.is_floating_point() else None, device=input.device)
    if not torch.is_tensor(input):
        input = torch.tensor(input, dtype=other.dtype, device=other.device)
    return input, other


def deg2rad(input, *, out=None):
    return torch._out(_real(input) * (_math.pi / 180), out)


def rad2deg(input, *, out=None):
    return torch._out(_real(input) * (180 / _math.pi), out)


def angle(input):
    if input.is_complex():
        return torch._of_complex("angle", input)
    x = _real(input)
    return torch.where(torch.isnan(x), x, torch.where(x < 0, _math.pi, 0.0)).to(x.dtype)


def isposinf(input):
    return input == _math.inf


def isneginf(input):
    return input == -_math.inf


def isreal(input):
    if input.is_complex():
        return torch._of_complex("isreal", input)
    return torch.ones_like(input, dtype=torch.bool)


def conj(input):
    return torch._of_complex("conj", input) if input.is_complex() else input


def resolve_conj(input):
    return input


def resolve_neg(input):
    return input


def conj_physical(input):
    return torch._of_complex("conj_physical", input) if input.is_complex() else input


def real(input):
    return torch._of_complex("real", input) if input.is_complex() else input


def imag(input):
    if input.is_complex():
        return torch._of_complex("imag", input)
    raise RuntimeError("imag is not implemented for tensors with non-complex dtypes.")


def adjoint(input):
    if input.ndim == 1:
        raise RuntimeError("tensor.adjoint() is only supported on matrices or batches of matrices. Got 1-D tensor.")
    return conj(input.transpose(-2, -1) if input.ndim else input)


def _promoted(*tensors):
    kind = torch.result_type(*tensors)
    return [x.to(kind) for x in tensors]


def logaddexp(input, other):
    _only_tensors("logaddexp", input, other)
    _no_integers("logaddexp_cpu", input, other)
    input, other = _promoted(input, other)
    most = torch.maximum(input, other)
    tail = torch.log1p(torch.exp(-torch.abs(input - other)))
    return torch.where(torch.isinf(most) & (input == other), input, most + tail)


def logaddexp2(input, other):
    _only_tensors("logaddexp2", input, other)
    _no_integers("logaddexp2_cpu", input, other)
    input, other = _promoted(input, other)
    most = torch.maximum(input, other)
    tail = torch.log1p(torch.exp2(-torch.abs(input - other))) * (1 / _math.log(2))
    return torch.where(torch.isinf(most) & (input == other), input, most + tail)


def xlogy(input, other):
    input, other = _tensors(input, other)
    _real(input), _real(other)
    type = torch.result_type(input, other)
    a, other = [x.to(type if type.is_floating_point else torch.float32) for x in (input, other)]
    product = a * torch.log(other)
    return torch.where(torch.isnan(product) & torch.isnan(_real(other)), product, torch.where(a == 0, 0.0, product))


def float_power(input, exponent):
    a = _real(input).double() if torch.is_tensor(input) else float(input)
    b = _real(exponent).double() if torch.is_tensor(exponent) else float(exponent)
    return a**b


def heaviside(input, values):
    _only_tensors("heaviside", input, values)
    if input.dtype != values.dtype:
        raise RuntimeError("heaviside is not yet implemented for tensors with different dtypes.")
    step = torch.where(input > 0, 1, torch.where(input == 0, values, 0)).to(input.dtype)
    return torch.where(torch.isnan(_real(input)), 0, step).to(input.dtype)


def ldexp(input, other):
    if not torch.is_tensor(other):
        raise TypeError(f"ldexp(): argument 'other' (position 2) must be Tensor, not {type(other).__name__}")
    input, other = _tensors(input, other)
    return input * torch.pow(2.0, other)


def nextafter(input, other):
    _only_tensors("nextafter", input, other)

    _no_integers("nextafter_cpu", input, other)
    return _by(np.nextafter, input, other)


def frexp(input):
    _no_integers("frexp", input)
    mantissa, exponent = np.frexp(input.detach().cpu().numpy())
    parts = torch.from_numpy(mantissa), torch.from_numpy(exponent).to(torch.int32)
    return tuple(part.to(input.device) for part in parts)


def _whole(name, input, other):
    _only_tensors(name, input, other)
    type = torch.result_type(input, other)
    if type.is_floating_point or type == torch.bool:
        raise RuntimeError(f"\"{name}_cpu\" not implemented for '{_kinds[type]}'")
    return type


def gcd(input, other):
    type = _whole("gcd", input, other)
    a, b = torch.broadcast_tensors(torch.abs(input.to(type)), torch.abs(other.to(type)))
    for _ in range(12 * type.itemsize):
        rest = torch.where(b == 0, 0, a % torch.where(b == 0, 1, b))
        a, b = torch.where(b == 0, a, b), rest
    return a


def lcm(input, other):
    type = _whole("lcm", input, other)
    d = gcd(input.to(type), other.to(type))
    return torch.where(d == 0, 0, torch.abs(input.to(type) // torch.where(d == 0, 1, d) * other.to(type)))
