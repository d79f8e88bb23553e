# SPDX-License-Identifier: Apache-2.0
"""Runs the normalization against its formula."""
import torch

import fastnorm
from fastnorm.utils import device


def reference(x, w, eps=1e-6):
    r = torch.rsqrt((x.float() * x.float()).mean(dim=-1, keepdim=True) + eps)
    return (x.float() * r * w.float()).to(x.dtype)


def main():
    torch.manual_seed(0)
    print(fastnorm.__version__, fastnorm.supported_dtypes(), fastnorm.HAS_FLASH)
    for name in fastnorm.supported_dtypes():
        dtype = device.dtype_of(name)
        x = torch.randn(8, 300, device="cuda", dtype=dtype)
        w = torch.randn(300, device="cuda", dtype=dtype)
        y = fastnorm.rms_norm(x, w)
        torch.testing.assert_close(y, reference(x, w), atol=2e-2, rtol=2e-2)
    x = torch.randn(4, 100, device="cuda", requires_grad=True)
    w = torch.ones(100, device="cuda", requires_grad=True)
    fastnorm.rms_norm(x, w).backward(torch.ones(4, 100, device="cuda"))
    assert x.grad.shape == x.shape and w.grad.shape == w.shape
    print("ok")


if __name__ == "__main__":
    main()
