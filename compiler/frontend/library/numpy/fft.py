# SPDX-License-Identifier: Apache-2.0
# module: numpy.fft jax.numpy.fft
"""Discrete Fourier transforms.

A length is split into factors whose transforms are products with small matrices (Cooley and Tukey); a large prime
factor's transform becomes a convolution of a power of two (Bluestein). The other axes are carried along.
"""

import math as _math
import numpy as _numpy

_largest_matrix = 48


def _turns(numerators, denominator, part):
    # cos and sin of 2 pi k / n, exact at quarters: an eighth of the circle is computed, the rest are reflections of it.
    k = numerators % denominator
    quarter, rest = (4 * k) // denominator, (4 * k) % denominator
    is_far = 2 * rest > denominator
    near = _numpy.where(is_far, denominator - rest, rest)
    angle = near.astype(_numpy.float64) * (_math.pi / (2 * denominator))
    c, s = _numpy.cos(angle), _numpy.sin(angle)
    s = _numpy.where(2 * near == denominator, c, s)
    c, s = _numpy.where(is_far, s, c), _numpy.where(is_far, c, s)
    cosine = _numpy.where(quarter == 0, c, _numpy.where(quarter == 1, -s, _numpy.where(quarter == 2, -c, s)))
    sine = _numpy.where(quarter == 0, s, _numpy.where(quarter == 1, c, _numpy.where(quarter == 2, -s, -c)))
    return np.asarray(cosine + 0.0, dtype=part), np.asarray(sine + 0.0, dtype=part)


def _product(a, b):
    # Of complex numbers as pairs; no imaginary part is None.
    if a[1] is None:
        return a[0] * b[0], a[0] * b[1]
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def _matrix(n, sign, part):
    k = _numpy.arange(n)
    c, s = _turns(k[:, None] * k[None, :], n, part)
    return c, s * sign


def _factor(n):
    # The largest divisor that is small enough for a matrix; 1 where there is none.
    for a in range(min(_largest_matrix, n - 1), 1, -1):
        if n % a == 0:
            return a
    return 1


def _along_last(x, sign):
    # The transform of the last axis of a pair of arrays, not scaled.
    re, im = x
    n, part = re.shape[-1], re.dtype
    if n == 1:
        return re, np.zeros_like(re) if im is None else im
    if n <= _largest_matrix:
        c, s = _matrix(n, sign, part)
        if im is None:
            return _times(re, c), _times(re, s)
        return _times(re, c) - _times(im, s), _times(re, s) + _times(im, c)
    a = _factor(n)
    if a == 1:
        return _by_convolution(x, sign)
    b = n // a
    shape = re.shape[:-1]
    # Column by column first: x[b * i + j] for each j, then the rest of the turn, then row by row.
    columns = [None if p is None else np.swapaxes(p.reshape(shape + (a, b)), -1, -2) for p in (re, im)]
    columns = _along_last(columns, sign)
    c, s = _turns(_numpy.arange(b)[:, None] * _numpy.arange(a)[None, :], n, part)
    rows = [np.swapaxes(p, -1, -2) for p in _product(columns, (c, s * sign))]
    rows = _along_last(rows, sign)
    return tuple([np.swapaxes(p, -1, -2).reshape(shape + (n,)) for p in rows])


def _times(x, matrix):
    # A product of matrices, exact where few elements are; also without axes in front.
    return np.matmul(x.reshape(-1, x.shape[-1]), matrix).reshape(x.shape)


def _by_convolution(x, sign):
    # jk = (j * j + k * k - (k - j)**2) / 2 makes the transform a convolution with a chirp.
    n, part = x[0].shape[-1], x[0].dtype
    size = 1
    while size < 2 * n - 1:
        size *= 2
    k = _numpy.arange(n)
    c, s = _turns(k * k, 2 * n, part)
    chirp = c, s * sign
    turned = _product(x, chirp)
    widths = [(0, 0)] * (x[0].ndim - 1) + [(0, size - n)]
    ahead = _along_last([np.pad(p, widths) for p in turned], -1)
    gap = np.zeros((size - 2 * n + 1,), part)
    filter = [np.concatenate([p, gap, p[1:][::-1]]) for p in (chirp[0], -chirp[1])]
    product = _product(ahead, _along_last(filter, -1))
    back = _along_last(product, 1)
    return _product([p[..., :n] * (1.0 / size) for p in back], chirp)


def _pair(a):
    # An array's parts as floats; None for no imaginary part.
    a = np.asarray(a)
    if hasattr(a, "_isComplex"):
        return a.real, a.imag
    if a.dtype.kind != "f" or a.dtype.itemsize < 4:
        a = a.astype(np.float32 if a.dtype.kind == "f" else float)
    return a, None


def _joined(x):
    return np.complex128._paired(x[0], x[1])


def _resized(x, n, axis):
    # Cut, or filled with zeros.
    have = x.shape[axis]
    if n < have:
        return np.moveaxis(np.moveaxis(x, axis, 0)[:n], 0, axis)
    if n == have:
        return x
    return np.pad(x, [(0, n - have if k == axis else 0) for k in range(x.ndim)])


def _scale(n, norm, inverse):
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f'Invalid norm value {norm}; should be "backward", "ortho" or "forward".')
    if norm == "ortho":
        return 1.0 / _math.sqrt(n)
    return 1.0 / n if (norm == "forward") != inverse else 1.0


def _axis_of(x, axis):
    if not -x.ndim <= axis < x.ndim:
        raise IndexError(f"axis {axis} is out of bounds for array of dimension {x.ndim}")
    return axis % x.ndim


def _transform(x, n, axis, norm, inverse):
    axis = _axis_of(x[0], axis)
    n = x[0].shape[axis] if n is None else n
    if n < 1:
        raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
    parts = [None if p is None else np.swapaxes(_resized(p, n, axis), axis, -1) for p in x]
    parts = _along_last(parts, 1 if inverse else -1)
    scale = _scale(n, norm, inverse)
    return [np.swapaxes(p if scale == 1 else p * scale, axis, -1) for p in parts]


def fft(a, n=None, axis=-1, norm=None, out=None):
    """The transform along an axis."""
    return _given(_joined(_transform(_pair(a), n, axis, norm, False)), out)


def ifft(a, n=None, axis=-1, norm=None, out=None):
    """The inverse transform along an axis."""
    return _given(_joined(_transform(_pair(a), n, axis, norm, True)), out)


def _given(result, out):
    if out is None:
        return result
    out[...] = result
    return out


def _first(x, n, axis):
    return np.moveaxis(np.moveaxis(x, axis, 0)[:n], 0, axis)


def rfft(a, n=None, axis=-1, norm=None, out=None):
    """The half of a real array's transform that says all."""
    x = _pair(a)
    if x[1] is not None:
        raise TypeError(
            "ufunc 'rfft_n_even' did not contain a loop with signature matching types"
            f" <class 'numpy.dtypes.{a.dtype.name.capitalize()}DType'> -> None"
        )
    axis = _axis_of(x[0], axis)
    n = x[0].shape[axis] if n is None else n
    parts = _transform(x, n, axis, norm, False)
    return _given(_joined([_first(p, n // 2 + 1, axis) for p in parts]), out)


def _whole(x, n, axis):
    # Of the half of a real array's transform, the other half too.
    half = n // 2 + 1
    re = _resized(x[0], half, axis)
    im = np.zeros_like(re) if x[1] is None else _resized(x[1], half, axis)
    re, im = np.moveaxis(re, axis, 0), np.moveaxis(im, axis, 0)
    mirrored = slice(1, n - half + 1)
    # The imaginary parts of what is its own mirror image say nothing.
    im = (
        np.concatenate([np.zeros_like(im[:1]), im[1 : n - half + 1], np.zeros_like(im[n - half + 1 :])])
        if n > 1
        else im * 0
    )
    re = np.concatenate([re, re[mirrored][::-1]])
    im = np.concatenate([im, -im[mirrored][::-1]])
    return np.moveaxis(re, 0, axis), np.moveaxis(im, 0, axis)


def irfft(a, n=None, axis=-1, norm=None, out=None):
    """The inverse of `rfft`, of `n` elements."""
    x = _pair(a)
    axis = _axis_of(x[0], axis)
    n = 2 * (x[0].shape[axis] - 1) if n is None else n
    if n < 1:
        raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
    return _given(_transform(_whole(x, n, axis), n, axis, norm, True)[0], out)


_swapped = {None: "forward", "backward": "forward", "ortho": "ortho", "forward": "backward"}


def hfft(a, n=None, axis=-1, norm=None, out=None):
    """The transform of an array that is its own conjugate mirrored: real."""
    a = np.asarray(a)
    n = (a.shape[axis] - 1) * 2 if n is None else n
    return irfft(np.conj(a), n, axis, norm=_swapped.get(norm, norm), out=out)


def ihfft(a, n=None, axis=-1, norm=None, out=None):
    """The inverse of `hfft`."""
    return np.conj(rfft(a, n, axis, norm=_swapped.get(norm, norm), out=out))


def _sizes(x, s, axes):
    # Pairs of an axis and its length.
    if axes is None:
        axes = list(range(x.ndim)) if s is None else list(range(-len(s), 0))
    if s is None:
        s = [x.shape[axis] for axis in axes]
    if len(s) != len(axes):
        raise ValueError("Shape and axes have different lengths.")
    return list(zip(axes, [x.shape[axis] if n == -1 else n for axis, n in zip(axes, s)]))


def _over_axes(a, s, axes, norm, inverse):
    x = _pair(a)
    for axis, n in reversed(_sizes(x[0], s, axes)):
        x = _transform(x, n, axis, norm, inverse)
    return _joined(x) if x[1] is not None else np.asarray(a).astype(complex)


def fftn(a, s=None, axes=None, norm=None, out=None):
    """The transform along several axes."""
    return _given(_over_axes(a, s, axes, norm, False), out)


def ifftn(a, s=None, axes=None, norm=None, out=None):
    """The inverse transform along several axes."""
    return _given(_over_axes(a, s, axes, norm, True), out)


def fft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """The transform along two axes."""
    return fftn(a, s, axes, norm, out)


def ifft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """The inverse transform along two axes."""
    return ifftn(a, s, axes, norm, out)


def rfftn(a, s=None, axes=None, norm=None, out=None):
    """`rfft` along the last of several axes, `fft` along the others."""
    sizes = _sizes(np.asarray(a), s, axes)
    result = rfft(a, sizes[-1][1], sizes[-1][0], norm)
    for axis, n in reversed(sizes[:-1]):
        result = fft(result, n, axis, norm)
    return _given(result, out)


def irfftn(a, s=None, axes=None, norm=None, out=None):
    """The inverse of `rfftn`."""
    a = np.asarray(a)
    sizes = _sizes(a, s, axes)
    if s is None:
        sizes[-1] = sizes[-1][0], 2 * (a.shape[sizes[-1][0]] - 1)
    for axis, n in sizes[:-1]:
        a = ifft(a, n, axis, norm)
    return irfft(a, sizes[-1][1], sizes[-1][0], norm, out)


def rfft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """`rfftn` along two axes."""
    return rfftn(a, s, axes, norm, out)


def irfft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    """The inverse of `rfft2`."""
    return irfftn(a, s, axes, norm, out)


def fftfreq(n, d=1.0, device=None, dtype=None):
    """The frequencies of a transform's elements."""
    half = (n - 1) // 2 + 1
    k = np.concatenate([np.arange(half), np.arange(-(n // 2), 0)])
    result = k * (1.0 / (n * d)) if not _JAX else k / (n * d)
    return result if dtype is None else result.astype(dtype)


def rfftfreq(n, d=1.0, device=None, dtype=None):
    """The frequencies of a real transform's elements."""
    k = np.arange(n // 2 + 1)
    result = k * (1.0 / (n * d)) if not _JAX else k / (n * d)
    return result if dtype is None else result.astype(dtype)


def _shift(x, axes, sign):
    x = np.asarray(x)
    axes = tuple(range(x.ndim)) if axes is None else (axes,) if isinstance(axes, int) else tuple(axes)
    return np.roll(x, [sign * (x.shape[axis] // 2) for axis in axes], axes)


def fftshift(x, axes=None):
    """Moves frequency 0 to the middle."""
    return _shift(x, axes, 1)


def ifftshift(x, axes=None):
    """Moves frequency 0 from the middle back."""
    return _shift(x, axes, -1)
