# SPDX-License-Identifier: Apache-2.0
# module: jax._src.config
"""JAX's options, as its own files set them: `option.value`, and `with option(value):`."""

import jax

config = jax.config


def parse_flags_with_absl():
    """Nothing: there are no flags."""


config_with_absl = parse_flags_with_absl


def update(name, val):
    """Sets an option of JAX."""
    jax.config.update(name, val)


class State:
    """An option: its `value`, and, called, a block with another one."""

    def __init__(self, name):
        self.name = name

    value = property(lambda self: jax.config.read(self.name))

    def __bool__(self):
        return bool(self.value)

    def __call__(self, new_val=True):
        return _Block(self.name, new_val)


class _Block:
    def __init__(self, name, value):
        self.name, self.new, self.old = name, value, None

    def __enter__(self):
        self.old = jax.config.read(self.name)
        jax.config.update(self.name, self.new)

    def __exit__(self, *exception):
        jax.config.update(self.name, self.old)
        return False

    def __call__(self, f):
        def inside(*args, **kwargs):
            with _Block(self.name, self.new):
                return f(*args, **kwargs)

        return inside


class bool_state(State):
    """An option that a file makes for itself."""

    def __init__(self, name, default, help="", **kwargs):
        State.__init__(self, name)
        jax.config.values.setdefault(name, default)


int_state = string_state = optional_string_state = bool_state

enable_x64 = State("jax_enable_x64")
enable_checks = State("jax_enable_checks")
debug_nans = State("jax_debug_nans")
debug_infs = State("jax_debug_infs")
log_compiles = State("jax_log_compiles")
disable_jit = State("jax_disable_jit")
check_tracer_leaks = State("jax_check_tracer_leaks")
default_device = State("jax_default_device")
default_prng_impl = State("jax_default_prng_impl")
default_matmul_precision = State("jax_default_matmul_precision")
numpy_dtype_promotion = State("jax_numpy_dtype_promotion")
numpy_rank_promotion = State("jax_numpy_rank_promotion")
threefry_partitionable = State("jax_threefry_partitionable")
softmax_custom_jvp = State("jax_softmax_custom_jvp")
traceback_filtering = State("jax_traceback_filtering")
include_full_tracebacks_in_locations = State("jax_include_full_tracebacks_in_locations")
dynamic_shapes = State("jax_dynamic_shapes")
transfer_guard = State("jax_transfer_guard")
enable_compilation_cache = State("jax_enable_compilation_cache")
use_shardy_partitioner = State("jax_use_shardy_partitioner")
jax_pallas_use_mosaic_gpu = pallas_use_mosaic_gpu = State("jax_pallas_use_mosaic_gpu")
