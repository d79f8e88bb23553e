# SPDX-License-Identifier: Apache-2.0
# module: jax.lax
"""Operations of `jax.lax` as objects (`lax.add_p`): `bind` calls the function of the name."""

_names_of_primitives = """
abs acos acosh add all_gather all_to_all and approx_top_k argmax argmin asin asinh atan atan2 atanh axis_index
bitcast_convert_type broadcast_in_dim cbrt ceil cholesky clamp clz complex concatenate cond
conv_general_dilated convert_element_type copy cos cosh cumlogsumexp cummax cummin cumprod cumsum
custom_linear_solve device_put digamma div dot_general dynamic_slice dynamic_update_slice eq erf erf_inv erfc
exp exp2 expm1 fft floor gather ge gt imag integer_pow iota is_finite le lgamma log log1p logistic lt max min
mul ne neg nextafter not or pad pmax pmin population_count pow ppermute psum ragged_dot random_gamma real
reduce reduce_and reduce_max reduce_min reduce_or reduce_precision reduce_prod reduce_sum reduce_window
regularized_incomplete_beta rem reshape rev rng_bit_generator round rsqrt scan scatter scatter_add scatter_max
scatter_min scatter_mul select_n shift_left shift_right_arithmetic shift_right_logical sign sin sinh slice
sort split sqrt square squeeze stop_gradient sub tan tanh top_k transpose while xor
"""


def _primitive(name):
    import jax.lax
    from jax.extend.core import Primitive

    primitive = Primitive(name)

    @primitive.def_impl
    def _(*args, **params):
        function = getattr(jax.lax, name, None)
        if function is None:
            raise NotImplementedError(f"`jax.lax.{name}_p.bind`")
        return function(*args, **params)

    return primitive


def __getattr__(name):
    if not name.endswith("_p") or name[:-2] not in _names_of_primitives.split():
        raise AttributeError(name)
    return globals().setdefault(name, _primitive(name[:-2]))
