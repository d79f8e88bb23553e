# RUN: %tessera run %s 2>/dev/null | FileCheck %s
# Published values of JAX's generators.
import jax
import jax.numpy as jnp
import numpy as np

eq = np.testing.assert_array_equal

eq(jax.random.randint(jax.random.key(1), (5,), 0, 10), [6,7,0,3,8])
eq(jax.random.randint(jax.random.key(0), (6,), -5, 5), [4,-5,-3,-2,-4,2])
eq(jax.random.randint(jax.random.key(0), (3,), 0, 2**31-1), [31327077, 89727312, 349724617])
eq(jax.random.bits(jax.random.key(0), (8,)), jnp.array([4070199207,4202968722,1427181096,2012915765,2447653815,710830403,1332275837,2961296638], jnp.uint32))
print(jax.random.key(42)); print(jax.random.PRNGKey(0))
# CHECK: Array((), dtype=key<fry>) overlaying:
# CHECK-NEXT: [ 0 42]
# CHECK-NEXT: [0 0]
