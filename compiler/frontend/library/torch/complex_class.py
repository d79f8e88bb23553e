# SPDX-License-Identifier: Apache-2.0
# hidden: torch.complex
"""Tensors of complex numbers: one real tensor with an axis of two more, the last, so that views share memory.

`z[1:]` is the view `pair[1:]`, `view_as_real` is the pair itself, and gradients are those of the pair: of a real loss
along a + bi torch has the derivative along a plus i times that along b.

A function of torch that meets something complex is looked for by its name in this text (arrays/Complex.cpp), and
refused by name where it is not there. So names of Python's own are taken here; `_builtins` has them. Functions of torch
in Python take these tensors as they are.
"""

import builtins as _builtins
import math as _math
import numpy as _np
import torch

_complex = complex
_number = (bool, int, float, _complex)


class _DType:
    """`torch.complex64`, `torch.complex128`."""

    _isComplex = True
    is_floating_point, is_complex, is_signed = False, True, True

    def __init__(self, name, part):
        self._name, self._part, self.itemsize = name, part, 2 * part.itemsize

    @property
    def __class__(self):
        return torch.dtype

    def to_real(self):
        return self._part

    def to_complex(self):
        return self

    def __eq__(self, other):
        return hasattr(other, "_isComplex") and getattr(other, "_name", None) == self._name

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self._name)

    def __repr__(self):
        return "torch." + self._name

    @staticmethod
    def _function(name):
        # For other texts: a function of this one.
        return globals()[name]


complex64 = cfloat = _DType("complex64", torch.float32)
complex128 = cdouble = _DType("complex128", torch.float64)


def _is_complex(x):
    return isinstance(x, Tensor)


def _dtype_of(part):
    return complex128 if part == torch.float64 else complex64


def _part_type(dtype):
    # Of the parts of a complex dtype; None for another dtype.
    if dtype is _complex:
        return torch.float64
    return dtype._part if hasattr(dtype, "_isComplex") else None


def _check_part(dtype):
    # What a real tensor's dtype is as a part.
    if dtype == torch.float16:
        raise NotImplementedError("complex numbers of two float16")
    return dtype if dtype in (torch.float32, torch.float64) else torch.float32


def _like_part(x):
    # A real operand that is promoted as a complex one is.
    return x._re if _is_complex(x) else 1.0 if isinstance(x, _complex) else x


def _common_part(x, y):
    x, y = _like_part(x), _like_part(y)
    if not torch.is_tensor(y):
        x, y = y, x
    if not torch.is_tensor(y):
        return torch.float32
    return _check_part(torch.result_type(y, x))


def _made(re, im):
    # Of parts of one shape.
    return Tensor(torch.stack([re, im], -1))


def _parts(x, part, device=None):
    # As tensors of a dtype.
    if isinstance(x, _number):
        parts = _complex(x).real, _complex(x).imag
        return tuple([torch.tensor(p, dtype=part, device=device) for p in parts])
    if _is_complex(x):
        return x._re.to(part), x._im.to(part)
    return x.to(part), torch.zeros_like(x, dtype=part)


def _device_of(*operands):
    found = [x.device for x in operands if hasattr(x, "device")]
    return found[0] if found else None


def _both(x, y):
    part, device = _common_part(x, y), _device_of(x, y)
    return _parts(x, part, device) + _parts(y, part, device)


def _of(x):
    return _parts(x, x._re.dtype)


def _operand(x):
    # Of another library.
    if _is_complex(x) or isinstance(x, _number) or torch.is_tensor(x):
        return x
    return torch.from_numpy(x)


def _refuse(name, x):
    raise RuntimeError(f"\"{name}\" not implemented for '{torch._kind(x)}'")


def _multiply(a, b, c, d):
    return a * c - b * d, a * d + b * c


def _divide(a, b, c, d):
    # Scaled by the divisor's larger part, so that squares neither overflow nor vanish.
    size = torch.maximum(torch.abs(c), torch.abs(d))
    a, b, c, d = a / size, b / size, c / size, d / size
    below = c * c + d * d
    return (a * c + b * d) / below, (b * c - a * d) / below


def _length(a, b):
    # Its derivative at 0 is 0.
    is_zero = (a == 0) & (b == 0)
    return torch.where(is_zero, 0.0, torch.hypot(torch.where(is_zero, 1.0, a), b)).to(a.dtype)


def _compare(name, x, y):
    if name not in ("eq", "ne"):
        _refuse(name + "_cpu", x if _is_complex(x) else y)
    a, b, c, d = _both(x, y)
    return (a == c) & (b == d) if name == "eq" else (a != c) | (b != d)


_functions_of = {"add": "add", "sub": "sub", "mul": "mul", "truediv": "div", "pow": "pow", "matmul": "matmul"}


def _operate(name, x, y):
    """`x op y` by the stem of the method, for operators where the real tensor stands first."""
    if name in ("eq", "ne", "lt", "le", "gt", "ge"):
        return _compare(name, x, y)
    if name in _functions_of:
        return globals()[_functions_of[name]](x, y)
    _refuse({"floordiv": "div_floor", "mod": "remainder"}.get(name, name) + "_cpu", x if _is_complex(x) else y)


def _operator(name, reflected=False):
    def method(self, other):
        if not (isinstance(other, _number) or torch.is_tensor(other)):
            return NotImplemented
        return _operate(name, other, self) if reflected else _operate(name, self, other)

    return method


def _in_place(name):
    def method(self, other):
        if not (isinstance(other, _number) or torch.is_tensor(other)):
            return NotImplemented
        return self._update(_operate(name, self, other))

    return method


class Tensor:
    """A tensor of complex numbers."""

    _isComplex = _isTensor = True
    _is_param = False

    def __init__(self, pair):
        self._pair = pair

    @property
    def __class__(self):
        return torch.nn.Parameter if self._is_param else torch.Tensor

    # The parts are views.
    @property
    def _re(self):
        return self._pair.select(-1, 0)

    @property
    def _im(self):
        return self._pair.select(-1, 1)

    @property
    def real(self):
        return self._re

    @real.setter
    def real(self, value):
        self._re.copy_(value)

    @property
    def imag(self):
        return self._im

    @imag.setter
    def imag(self, value):
        self._im.copy_(value)

    # Facts.
    @property
    def shape(self):
        return self._pair.shape[:-1]

    def size(self, dim=None):
        return self.shape if dim is None else self.shape[self._axis(dim)]

    @property
    def dtype(self):
        return _dtype_of(self._pair.dtype)

    @property
    def ndim(self):
        return self._pair.ndim - 1

    @property
    def device(self):
        return self._pair.device

    @property
    def is_cuda(self):
        return self._pair.is_cuda

    @property
    def itemsize(self):
        return 2 * self._pair.element_size()

    @property
    def nbytes(self):
        return self.itemsize * self.numel()

    def dim(self):
        return self.ndim

    def numel(self):
        return self._pair.numel() // 2

    nelement, ndimension = numel, dim

    def element_size(self):
        return self.itemsize

    def stride(self, dim=None):
        steps = tuple([step // 2 for step in self._pair.stride()[:-1]])
        return steps if dim is None else steps[self._axis(dim)]

    def storage_offset(self):
        return self._pair.storage_offset() // 2

    def data_ptr(self):
        return self._pair.data_ptr()

    def is_contiguous(self, memory_format=None):
        return self._pair.is_contiguous()

    def is_floating_point(self):
        return False

    def is_complex(self):
        return True

    def is_signed(self):
        return True

    def is_conj(self):
        return False

    def type(self, dtype=None):
        if dtype is not None:
            return self.to(dtype)
        return "torch.ComplexDoubleTensor" if self.dtype == complex128 else "torch.ComplexFloatTensor"

    def _axis(self, dim, more=0):
        n = _builtins.max(self.ndim + more, 1)
        if not -n <= dim < n:
            raise IndexError(f"Dimension out of range (expected to be in range of [{-n}, {n - 1}], but got {dim})")
        return dim % n

    # Gradients.
    @property
    def requires_grad(self):
        return self._pair.requires_grad

    @requires_grad.setter
    def requires_grad(self, on):
        self._pair.requires_grad = on

    def requires_grad_(self, requires_grad=True):
        self._pair.requires_grad_(requires_grad)
        return self

    @property
    def is_leaf(self):
        return self._pair.is_leaf

    @property
    def grad_fn(self):
        return self._pair.grad_fn

    @property
    def grad(self):
        return None if self._pair.grad is None else Tensor(self._pair.grad)

    @grad.setter
    def grad(self, gradient):
        self._pair.grad = None if gradient is None else gradient._pair

    def retain_grad(self):
        self._pair.retain_grad()

    def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
        if gradient is None:
            raise RuntimeError(f"grad can be implicitly created only for real scalar outputs but got {self.dtype}")
        given = _made(*_parts(gradient, self._pair.dtype, self.device))
        self._pair.backward(given._pair, retain_graph, create_graph, inputs)

    def register_hook(self, hook):
        def of_pair(gradient):
            given = hook(Tensor(gradient))
            return None if given is None else given._pair

        return self._pair.register_hook(of_pair)

    def detach(self):
        return Tensor(self._pair.detach())

    @property
    def data(self):
        return self.detach()

    # Elements.
    def __len__(self):
        if self.ndim == 0:
            raise TypeError("len() of a 0-d tensor")
        return self.shape[0]

    def __iter__(self):
        if self.ndim == 0:
            raise TypeError("iteration over a 0-d tensor")
        return iter(self.unbind(0))

    def _key(self, key):
        # The key of the pair: what stands behind `...` counts from the end.
        places = key if isinstance(key, tuple) else (key,)
        is_open = _builtins.any(place is Ellipsis for place in places)
        return places + (slice(None),) if is_open else key

    def __getitem__(self, key):
        if self.ndim == 0 and not (key is Ellipsis or key is None or key == ()):
            raise IndexError(
                "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert"
                " a 0-dim tensor to a number"
            )
        return Tensor(self._pair[self._key(key)])

    def __setitem__(self, key, value):
        re, im = _parts(_operand(value), self._pair.dtype, self.device)
        self._pair[self._key(key)] = torch.stack([re, im], -1)

    def __bool__(self):
        if self.numel() != 1:
            raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
        return self.item() != 0

    def __complex__(self):
        return self.item()

    def __float__(self):
        value = self.item()
        if value.imag != 0:
            raise RuntimeError("value cannot be converted to type double without overflow")
        return value.real

    def __int__(self):
        return int(float(self))

    def __hash__(self):
        return id(self)

    def item(self):
        """The only element, as a Python number."""
        if self.numel() != 1:
            raise RuntimeError(f"a Tensor with {self.numel()} elements cannot be converted to Scalar")
        return _complex(self._re.item(), self._im.item())

    def tolist(self):
        """The elements as nested lists."""
        return _zipped(self._re.tolist(), self._im.tolist())

    def numpy(self):
        """The elements as an array of NumPy's."""
        return _np.complex128._paired(self._re.numpy(), self._im.numpy())

    def _update(self, result):
        re, im = _parts(_operand(result), self._pair.dtype, self.device)
        self._pair._update(torch.stack([re, im], -1))
        return self

    def _adopt(self, result):
        self._pair._adopt(result._pair)
        return self

    def copy_(self, src, non_blocking=False):
        re, im = _parts(src, self._pair.dtype, self.device)
        self._pair.copy_(torch.stack([re, im], -1))
        return self

    def fill_(self, value):
        value = _complex(value)
        self._re.fill_(value.real)
        self._im.fill_(value.imag)
        return self

    def zero_(self):
        self._pair.zero_()
        return self

    # Operators.
    def __neg__(self):
        return Tensor(-self._pair)

    def __pos__(self):
        return self

    def __abs__(self):
        return _length(self._re, self._im)

    # Text.
    def __repr__(self):
        return "Parameter containing:\n" * self._is_param + _text(self)

    def __str__(self):
        return repr(self)

    def __format__(self, spec):
        return format(self.item(), spec) if self.ndim == 0 else repr(self)

    # Methods.
    def __getattr__(self, name):
        if name.startswith("__") or not hasattr(self._pair, name):
            raise AttributeError(f"'Tensor' object has no attribute '{name}'")
        if name in _methods:
            return lambda *args, **kwargs: _methods[name](self, *args, **kwargs)
        stem = name[:-1] if name.endswith("_") else name
        function = getattr(torch, stem) if stem in _by_elements else globals().get(stem)
        if function is None or name.startswith("_"):
            raise NotImplementedError(f"`{name}` of a tensor of complex numbers")
        if name.endswith("_"):
            return lambda *args, **kwargs: self._update(function(self, *args, **kwargs))
        return lambda *args, **kwargs: function(self, *args, **kwargs)

    def __deepcopy__(self, memo):
        made = self.detach().clone().requires_grad_(self.requires_grad)
        made._is_param = self._is_param
        return made

    def __array__(self, dtype=None):
        return self.numpy()


_define_operators(
    Tensor, (*_functions_of, "floordiv", "mod"), ("add", "sub", "mul", "truediv", "pow"), _operator, _in_place
)
# Functions of torch in Python that ask a tensor for nothing but what these have.
_by_elements = frozenset(
    (
        "flip fliplr flipud roll rot90 flatten unflatten ravel movedim moveaxis swapaxes swapdims narrow select"
        " tensor_split broadcast_to hsplit vsplit dsplit diagonal diag diag_embed diagflat trace gather"
        " take_along_dim index_select take masked_select nonzero argwhere count_nonzero diff kron tile"
        " repeat_interleave addcmul addcdiv addmm addmv baddbmm mv dot inner norm subtract multiply divide"
        " true_divide absolute negative arccos arcsin arctan arccosh arcsinh arctanh eq ne not_equal index_fill"
        " index_copy dist matrix_power is_nonzero is_same_size unsqueeze permute"
    ).split()
)


def _zipped(re, im):
    return [_zipped(*pair) for pair in zip(re, im)] if isinstance(re, list) else _complex(re, im)
