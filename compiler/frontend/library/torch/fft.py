# SPDX-License-Identifier: Apache-2.0
# module: torch.fft
"""Discrete Fourier transforms: NumPy's (numpy/fft.py), whose operations are recorded with their gradients."""

import numpy as np
import torch


def _array(x):
    if not torch.is_tensor(x):
        raise TypeError(f"argument 'input' (position 1) must be Tensor, not {type(x).__name__}")
    if x.dtype in (torch.float16, torch.bfloat16):
        raise RuntimeError(f"Unsupported dtype {torch._kind(x)}")
    if not (x.is_floating_point() or x.is_complex()):
        x = x.to(torch.float32)
    return x.cpu().numpy()


def _given(array, x, out=None):
    result = torch.from_numpy(array).to(x.device)
    return result if out is None else out._adopt(result)


def _check(x, dims):
    dims = () if dims is None else (dims,) if isinstance(dims, int) else tuple(dims)
    for dim in dims:
        torch._axis(x, dim)
    if len({dim % max(x.ndim, 1) for dim in dims}) < len(dims):
        raise RuntimeError("FFT dims must be unique")


def _check_real(name, x):
    if x.is_complex():
        raise RuntimeError(f"{name} expects a real input tensor, but got {torch._kind(x)}")


def _check_norm(norm):
    if norm not in (None, "backward", "ortho", "forward"):
        raise RuntimeError(f'Invalid normalization mode: "{norm}"')


def _along_one(function, input, n, dim, norm, out):
    _check(input, dim)
    _check_norm(norm)
    try:
        return _given(function(_array(input), n, dim, norm), input, out)
    except ValueError:
        raise RuntimeError(f"Invalid number of data points ({n}) specified") from None


def fft(input, n=None, dim=-1, norm=None, *, out=None):
    """The transform along an axis."""
    return _along_one(np.fft.fft, input, n, dim, norm, out)


def ifft(input, n=None, dim=-1, norm=None, *, out=None):
    """The inverse transform along an axis."""
    return _along_one(np.fft.ifft, input, n, dim, norm, out)


def rfft(input, n=None, dim=-1, norm=None, *, out=None):
    """The half of a real tensor's transform that says all."""
    _check_real("rfft", input)
    return _along_one(np.fft.rfft, input, n, dim, norm, out)


def irfft(input, n=None, dim=-1, norm=None, *, out=None):
    """The inverse of `rfft`, of `n` elements."""
    return _along_one(np.fft.irfft, input, n, dim, norm, out)


def hfft(input, n=None, dim=-1, norm=None, *, out=None):
    """The transform of a tensor that is its own conjugate mirrored: real."""
    return _along_one(np.fft.hfft, input, n, dim, norm, out)


def ihfft(input, n=None, dim=-1, norm=None, *, out=None):
    """The inverse of `hfft`."""
    _check_real("ihfft", input)
    return _along_one(np.fft.ihfft, input, n, dim, norm, out)


def _along_several(function, input, s, dim, norm, out):
    _check(input, dim)
    _check_norm(norm)
    s = (s,) if isinstance(s, int) else None if s is None else tuple(s)
    dim = (dim,) if isinstance(dim, int) else None if dim is None else tuple(dim)
    if s is not None and dim is not None and len(s) != len(dim):
        raise RuntimeError("When given, dim and shape arguments must have the same length")
    if s is not None and len(s) > input.ndim:
        raise RuntimeError(f"Got shape with {len(s)} values but input tensor only has {input.ndim} dimensions.")
    return _given(function(_array(input), s, dim, norm), input, out)


def fftn(input, s=None, dim=None, norm=None, *, out=None):
    """The transform along several axes."""
    return _along_several(np.fft.fftn, input, s, dim, norm, out)


def ifftn(input, s=None, dim=None, norm=None, *, out=None):
    """The inverse transform along several axes."""
    return _along_several(np.fft.ifftn, input, s, dim, norm, out)


def rfftn(input, s=None, dim=None, norm=None, *, out=None):
    """`rfft` along the last of several axes, `fft` along the others."""
    _check_real("rfftn", input)
    return _along_several(np.fft.rfftn, input, s, dim, norm, out)


def irfftn(input, s=None, dim=None, norm=None, *, out=None):
    """The inverse of `rfftn`."""
    return _along_several(np.fft.irfftn, input, s, dim, norm, out)


def fft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    """The transform along two axes."""
    return fftn(input, s, dim, norm, out=out)


def ifft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    """The inverse transform along two axes."""
    return ifftn(input, s, dim, norm, out=out)


def rfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    """`rfftn` along two axes."""
    return rfftn(input, s, dim, norm, out=out)


def irfft2(input, s=None, dim=(-2, -1), norm=None, *, out=None):
    """The inverse of `rfft2`."""
    return irfftn(input, s, dim, norm, out=out)


def fftfreq(n, d=1.0, *, dtype=None, device=None, requires_grad=False):
    """The frequencies of a transform's elements."""
    result = torch.from_numpy(np.fft.fftfreq(n, d)).to(device or "cpu", dtype or torch.float32)
    return result.requires_grad_() if requires_grad else result


def rfftfreq(n, d=1.0, *, dtype=None, device=None, requires_grad=False):
    """The frequencies of a real transform's elements."""
    result = torch.from_numpy(np.fft.rfftfreq(n, d)).to(device or "cpu", dtype or torch.float32)
    return result.requires_grad_() if requires_grad else result


def _shifted(input, dim, sign):
    dims = tuple(range(input.ndim)) if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    return torch.roll(input, [sign * (input.shape[k] // 2) for k in dims], dims)


def fftshift(input, dim=None):
    """Moves frequency 0 to the middle."""
    return _shifted(input, dim, 1)


def ifftshift(input, dim=None):
    """Moves frequency 0 from the middle back."""
    return _shifted(input, dim, -1)
