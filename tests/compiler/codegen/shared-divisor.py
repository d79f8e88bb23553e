# REQUIRES: codegen
# RUN: %tessera show %s --stage=ptx --target=sm_90a --kernel=by_one | FileCheck %s --check-prefix=ONE
# RUN: %tessera show %s --stage=ptx --target=sm_90a --kernel=by_each | FileCheck %s --check-prefix=EACH
# RUN: %tessera show %s --stage=ptx --target=sm_90a --kernel=by_four | FileCheck %s --check-prefix=FOUR
# Several numbers that a thread divides by one have one reciprocal; numbers with divisors of their own are divided, not rounded to nearest. An exp has one instruction of the slow unit.
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl

x = jnp.ones((4, 512), jnp.float32)


# ONE: .entry by_one(
# ONE-NOT: div.
# ONE-COUNT-4: ex2.approx.ftz.f32
# ONE-NOT: ex2
# ONE: rcp.approx.ftz.f32
# ONE-NOT: rcp
# ONE-NOT: div.
# ONE: ret;
def by_one(x_ref, o_ref):
    powers = jnp.exp(x_ref[...])
    o_ref[...] = powers / jnp.sum(powers, axis=1, keepdims=True)


# EACH: .entry by_each(
# EACH-NOT: rcp
# EACH-COUNT-4: div.full.f32
# EACH: ret;
def by_each(x_ref, y_ref, o_ref):
    o_ref[...] = x_ref[...] / y_ref[...]


# A power of two is one multiplication.
# FOUR: .entry by_four(
# FOUR-NOT: rcp
# FOUR-NOT: div
# FOUR-COUNT-4: mul.rn.f32
# FOUR-NOT: mul.rn.f32
# FOUR: ret;
def by_four(x_ref, o_ref):
    o_ref[...] = x_ref[...] / 4


row = pl.BlockSpec((1, 512), lambda i: (i, 0))
pl.pallas_call(by_one, grid=(4,), in_specs=[row], out_specs=row, out_shape=x, name="by_one")(x)
pl.pallas_call(by_four, grid=(4,), in_specs=[row], out_specs=row, out_shape=x, name="by_four")(x)
pl.pallas_call(by_each, grid=(4,), in_specs=[row, row], out_specs=row, out_shape=x, name="by_each")(x, x)
