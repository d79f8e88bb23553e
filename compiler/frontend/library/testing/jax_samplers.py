# SPDX-License-Identifier: Apache-2.0
# module: jax._src.test_util
"""Samplers, tolerances and questions of JAX's `test_util`."""

import numpy as np
import jax.numpy as jnp
from contextlib import contextmanager


class NumpyRngMixin:
    """A test class with a generator of its own."""

    def setUp(self):
        super().setUp()
        self._rng = np.random.RandomState(0)

    def rng(self):
        return self._rng


def _sampler(draw, scale=1.0, post=lambda x: x):
    def sample(shape, dtype):
        values = np.asarray(post(np.asarray(draw(*shape)) * scale))
        return values.astype(dtype) if np.dtype(dtype) != np.bool_ else values < 0

    return sample


def rand_default(rng, scale=3):
    """A sampler of arrays: normal numbers."""
    return _sampler(rng.randn, scale)


def rand_small(rng):
    """A sampler of arrays: small normal numbers."""
    return _sampler(rng.randn, 1e-3)


def rand_positive(rng):
    """A sampler of arrays: numbers from 1 to 3."""
    return _sampler(rng.rand, 2, lambda x: x + 1)


def rand_uniform(rng, low=0.0, high=1.0):
    """A sampler of arrays: uniform numbers."""
    return _sampler(rng.rand, 1.0, lambda x: x * (high - low) + low)


def rand_bool(rng):
    """A sampler of arrays: truth values."""
    return lambda shape, dtype: (np.asarray(rng.rand(*shape)) < 0.5).astype(dtype)


def rand_int(rng, low=0, high=None):
    """A sampler of arrays: integers from `low` below `high`, or of the whole dtype."""

    def sample(shape, dtype):
        first, last = low, high
        if low == 0 and high is None:
            first, last = jnp.iinfo(dtype).min, jnp.iinfo(dtype).max
        return rng.randint(first, high=last, size=shape, dtype=dtype)

    return sample


def dtype_str(dtype):
    """A dtype's name."""
    return np.dtype(dtype).name


def format_shape_dtype_string(shape, dtype):
    """`float32[2,3]`."""
    if isinstance(shape, (int, np.integer)):
        shape = (shape,)
    return f"{dtype_str(dtype)}[{','.join(str(n) for n in shape)}]"


_default_tolerance = {
    jnp.dtype(jnp.float8_e4m3fn): 1e-1,
    jnp.dtype(jnp.float8_e5m2): 1e-1,
    jnp.dtype(jnp.bfloat16): 1e-2,
    jnp.dtype(jnp.float16): 1e-3,
    jnp.dtype(jnp.float32): 1e-6,
    jnp.dtype(jnp.float64): 1e-15,
}


def default_tolerance():
    """Tolerances by dtype."""
    return dict(_default_tolerance)


def tolerance(dtype, tol=None):
    """The tolerance of a dtype: of `tol`, a number or a dict, or the usual one."""
    tol = {} if tol is None else tol
    if not isinstance(tol, dict):
        return tol
    tol = {jnp.dtype(key): value for key, value in tol.items()}
    return tol.get(jnp.dtype(dtype), _default_tolerance.get(jnp.dtype(dtype), 0))


def supported_dtypes():
    """The dtypes that arrays have."""
    kinds = (jnp.bool_, jnp.int8, jnp.int16, jnp.int32, jnp.uint8, jnp.uint16, jnp.uint32)
    return {np.dtype(kind) for kind in kinds + (jnp.bfloat16, jnp.float16, jnp.float32)}


def numpy_version():
    """NumPy's version as numbers."""
    return tuple(int(part) for part in np.__version__.split(".")[:3])


def is_optimized_build():
    """True: kernels are compiled with optimizations."""
    return True


def is_test_rbe():
    """False: tests run here."""
    return False


def device_supports_buffer_donation():
    """False: arrays are values."""
    return False


def is_cloud_tpu_at_least(year, month, day):
    """True: there is no TPU of the cloud that could be too old."""
    return True


if_cloud_tpu_at_least = is_libtpu_at_least = is_cloud_tpu_at_least


def setup_hypothesis(max_examples=30):
    """Nothing: the examples are those of the file."""


def pytest_mark_if_available(marker):
    """Changes nothing."""
    return lambda test: test


def request_cpu_devices(nr_devices):
    """Nothing: there is one device."""


def skip_on_flag(flag_name, skip_value):
    """Changes nothing: there are no flags."""
    return lambda test: test


@contextmanager
def count_jit_tracing_cache_miss():
    """How often functions are traced: it is not counted."""
    raise NotImplementedError("`count_jit_tracing_cache_miss`")
    yield


def cases_from_list(xs):
    """All of the cases."""
    return list(xs)
