# RUN: %tessera run %s 2>/dev/null | FileCheck %s
# Division by zero, signs of remainders, wrapping, shifts and powers as JAX has them.
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

eq = np.testing.assert_array_equal

a = jnp.array([7, 7, -7, -7, 5, 0]); b = jnp.array([2, -2, 2, -2, 0, 0])
eq(a // b, [3, -4, -4, 3, -2, -1]); eq(a % b, [1, -1, 1, -1, 0, 0])
eq(lax.div(a, b), [3, -3, -3, 3, -1, -1]); eq(lax.rem(a, b), [1, 1, -1, -1, 5, 0])
eq(jnp.array([1,2,3], jnp.uint8) + 300, jnp.array([45,46,47], jnp.uint8))
x = jnp.array([-1.5, 0.5, 2.5, -0.0, jnp.nan])
eq(jnp.sign(x), [-1, 1, 1, -0.0, jnp.nan]); eq(jnp.round(x), [-2, 0, 2, 0, jnp.nan])
eq(lax.round(x), [-2, 1, 3, 0, jnp.nan])
f = jnp.array([7., -7., 7.5]); g = jnp.array([2., 2., -2.])
eq(f // g, [3, -4, -4]); eq(f % g, [1, 1, -0.5])
eq(jnp.array([2,3,-2]) ** 3, [8, 27, -8]); eq(jnp.array([2, 1, -1, 0]) ** jnp.array([-1, -1, -1, 0]), [0, 1, -1, 1])
eq(jnp.array([1,2,3]) << jnp.array([1, 40, -1]), [2, 0, 0]); eq(jnp.array([-8, 8]) >> 1, [-4, 4]); eq(jnp.array([-8]) >> 40, [-1])
print('ok')
# CHECK: ok
