# SPDX-License-Identifier: Apache-2.0
# class: torch.Tensor
"""More methods of tensors: views, in-place forms of functions, and what torch tells of a tensor."""


def _in_place(name):
    def update(self, *args, **kwargs):
        return self._update(getattr(torch, name)(self, *args, **kwargs))

    update.__name__ = name + "_"
    return update


(
    absolute_,
    acos_,
    arccos_,
    addbmm_,
    addmv_,
    addr_,
    asin_,
    arcsin_,
    atan_,
    arctan_,
    atan2_,
    arctan2_,
    baddbmm_,
    bitwise_and_,
    bitwise_or_,
    bitwise_xor_,
    bitwise_left_shift_,
    bitwise_right_shift_,
    copysign_,
    cos_,
    cosh_,
    acosh_,
    arccosh_,
    cumprod_,
    deg2rad_,
    digamma_,
    divide_,
    eq_,
    erf_,
    erfc_,
    erfinv_,
    expm1_,
    exp2_,
    fix_,
    float_power_,
    floor_divide_,
    frac_,
    gcd_,
    ge_,
    greater_equal_,
    gt_,
    greater_,
    heaviside_,
    hypot_,
    i0_,
    index_reduce_,
    lcm_,
    ldexp_,
    le_,
    less_equal_,
    lgamma_,
    log10_,
    log1p_,
    log2_,
    logical_and_,
    logical_or_,
    logical_xor_,
    logit_,
    lt_,
    less_,
    multiply_,
    mvlgamma_,
    nan_to_num_,
    ne_,
    not_equal_,
    negative_,
    nextafter_,
    polygamma_,
    rad2deg_,
    renorm_,
    sign_,
    sgn_,
    sin_,
    sinc_,
    sinh_,
    asinh_,
    arcsinh_,
    subtract_,
    tan_,
    atanh_,
    arctanh_,
    true_divide_,
    xlogy_,
) = [
    _in_place(name)
    for name in (
        "absolute acos arccos addbmm addmv addr asin arcsin atan arctan atan2 arctan2 baddbmm bitwise_and "
        "bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift copysign cos cosh acosh arccosh "
        "cumprod deg2rad digamma divide eq erf erfc erfinv expm1 exp2 fix float_power floor_divide frac gcd "
        "ge greater_equal gt greater heaviside hypot i0 index_reduce lcm ldexp le less_equal lgamma log10 "
        "log1p log2 logical_and logical_or logical_xor logit lt less multiply mvlgamma nan_to_num ne "
        "not_equal negative nextafter polygamma rad2deg renorm sign sgn sin sinc sinh asinh arcsinh subtract "
        "tan atanh arctanh true_divide xlogy "
    ).split()
]


@property
def mT(self):
    """The last two axes exchanged."""
    if self.ndim == 1:
        raise RuntimeError("tensor.mT is only supported on matrices or batches of matrices. Got 1-D tensor.")
    return self.transpose(-2, -1) if self.ndim else self


@property
def mH(self):
    """The last two axes exchanged: the tensor is real."""
    if self.ndim == 1:
        raise RuntimeError("tensor.mH is only supported on matrices or batches of matrices. Got 1-D tensor.")
    return self.mT


@property
def H(self):
    """A matrix transposed: the tensor is real."""
    if self.ndim not in (0, 2):
        raise RuntimeError(f"tensor.H is only supported on matrices (2-D tensors). Got {self.ndim}-D tensor.")
    return self.transpose(0, 1) if self.ndim else self


@property
def real(self):
    """The tensor itself, which is real."""
    return self


@property
def nbytes(self):
    """Bytes of the elements."""
    return self.numel() * self.element_size()


@property
def itemsize(self):
    """Bytes of an element."""
    return self.element_size()


@property
def layout(self):
    """How elements are kept: dense."""
    return torch.strided


@property
def names(self):
    """The names of the axes; there are none."""
    return (None,) * self.ndim


@property
def is_sparse(self):
    """Whether the tensor is sparse; none is."""
    return False


is_sparse_csr = is_quantized = is_meta = is_mkldnn = is_mps = is_xpu = is_nested = is_sparse


@property
def is_cpu(self):
    """Whether the tensor is on the CPU."""
    return not self.is_cuda


@property
def output_nr(self):
    """Which output of its function the tensor is."""
    return 0


def is_signed(self):
    return self.dtype not in (torch.bool, torch.uint8, torch.uint16, torch.uint32, torch.uint64)


def is_inference(self):
    return False


def is_conj(self):
    return False


def is_neg(self):
    return False


def is_set_to(self, tensor):
    return self.data_ptr() == tensor.data_ptr() and self.shape == tensor.shape and self.stride() == tensor.stride()


def type(self, dtype=None, non_blocking=False):
    """The tensor's kind as text, or the tensor converted to a dtype or a kind."""
    if dtype is None:
        return ("torch.cuda." if self.is_cuda else "torch.") + torch._kinds[self.dtype] + "Tensor"
    if isinstance(dtype, str):
        on_gpu = dtype.startswith("torch.cuda.")
        kind = dtype.split(".")[-1].removesuffix("Tensor")
        types = [type for type, name in torch._kinds.items() if name == kind]
        if not types:
            raise ValueError(f"invalid type: '{dtype}'")
        return self.to("cuda" if on_gpu else "cpu", types[0])
    return self.to(getattr(dtype, "dtype", dtype))


def unfold(self, dimension, size, step):
    """A view: windows of `size` elements along an axis, as the last axis."""
    axis = torch._axis(self, dimension)
    extent = self.shape[axis] if self.ndim else 1
    if size > extent:
        raise RuntimeError(f"maximum size for tensor at dimension {axis} is {extent} but size is {size}")
    if step <= 0:
        raise RuntimeError(f"step is {step} but must be > 0")
    if self.ndim == 0:
        return self.as_strided((size,), (1,))
    shape, strides = list(self.shape), list(self.stride())
    shape[axis], strides[axis] = (extent - size) // step + 1, strides[axis] * step
    return self.as_strided(shape + [size], strides + [self.stride(axis)], self.storage_offset())


def where(self, condition, other):
    return torch.where(condition, self, other)


def split_with_sizes(self, split_sizes, dim=0):
    return self.split(split_sizes, dim)


def sum_to_size(self, *size):
    size = torch._sizes_given("sum_to_size", size)
    own = self.shape[self.ndim - len(size) :] if len(size) <= self.ndim else None
    if own is None or any(n not in (1, m) for n, m in zip(size, own)):
        raise RuntimeError(f"size {{{list(size)}}} is not expandable to size {{{list(self.shape)}}}.")
    if not size:
        return self.sum()
    x = self.sum(tuple(range(self.ndim - len(size)))) if self.ndim > len(size) else self
    axes = tuple(k for k, n in enumerate(size) if n == 1 and x.shape[k] != 1)
    return x.sum(axes, keepdim=True) if axes else x


def new_empty_strided(self, size, stride, dtype=None, device=None):
    return torch.empty_strided(size, stride, dtype=dtype or self.dtype, device=device or self.device)


def fill_diagonal_(self, fill_value, wrap=False):
    if wrap:
        raise NotImplementedError("`wrap` of `fill_diagonal_`")
    if self.ndim < 2:
        raise RuntimeError("dimensions must larger than 1")
    if self.ndim > 2 and len(set(self.shape)) > 1:
        raise RuntimeError("all dimensions of input must be of equal length")
    n = min(self.shape)
    places = torch.arange(n, device=self.device)
    self[(places,) * self.ndim] = fill_value
    return self


def put_(self, index, source, accumulate=False):
    flat = self.reshape(-1).clone()
    flat._put(index.reshape(-1), source.reshape(-1), "add" if accumulate else "set")
    return self.copy_(flat.reshape(self.shape))


def index_reduce_(self, dim, index, source, reduce, *, include_self=True):
    return self.copy_(torch.index_reduce(self, dim, index, source, reduce, include_self=include_self))


def geometric_(self, p):
    drawn = torch.rand(tuple(self.shape), device=self.device)
    return self.copy_(torch.ceil(torch.log1p(-drawn) / torch.log1p(torch.tensor(-p, device=self.device))))


def log_normal_(self, mean=1.0, std=2.0):
    return self.copy_(torch.exp(torch.randn(tuple(self.shape), device=self.device) * std + mean))


def cauchy_(self, median=0.0, sigma=1.0):
    drawn = torch.rand(tuple(self.shape), device=self.device)
    return self.copy_(median + sigma * torch.tan(torch.pi * (drawn - 0.5)))


def detach_(self):
    self.requires_grad = False
    return self


def to_dense(self):
    return self


def dense_dim(self):
    return self.ndim


def dim_order(self):
    order = sorted(range(self.ndim), key=lambda axis: -self.stride(axis))
    return tuple(order)


def resize_(self, *sizes, memory_format=None):
    sizes = torch._sizes_given("resize_", sizes)
    if memory_format not in (None, torch.contiguous_format, torch.preserve_format):
        raise NotImplementedError("`memory_format` of `Tensor.resize_`")
    n, steps = 1, []
    for size in reversed(sizes):
        if size < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {size}: {list(sizes)}")
        steps.insert(0, n if size else 1)
        n *= max(size, 1)
    n = 0 if 0 in sizes else n
    if self.requires_grad:
        raise RuntimeError("cannot resize variables that require grad")
    first = self.storage_offset()
    if n:
        self._grow((first + n) * self.element_size())
    return self._become(self.as_strided(sizes, steps, first))


def resize_as_(self, the_template, memory_format=None):
    return self.resize_(the_template.shape, memory_format=memory_format)


def as_strided_(self, size, stride, storage_offset=None):
    return self._become(self.as_strided(size, stride, storage_offset))


def set_(self, *args):
    raise NotImplementedError("`Tensor.set_`: use a view, or `copy_`")


# Views in place: the tensor's own sizes and strides change, its memory does not.
def t_(self):
    return self._become(self.t())


def transpose_(self, dim0, dim1):
    return self._become(self.transpose(dim0, dim1))


swapaxes_ = swapdims_ = transpose_


def squeeze_(self, dim=None):
    return self._become(self.squeeze() if dim is None else self.squeeze(dim))


def unsqueeze_(self, dim):
    return self._become(self.unsqueeze(dim))


def untyped_storage(self):
    return torch._Storage(self)


storage = untyped_storage
