# SPDX-License-Identifier: Apache-2.0
# class: torch.Tensor
"""Methods of tensors: the tensor is the first argument. None makes a view unless it says so."""

import builtins
import copy as _copy
import numpy as np
import torch


def _array(x):
    return x.cpu().numpy()  # with its gradient


def __reduce__(self):
    """What pickle needs to make the tensor anew."""
    return torch.nn.parameter._reduced(self)


def __reduce_ex__(self, protocol):
    """What pickle needs to make the tensor anew."""
    return torch.nn.parameter._reduced(self)


def __deepcopy__(self, memo):
    if not self.is_leaf:
        raise RuntimeError(
            "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment"
        )
    kind = builtins.type(self)  # `type` is a method here
    if kind is not torch.nn.Parameter and issubclass(kind, torch.nn.Parameter):
        return kind(self.data.clone(), self.requires_grad)
    made = self.detach().clone().requires_grad_(self.requires_grad)
    if kind is torch.nn.Parameter:
        made._is_param = True
    else:
        if kind is not torch.Tensor:
            made = made.as_subclass(kind)
        for name, value in self.__dict__.items():
            setattr(made, name, _copy.deepcopy(value, memo))
    if self.grad is not None and kind is not torch.nn.Parameter:
        made.grad = self.grad.__deepcopy__(memo)
    return made


def view_as(self, other):
    return self.view(other.shape)


def reshape_as(self, other):
    return self.reshape(other.shape)


def expand_as(self, other):
    return self.expand(other.shape)


def type_as(self, other):
    return self.to(other)


def short(self):
    return self.to(torch.int16)


def char(self):
    return self.to(torch.int8)


def byte(self):
    return self.to(torch.uint8)


def cfloat(self):
    return self.to(torch.complex64)


def cdouble(self):
    return self.to(torch.complex128)


def repeat(self, *sizes):
    sizes = torch._sizes_given("repeat", sizes)
    if len(sizes) < self.ndim:
        raise RuntimeError("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
    return torch.from_numpy(np.tile(_array(self), sizes)).to(self.device)


def flip(self, *dims):
    return torch.flip(self, torch._sizes_given("flip", dims))


def tile(self, *dims):
    return torch.tile(self, torch._sizes_given("tile", dims))


def ndimension(self):
    return self.ndim


def get_device(self):
    return 0 if self.is_cuda else -1


def storage_offset(self):
    return (self.data_ptr() & ((1 << 40) - 1)) // self.element_size()


def is_pinned(self):
    return False


def pin_memory(self):
    return self


def is_complex(self):
    return False


def is_shared(self):
    return False


def new_full(self, size, fill_value, dtype=None, device=None):
    return torch.full(size, fill_value, dtype=dtype or self.dtype, device=device or self.device)


def new_tensor(self, data, dtype=None, device=None):
    return torch.tensor(data, dtype=dtype or self.dtype, device=device or self.device)


def masked_fill_(self, mask, value):
    return self._update(self.masked_fill(mask, value))


def clamp_(self, min=None, max=None):
    return self._update(torch.clamp(self, min, max))


def clamp_min_(self, min):
    return self._update(torch.clamp(self, min=min))


def clamp_max_(self, max):
    return self._update(torch.clamp(self, max=max))


def clip_(self, min=None, max=None):
    return self._update(torch.clamp(self, min, max))


def exp_(self):
    return self._update(torch.exp(self))


def log_(self):
    return self._update(torch.log(self))


def sqrt_(self):
    return self._update(torch.sqrt(self))


def rsqrt_(self):
    return self._update(torch.rsqrt(self))


def abs_(self):
    return self._update(torch.abs(self))


def neg_(self):
    return self._update(-self)


def relu_(self):
    return self._update(torch.relu(self))


def sigmoid_(self):
    return self._update(torch.sigmoid(self))


def tanh_(self):
    return self._update(torch.tanh(self))


def floor_(self):
    return self._update(torch.floor(self))


def ceil_(self):
    return self._update(torch.ceil(self))


def round_(self):
    return self._update(torch.round(self))


def trunc_(self):
    return self._update(torch.trunc(self))


def reciprocal_(self):
    return self._update(torch.reciprocal(self))


def square_(self):
    return self._update(self * self)


def pow_(self, exponent):
    return self._update(self**exponent)


def remainder_(self, other):
    return self._update(self % other)


def fmod_(self, other):
    return self._update(torch.fmod(self, other))


def logical_not_(self):
    return self._update(self == 0)


def bitwise_not_(self):
    return self._update(~self)


def addcmul_(self, tensor1, tensor2, *, value=1):
    return self._update(torch.addcmul(self, tensor1, tensor2, value=value))


def addcdiv_(self, tensor1, tensor2, *, value=1):
    return self._update(torch.addcdiv(self, tensor1, tensor2, value=value))


def lerp_(self, end, weight):
    return self._update(torch.lerp(self, end, weight))


def addmm_(self, mat1, mat2, *, beta=1, alpha=1):
    return self._update(torch.addmm(self, mat1, mat2, beta=beta, alpha=alpha))


def cumsum_(self, dim):
    return self._update(torch.cumsum(self, dim))


def tril_(self, diagonal=0):
    return self._update(self.tril(diagonal))


def triu_(self, diagonal=0):
    return self._update(self.triu(diagonal))


def random_(self, low=0, high=None):
    if high is None:
        low, high = (0, low) if low else (0, 1 << 23)
    return self.copy_(torch.randint(low, high, tuple(self.shape), device=self.device).to(self.dtype))


def bernoulli_(self, p=0.5):
    return self.copy_((torch.rand(tuple(self.shape), device=self.device) < p).to(self.dtype))


def exponential_(self, lambd=1.0):
    return self.copy_(-torch.log1p(-torch.rand(tuple(self.shape), device=self.device)).to(self.dtype) / lambd)


def _grid(self, dim, index):
    dim = torch._axis(self, dim)
    places = []
    for axis in range(self.ndim):
        shape = [1] * self.ndim
        shape[axis] = -1
        places.append(
            index
            if axis == dim
            else torch.arange(index.shape[axis], device=self.device).reshape(shape).expand(index.shape)
        )
    return tuple(places)


def _fit(self, index, src):
    if torch.is_tensor(src):
        return src[tuple(slice(0, s) for s in index.shape)]
    value = src if index.numel() else 0  # what is written nowhere may be no number of the dtype
    return torch.full(tuple(index.shape), value, dtype=self.dtype, device=self.device)


def _write(self, key, values, kind):
    # As `_put`. A sum of booleans is true where one of them is.
    if kind == "add" and self.dtype == torch.bool:
        bits = self.to(torch.uint8)
        bits._put(key, values.to(torch.uint8), "max")
        return self.copy_(bits.to(torch.bool))
    return self._put(key, values, kind)


def _write_grid(self, dim, index, src, kind):
    if self.ndim == 0:
        torch._axis(self, dim)
        src = src.reshape(-1) if torch.is_tensor(src) else src
        _write_grid(self.view(1), 0, index.reshape(-1), src, kind)
        return self
    return _write(self, _grid(self, dim, index), _fit(self, index, src), kind)


def _write_along(self, dim, index, source, kind):
    axis = torch._axis(self, dim)
    if self.ndim == 0:
        source = source.reshape(-1) if source.numel() == 1 else source
        _write(self.view(1), (index.reshape(-1),), source, kind)
        return self
    return _write(self, (slice(None),) * axis + (index,), source, kind)


def scatter_(self, dim, index, src=None, *, value=None, reduce=None):
    kinds = {None: "set", "add": "add"}
    if reduce not in kinds:
        raise NotImplementedError(f"`reduce={reduce!r}` of `scatter_` is not supported yet")
    return _write_grid(self, dim, index, value if src is None else src, kinds[reduce])


def scatter_add_(self, dim, index, src):
    return _write_grid(self, dim, index, src, "add")


def scatter_reduce_(self, dim, index, src, reduce, *, include_self=True):
    kinds = {"sum": "add", "amax": "max", "amin": "min"}
    if reduce not in kinds or not include_self:
        raise NotImplementedError(
            f"`scatter_reduce_` with reduce={reduce!r}, include_self={include_self} is not supported yet"
        )
    return _write_grid(self, dim, index, src, kinds[reduce])


def scatter_reduce(self, dim, index, src, reduce, *, include_self=True):
    return self.clone().scatter_reduce_(dim, index, src, reduce, include_self=include_self)


def index_add_(self, dim, index, source, *, alpha=1):
    return _write_along(self, dim, index, source * alpha if alpha != 1 else source, "add")


def index_copy_(self, dim, index, source):
    return _write_along(self, dim, index, source, "set")


def index_fill_(self, dim, index, value):
    return _write_along(self, dim, index, torch.full((), value, dtype=self.dtype, device=self.device), "set")


def index_put_(self, indices, values, accumulate=False):
    return _write(self, tuple(indices), values, "add" if accumulate else "set")


def index_put(self, indices, values, accumulate=False):
    return self.clone().index_put_(indices, values, accumulate)


def masked_scatter_(self, mask, source):
    return self._update(torch.masked_scatter(self, mask, source))


def register_hook(self, hook):
    """A function that sees the gradient when it is complete, and may give another."""
    return torch.utils.hooks.RemovableHandle(self._hooks(), hook)


def register_post_accumulate_grad_hook(self, hook):
    """A function that is called with a leaf when its `.grad` has changed."""
    return torch.utils.hooks.RemovableHandle(self._accumulated(), hook)


def share_memory_(self):
    return self


def record_stream(self, stream):
    return None


def new(self, *size):
    return torch.empty(*(size or (0,)), dtype=self.dtype, device=self.device)


def map_(self, tensor, function):
    raise NotImplementedError("`Tensor.map_` is not supported yet")


def apply_(self, function):
    raise NotImplementedError("`Tensor.apply_` is not supported yet")
