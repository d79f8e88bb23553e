# SPDX-License-Identifier: Apache-2.0
# module: jax.nn.initializers
"""`jax.nn.initializers`."""

import math
import jax
import jax.numpy as jnp


def _fans(shape, in_axis, out_axis, batch_axis):
    if len(shape) < 2:
        raise ValueError(
            f"Can't compute input and output sizes of a {len(shape)}-dimensional weights tensor. Must be at least 2D."
        )

    def size(axes):
        n = 1
        for a in (axes,) if isinstance(axes, int) else axes:
            n *= shape[a]
        return n

    fan_in, fan_out = size(in_axis), size(out_axis)
    rest = math.prod(shape) // (fan_in * fan_out * size(batch_axis))
    return fan_in * rest, fan_out * rest


def zeros(key, shape, dtype=jnp.float32, out_sharding=None):
    """Zeros."""
    return jnp.zeros(shape, dtype)


def ones(key, shape, dtype=jnp.float32, out_sharding=None):
    """Ones."""
    return jnp.ones(shape, dtype)


def constant(value, dtype=jnp.float32):
    """One value."""
    default = dtype
    return lambda key, shape, dtype=default, out_sharding=None: jnp.full(shape, value, dtype=dtype)


def uniform(scale=0.01, dtype=jnp.float32):
    """Uniform numbers."""
    default = dtype
    return lambda key, shape, dtype=default, out_sharding=None: jax.random.uniform(key, shape, dtype) * jnp.array(
        scale, dtype
    )


def normal(stddev=0.01, dtype=jnp.float32):
    """Normal numbers."""
    default = dtype
    return lambda key, shape, dtype=default, out_sharding=None: jax.random.normal(key, shape, dtype) * jnp.array(
        stddev, dtype
    )


def truncated_normal(stddev=0.01, dtype=jnp.float32, lower=-2.0, upper=2.0):
    """Normal numbers within bounds."""
    default = dtype
    return lambda key, shape, dtype=default, out_sharding=None: jax.random.truncated_normal(
        key, lower, upper, shape, dtype
    ) * jnp.array(stddev, dtype)


def variance_scaling(scale, mode, distribution, in_axis=-2, out_axis=-1, batch_axis=(), dtype=jnp.float32):
    """Numbers scaled by the sizes of a layer."""
    default = dtype

    def init(key, shape, dtype=default, out_sharding=None):
        fan_in, fan_out = _fans(shape, in_axis, out_axis, batch_axis)
        denominator = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2}.get(mode)
        if denominator is None:
            raise ValueError(f"invalid mode for variance scaling initializer: {mode}")
        variance = jnp.array(scale / denominator, dtype=dtype)
        if distribution == "truncated_normal":
            return jax.random.truncated_normal(key, -2, 2, shape, dtype) * (
                jnp.sqrt(variance) / jnp.array(0.87962566103423978, dtype)
            )
        if distribution == "normal":
            return jax.random.normal(key, shape, dtype) * jnp.sqrt(variance)
        if distribution == "uniform":
            return jax.random.uniform(key, shape, dtype, -1) * jnp.sqrt(3 * variance)
        raise ValueError(f"invalid distribution for variance scaling initializer: {distribution}")

    return init


def glorot_uniform(in_axis=-2, out_axis=-1, batch_axis=(), dtype=jnp.float32):
    """Uniform numbers, scaled by both sizes."""
    return variance_scaling(1.0, "fan_avg", "uniform", in_axis, out_axis, batch_axis, dtype)


def glorot_normal(in_axis=-2, out_axis=-1, batch_axis=(), dtype=jnp.float32):
    """Normal numbers, scaled by both sizes."""
    return variance_scaling(1.0, "fan_avg", "truncated_normal", in_axis, out_axis, batch_axis, dtype)


def lecun_uniform(in_axis=-2, out_axis=-1, batch_axis=(), dtype=jnp.float32):
    """Uniform numbers, scaled by the inputs."""
    return variance_scaling(1.0, "fan_in", "uniform", in_axis, out_axis, batch_axis, dtype)


def lecun_normal(in_axis=-2, out_axis=-1, batch_axis=(), dtype=jnp.float32):
    """Normal numbers, scaled by the inputs."""
    return variance_scaling(1.0, "fan_in", "truncated_normal", in_axis, out_axis, batch_axis, dtype)


def he_uniform(in_axis=-2, out_axis=-1, batch_axis=(), dtype=jnp.float32):
    """Uniform numbers, scaled for relu."""
    return variance_scaling(2.0, "fan_in", "uniform", in_axis, out_axis, batch_axis, dtype)


def he_normal(in_axis=-2, out_axis=-1, batch_axis=(), dtype=jnp.float32):
    """Normal numbers, scaled for relu."""
    return variance_scaling(2.0, "fan_in", "truncated_normal", in_axis, out_axis, batch_axis, dtype)
