# SPDX-License-Identifier: Apache-2.0
# module: jax.extend.backend jax.lib.xla_bridge jax._src.xla_bridge
"""The devices as JAX's runtime knows them: one."""

import jax


class _Backend:
    platform_version = "tessera"

    def __init__(self, platform):
        self.platform = platform

    def devices(self):
        return jax.devices()

    local_devices = devices

    def device_count(self):
        return 1

    local_device_count = device_count


def get_backend(platform=None):
    """What runs the program."""
    own = jax.default_backend()
    if platform not in (None, own, "cuda" if own == "gpu" else own):
        raise RuntimeError(f"Unknown backend {platform}")
    return _Backend(own)


def backends():
    """All backends by name."""
    return {jax.default_backend(): get_backend()}


def default_backend():
    """The name of what runs the program."""
    return jax.default_backend()


def device_count(backend=None):
    """How many devices there are: one."""
    return 1
