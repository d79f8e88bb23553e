# SPDX-License-Identifier: Apache-2.0
# module: jax._src.test_util
"""Blocks of JAX's `test_util`."""

import os
import jax.numpy as jnp
from contextlib import contextmanager, _begin_capture, _read_capture, _end_capture
from jax._src.test_util import is_cuda_compute_capability_at_least, is_cuda_compute_capability_equal

default_gradient_tolerance = {
    jnp.dtype(jnp.bfloat16): 1e-1,
    jnp.dtype(jnp.float16): 1e-2,
    jnp.dtype(jnp.float32): 2e-3,
    jnp.dtype(jnp.float64): 1e-5,
}


class CudaArchSpecificTest:
    def skip_unless_sm90a(self):
        if not is_cuda_compute_capability_equal("9.0"):
            self.skipTest("Only works on GPU with capability sm90a")

    def skip_unless_sm100a(self):
        if not is_cuda_compute_capability_equal("10.0"):
            self.skipTest("Only works on GPU with capability sm100a")

    def skip_unless_tcgen05(self):
        if not is_cuda_compute_capability_at_least("10.0"):
            self.skipTest("Only works on GPU with tcgen05 support")


@contextmanager
def capture_stdout():
    capture, texts = _begin_capture(), []

    def output():
        if not texts:
            raise ValueError("the output is there after the block")
        return texts[0]

    try:
        yield output
    finally:
        texts.append(_read_capture(capture)[0])
        _end_capture(capture)


@contextmanager
def set_env(**kwargs):
    old = {}
    for name, value in kwargs.items():
        old[name] = os.environ.get(name)
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
    try:
        yield
    finally:
        for name, value in old.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
