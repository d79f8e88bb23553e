// SPDX-License-Identifier: Apache-2.0
// Methods of elementwise functions and of NumPy's arrays, in Python.
#include "compiler/frontend/library/numpy/NumpySource.h"

const char tessera::frontend::library::sourceOfUfuncs[] = R"py(
reductions = {"add": np.sum, "multiply": np.prod, "maximum": np.max, "minimum": np.min, "logical_and": np.all, "logical_or": np.any}
prefixes = {"add": np.cumsum, "multiply": np.cumprod}
identities = {"add": 0, "multiply": 1, "logical_and": True, "logical_or": False, "logical_xor": False, "bitwise_or": 0, "bitwise_xor": 0, "bitwise_and": -1}
two_operands = ("add subtract multiply divide true_divide floor_divide mod remainder fmod power pow maximum minimum fmax fmin arctan2 atan2 copysign "
                "bitwise_and bitwise_or bitwise_xor left_shift right_shift logical_and logical_or logical_xor equal not_equal less less_equal greater "
                "greater_equal logaddexp logaddexp2 hypot heaviside nextafter float_power ldexp gcd lcm").split()
one_operand = ("exp exp2 expm1 log log2 log10 log1p sqrt cbrt square reciprocal sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh "
               "abs absolute fabs negative positive sign floor ceil trunc rint isnan isinf isfinite logical_not invert bitwise_not bitwise_count signbit "
               "deg2rad radians rad2deg degrees").split()

def check(f, method):
    if f.__name__ not in two_operands:
        if f.__name__ in one_operand:
            raise ValueError(f"{method} only supported for binary functions")
        raise AttributeError(f"'function' object has no attribute '{method}'")

def nin(f):
    if f.__name__ in one_operand:
        return 1
    check(f, "nin")
    return 2

def identity(f):
    nin(f)
    return identities.get(f.__name__)

def finish(result, out):
    if out is None:
        return result
    if JAX:
        raise NotImplementedError("`out` of a method of `jnp`'s elementwise functions")
    out[...] = result
    return out

def reduce(f, a, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True):
    check(f, "reduce")
    a = np.asarray(a) if dtype is None else np.asarray(a).astype(dtype)
    known = reductions.get(f.__name__)
    options = {} if where is True else {"where": where}
    if known is not None and not (f.__name__.startswith("logical") and initial is not None):
        if initial is not None:
            options["initial"] = initial
        return finish(known(a, axis=axis, keepdims=keepdims, **options), out)
    axes = tuple(range(a.ndim)) if axis is None else tuple([k % a.ndim for k in ((axis,) if isinstance(axis, int) else axis)])
    if where is not True:
        if f.__name__ not in identities:
            raise ValueError(f"reduction operation '{f.__name__}' does not have an identity, so to use a where mask one has to specify 'initial'")
        a = np.where(where, a, np.asarray(identities[f.__name__]).astype(a.dtype))
    for k in sorted(axes, reverse=True):
        lines = np.moveaxis(a, k, 0)
        if lines.shape[0] == 0:
            if f.__name__ not in identities:
                raise ValueError(f"zero-size array to reduction operation {f.__name__} which has no identity")
            result = np.broadcast_to(np.asarray(identities[f.__name__]).astype(a.dtype), lines.shape[1:])
        else:
            result = lines[0]
            for i in range(1, lines.shape[0]):
                result = f(result, lines[i])
        a = np.expand_dims(result, k) if keepdims else result
    if initial is not None:
        a = f(initial, a)
    return finish(a, out)

def accumulate(f, a, axis=0, dtype=None, out=None):
    check(f, "accumulate")
    a = np.asarray(a) if dtype is None else np.asarray(a).astype(dtype)
    known = prefixes.get(f.__name__)
    if known is not None:
        return finish(known(a, axis=axis), out)
    lines = np.moveaxis(a, axis, 0)
    results = [lines[0]]
    for i in range(1, lines.shape[0]):
        results.append(f(results[-1], lines[i]))
    return finish(np.moveaxis(np.stack(results), 0, axis), out)

def outer(f, A, B):
    check(f, "outer")
    A, B = np.asarray(A), np.asarray(B)
    return f(A.reshape(A.shape + (1,) * B.ndim), B)

def reduceat(f, a, indices, axis=0, dtype=None, out=None):
    check(f, "reduceat")
    a = np.asarray(a)
    at = np.asarray(indices).tolist()
    n = a.shape[axis]
    lines, results = np.moveaxis(a, axis, 0), []
    for k, i in enumerate(at):
        if not 0 <= i < n:
            raise IndexError(f"index {i} out-of-bounds in {f.__name__}.reduceat [0, {n})")
        end = at[k + 1] if k + 1 < len(at) else n
        results.append(reduce(f, lines[i:end], 0, dtype) if end > i else lines[i])
    return finish(np.moveaxis(np.stack(results), 0, axis), out)

def at(f, a, indices, b=None, inplace=False):
    if f.__name__ in one_operand:
        if JAX:
            return a.at[indices].apply(f)
        a[indices] = f(a[indices])
        return None
    check(f, "at")
    methods = {"add": "add", "subtract": "subtract", "multiply": "multiply", "divide": "divide", "true_divide": "divide", "maximum": "max",
               "minimum": "min", "power": "power"}
    name = methods.get(f.__name__)
    if JAX:
        if inplace:
            raise NotImplementedError("jnp.ufunc.at with inplace=True: JAX arrays are immutable, pass inplace=False")
        if name is None:
            raise NotImplementedError(f"`jnp.{f.__name__}.at`")
        return getattr(a.at[indices], name)(b)
    if name is None or name in ("divide", "power"):
        raise NotImplementedError(f"`np.{f.__name__}.at`")
    a[...] = getattr(a._places()[indices], name)(b)
)py";

const char tessera::frontend::library::sourceOfMethods[] = R"py(
import numpy as np

class Flat:
    def __init__(self, array):
        self.base = array
    def __len__(self):
        return self.base.size
    def __iter__(self):
        return iter(np.array(self.base).reshape(-1))
    def __getitem__(self, key):
        return np.array(self.base).reshape(-1)[key]
    def __setitem__(self, key, value):
        line = np.array(np.array(self.base).reshape(-1))
        line[key] = value
        self.base[...] = line.reshape(self.base.shape)
    def copy(self):
        return self.base.flatten()

def flat(a):
    return Flat(a)

def strides(a):
    result, step = [], a.itemsize
    for n in reversed(a.shape):
        result.append(step)
        step *= n
    return tuple(reversed(result))

def base(a):
    raise NotImplementedError("`base` of an array")

def flags(a):
    raise NotImplementedError("`flags` of an array")

def imag(a):
    return np.zeros_like(a)

def fill(a, value):
    a[...] = value

def sort(a, axis=-1, kind=None, order=None):
    if order is not None:
        raise ValueError("Cannot specify order when the array has no fields.")
    a[...] = np.sort(a, axis=axis)

def partition(a, kth, axis=-1):
    a[...] = np.sort(a, axis=axis)

def put(a, indices, values, mode='raise'):
    np.put(a, indices, values, mode)

def itemset(a, args):
    if len(args) == 1:
        a[...] = args[0]
    elif isinstance(args[0], tuple):
        a[args[0]] = args[1]
    else:
        np.put(a, args[0], args[1])

def resize(a, new_shape, refcheck=True):
    shape = new_shape[0] if len(new_shape) == 1 and isinstance(new_shape[0], (tuple, list)) else new_shape
    n = 1
    for s in shape:
        n *= s
    line = np.array(a).reshape(-1)
    line = np.concatenate([line, np.zeros((n - a.size,), a.dtype)]) if n > a.size else line[:n].copy()
    a._rebind(line.reshape(tuple(shape)))

def copy(a, order='C'):
    return np.array(a)

def searchsorted(a, v, side='left', sorter=None):
    return np.searchsorted(a, v, side=side, sorter=sorter)

def compress(a, condition, axis=None):
    return np.compress(condition, a, axis)

def choose(a, choices, out=None, mode='raise'):
    return np.choose(a, choices, out, mode)

def argpartition(a, kth, axis=-1):
    return np.argsort(a, axis=axis)

def conj(a):
    return a

conjugate = conj

def squeeze(a, axis=None):
    return np.squeeze(a, axis=axis)

def view(a, dtype=None, type=None):
    if type is not None:
        raise NotImplementedError("`type` of `ndarray.view`")
    if dtype is None:
        return np.asarray(a)
    return a._bits(dtype)

def tobytes(a, order='C'):
    if order not in ('C', 'A', None):
        a = a.T
    return bytes(a.reshape(-1)._bits(np.uint8).tolist())

def setflags(a, write=None, align=None, uic=None):
    if write is not None and not write:
        raise NotImplementedError("making an array read-only")
)py";
