# SPDX-License-Identifier: Apache-2.0
# module: jax
"""Parts of `jax` itself."""

import jax
import jax.numpy as jnp

# ---- types and Refs


def typeof(x):
    """The shape and dtype of a value, as JAX's type."""
    if isinstance(x, _MutableArray):
        return jax.core.ShapedArray(x.shape, x.dtype)
    x = x if hasattr(x, "shape") else jnp.asarray(x)
    return jax.core.ShapedArray(x.shape, x.dtype, getattr(x, "weak_type", False))


class _MutableArray:
    # The array is rebound on every store, so a store inside of a loop or a branch, which is recorded once, is refused.
    # A kernel takes the array as an argument more (pallas/HostRefs.cpp), and in its body the Ref is that argument's.
    def __init__(self, value):
        self.now = jnp.asarray(value) + 0 if jnp.asarray(value).dtype != bool else jnp.array(value)
        self.frozen = False

    def check(self, value):
        if self.frozen:
            raise ValueError("the Ref was frozen")
        if not value._is_recorded_here():
            raise NotImplementedError("a Ref of `jax.new_ref` used inside of a loop or a branch")
        return value

    def __getitem__(self, index):
        ref = self.now._ref_in_kernel(self)
        return self.check(self.now)[index] if ref is None else ref[index]

    def __setitem__(self, index, value):
        ref = self.now._ref_in_kernel(self)
        if ref is not None:
            ref[index] = value
            return
        self.now = self.check(
            self.now.at[index].set(value) + 0 if self.now.dtype != bool else self.now.at[index].set(value)
        )

    @property
    def at(self):
        ref = self.now._ref_in_kernel(self)
        if ref is None:
            raise NotImplementedError("`at` of a Ref of `jax.new_ref` outside of a kernel")
        return ref.at

    def get(self, *index):
        return self[index if index else ...]

    def set(self, value):
        self[...] = value

    def swap(self, value):
        old, self[...] = self[...], value
        return old

    def addupdate(self, value):
        self[...] = self[...] + value

    shape = property(lambda self: self.now.shape)
    dtype = property(lambda self: self.now.dtype)
    ndim = property(lambda self: self.now.ndim)
    size = property(lambda self: self.now.size)

    def __repr__(self):
        return f"Ref({self.now!r})"


def new_ref(init_val, *, memory_space=None):
    """An array that can be changed, outside of loops and branches. `memory_space` says where it is meant to lie."""
    return jax.tree.map(_MutableArray, init_val)


def freeze(ref):
    """The value of a Ref, which can't be used any more."""
    value = ref.check(ref.now)
    ref.frozen = True
    return value


array_ref = new_ref

# ---- blocks that change nothing


class _Nothing:
    def __init__(self, value=None):
        self.value = value

    def __enter__(self):
        return self.value

    def __exit__(self, *exception):
        return False

    def __call__(self, f):
        return f


def ensure_compile_time_eval():
    """Changes nothing: values of the host program are known where they are asked for."""
    return _Nothing()


def disable_jit(disable=True):
    """Changes nothing: a jitted function is evaluated at each call."""
    return _Nothing()


def enable_checks(value=True):
    """Changes nothing."""
    return _Nothing()


check_tracer_leaks = log_compiles = transfer_guard = enable_checks


def debug_nans(value=True):
    """Refused but for False: a NaN is no error here."""
    if value:
        raise NotImplementedError("NaN as an error (`jax.debug_nans`)")
    return _Nothing()


def debug_infs(value=True):
    """Refused but for False: an infinity is no error here."""
    if value:
        raise NotImplementedError("infinity as an error (`jax.debug_infs`)")
    return _Nothing()


def numpy_rank_promotion(value=True):
    """Changes nothing; `raise` is refused."""
    if value == "raise":
        raise NotImplementedError("rank promotion as an error (`jax.numpy_rank_promotion`)")
    return _Nothing()


def default_device(device=None):
    """Changes nothing: there is one device."""
    return _Nothing(device)


def default_matmul_precision(precision):
    """The precision of products: `highest` is what they have."""
    if precision not in (None, "highest", "float32"):
        raise NotImplementedError(f"the default matmul precision `{precision}`")
    return _Nothing()


def numpy_dtype_promotion(mode):
    """The promotion of dtypes: `standard`."""
    if mode != "standard":
        raise NotImplementedError(f"the dtype promotion `{mode}`")
    return _Nothing()


class _Config:
    # Options that change nothing, and those that have one value only.
    harmless = (
        "jax_traceback_filtering",
        "jax_platform_name",
        "jax_platforms",
        "jax_compilation_cache_dir",
        "jax_log_compiles",
        "jax_disable_jit",
        "jax_check_tracer_leaks",
        "jax_enable_checks",
        "jax_transfer_guard",
        "jax_include_full_tracebacks_in_locations",
        "jax_persistent_cache_min_compile_time_secs",
        "jax_persistent_cache_min_entry_size_bytes",
        "jax_enable_compilation_cache",
        "jax_dump_ir_to",
        "jax_default_device",
        "jax_pallas_use_mosaic_gpu",
        "jax_exec_time_optimization_effort",
        "jax_memory_fitting_effort",
        "jax_explain_cache_misses",
        "jax_num_cpu_devices",
    )
    fixed = {
        "jax_default_matmul_precision": (None, "highest", "float32"),
        "jax_numpy_dtype_promotion": ("standard",),
        "jax_default_prng_impl": ("threefry2x32",),
        "jax_debug_nans": (False,),
        "jax_debug_infs": (False,),
        "jax_numpy_rank_promotion": ("allow", "warn"),
        "jax_enable_custom_prng": (False,),
        "jax_threefry_partitionable": (True,),
        "jax_dynamic_shapes": (False,),
        "jax_softmax_custom_jvp": (True, False),
    }

    def __init__(self):
        self.values = {"jax_enable_x64": False}

    def update(self, name, val):
        if name == "jax_enable_x64":
            val = bool(val)
            jnp.zeros(0)._set_x64(val)
        elif name in _Config.fixed:
            if val not in _Config.fixed[name]:
                raise NotImplementedError(f"the value {val!r} of the configuration option `{name}`")
        elif name not in _Config.harmless:
            raise AttributeError(f"Unrecognized config option: {name}")
        self.values[name] = val

    def read(self, name):
        if name in self.values:
            return self.values[name]
        if name in _Config.fixed:
            return _Config.fixed[name][0]
        if name in _Config.harmless:
            return None
        raise AttributeError(f"Unrecognized config option: {name}")

    def __getattr__(self, name):
        return self.read("jax_enable_x64" if name == "x64_enabled" else name)

    def parse_flags_with_absl(self):
        pass

    config_with_absl = parse_flags_with_absl


config = _Config()


class _X64:
    def __init__(self, new_val):
        self.new, self.old = new_val, None

    def __enter__(self):
        self.old = config.read("jax_enable_x64")
        config.update("jax_enable_x64", self.new)

    def __exit__(self, *exception):
        config.update("jax_enable_x64", self.old)
        return False


def enable_x64(new_val=True):
    """JAX's 64-bit mode, inside of a `with`."""
    return _X64(new_val)


def process_index(backend=None):
    """The number of this process: 0."""
    return 0


def process_count(backend=None):
    """How many processes there are: one."""
    return 1


def live_arrays(platform=None):
    """All arrays that there are."""
    raise NotImplementedError("`jax.live_arrays`")


def print_environment_info(return_string=False):
    """Prints versions."""
    text = f"jax:    {jax.__version__}\nbackend: {jax.default_backend()}\n"
    if return_string:
        return text
    print(text)


class _Compiled:
    def __init__(self, function, shapes):
        self.function, self.shapes = function, shapes

    def __call__(self, *args, **kwargs):
        return self.function(*args, **kwargs)

    def compile(self, compiler_options=None):
        return _Compiled(self.function, self.shapes)

    def lower(self, lowering_platforms=None):
        return self

    def as_text(self, dialect=None):
        raise NotImplementedError(
            "the text of a compiled function: `tessera show` prints a program at every stage, so `as_text`"
        )

    compiler_ir = as_text

    def cost_analysis(self):
        raise NotImplementedError("`cost_analysis` of a compiled function")

    def memory_analysis(self):
        raise NotImplementedError("`memory_analysis` of a compiled function")

    out_info = property(lambda self: self.shapes)


def _jit_lower(function, *args, **kwargs):
    return _Compiled(function, jax.eval_shape(function, *args, **kwargs))


_jit_trace = _jit_lower


def _jit_eval_shape(function, *args, **kwargs):
    return jax.eval_shape(function, *args, **kwargs)


def _jit_clear_cache(function):
    return None


# ---- Python from traced functions


def _checked_results(given, structs):
    """What a callback gave as arrays, which must be what was announced; 64-bit numbers count as JAX's."""
    leaves = jax.tree.leaves(given)
    if len(leaves) != len(structs):
        raise RuntimeError(
            f"Mismatched number of outputs from callback. Expected: {len(structs)}, Actual: {len(leaves)}"
        )
    results = [jnp.asarray(leaf) for leaf in leaves]
    for index, (result, struct) in enumerate(zip(results, structs)):
        shape, dtype = tuple(struct.shape), jnp.dtype(struct.dtype)
        if result.shape != shape:
            raise RuntimeError(
                f"Incorrect output shape for return value #{index}: Expected: {shape}, Actual: {result.shape}"
            )
        if result.dtype != dtype:
            raise RuntimeError(
                f"Incorrect output dtype for return value #{index}: Expected: {dtype}, Actual: {result.dtype}"
            )
    return [jnp.asarray(result, result.dtype) for result in results]


def pure_callback(callback, result_shape_dtypes, *args, sharding=None, vmap_method=None, vectorized=None, **kwargs):
    """Calls a Python function with the arguments' values. Its results are constants: they have no derivative."""
    structs, tree = jax.tree.flatten(result_shape_dtypes)
    given, form = jax.tree.flatten((args, kwargs))

    @jax.custom_jvp
    def call(*leaves):
        positional, named = jax.tree.unflatten(form, leaves)
        return _checked_results(jax._call_on_host("jax.pure_callback", callback, positional, named), structs)

    @call.defjvp
    def derivative(primals, tangents):
        raise ValueError(
            "Pure callbacks do not support JVP. Please use `jax.custom_jvp` to use callbacks while taking gradients."
        )

    return jax.tree.unflatten(tree, call(*[jnp.asarray(leaf) for leaf in given]))


# ---- the types of a function


class _Variable:
    def __init__(self, aval):
        self.aval = aval


class _Jaxpr:
    """A function's arguments and results by their types. What it does is this compiler's own IR: no equations."""

    def __init__(self, in_avals, out_avals):
        self.invars, self.outvars = [_Variable(a) for a in in_avals], [_Variable(a) for a in out_avals]
        self.in_avals, self.out_avals = in_avals, out_avals

    def __getattr__(self, name):
        if name in ("eqns", "constvars", "consts", "literals", "effects", "debug_info", "pretty_print", "replace"):
            raise NotImplementedError(f"`{name}` of a jaxpr: `tessera show` prints what a function does")
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __repr__(self):
        raise NotImplementedError("the text of a jaxpr: `tessera show` prints what a function does")

    __str__ = __repr__


class _ClosedJaxpr(_Jaxpr):
    def __init__(self, in_avals, out_avals):
        super().__init__(in_avals, out_avals)
        self.jaxpr = _Jaxpr(in_avals, out_avals)


def make_jaxpr(fun, static_argnums=(), axis_env=None, return_shape=False, abstracted_axes=None):
    """A function that gives the types of `fun`'s arguments and results, as a jaxpr without equations."""
    if axis_env is not None or abstracted_axes is not None:
        raise NotImplementedError("`axis_env` and `abstracted_axes` of `jax.make_jaxpr` are not supported yet")
    fixed = (static_argnums,) if isinstance(static_argnums, int) else tuple(static_argnums)

    def make(*args, **kwargs):
        places = [n + len(args) if n < 0 else n for n in fixed]
        traced = [arg for n, arg in enumerate(args) if n not in places]
        seen = []

        def run(*inner, **named):
            rest = iter(inner)
            result = fun(*[arg if n in places else next(rest) for n, arg in enumerate(args)], **named)
            seen.extend([jax.typeof(leaf) for leaf in jax.tree.leaves(result)])
            return result

        shapes = jax.eval_shape(run, *traced, **kwargs)
        made = _ClosedJaxpr([jax.typeof(leaf) for leaf in jax.tree.leaves((traced, kwargs))], seen)
        return (made, shapes) if return_shape else made

    return make
