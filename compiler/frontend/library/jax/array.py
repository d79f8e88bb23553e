# SPDX-License-Identifier: Apache-2.0
# class: jax.Array
"""Methods and properties of arrays: the array is the first argument."""

import jax
from jax import typeof


def devices(x):
    """The devices of the array: one."""
    return set(jax.devices())


@property
def device(x):
    """The device of the array."""
    return jax.devices()[0]


@property
def aval(x):
    """The shape and dtype, as JAX's type."""
    return typeof(x)


@property
def is_fully_addressable(x):
    """True: there is one process."""
    return True


@property
def is_fully_replicated(x):
    """True: there is one device."""
    return True


def is_deleted(x):
    """False: arrays stay."""
    return False


def copy_to_host_async(x):
    """Changes nothing."""
    return None


def addressable_data(x, index):
    """The array itself: it has one part."""
    return x


def delete(x):
    """Frees the array."""
    raise NotImplementedError("`jax.Array.delete`")


@property
def sharding(x):
    """How the array lies on several devices."""
    return jax.sharding.SingleDeviceSharding(jax.devices()[0])


@property
def addressable_shards(x):
    """The parts of the array."""
    raise NotImplementedError("`jax.Array.addressable_shards`")
