# RUN: %tessera run %s 2>/dev/null | FileCheck %s
# Functions of whole arrays against known results.
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

eq = np.testing.assert_array_equal
ac = np.testing.assert_allclose

ac(jax.nn.softmax(jnp.array([1.,2.,3.])), [0.09003057, 0.24472848, 0.66524094], rtol=1e-6)
ac(jax.nn.gelu(jnp.array([1.0, -1.0])), [0.841192, -0.158808], rtol=1e-5)
ac(jax.nn.gelu(jnp.array([1.0, -1.0]), approximate=False), [0.8413447, -0.15865526], rtol=1e-5)
ac(jnp.linspace(0, 1, 5), [0, .25, .5, .75, 1]); eq(jnp.eye(2, 3, k=1), [[0,1,0],[0,0,1]])
m = jnp.arange(6.).reshape(2, 3)
ac(m.mean(axis=0), [1.5, 2.5, 3.5]); ac(m.std(), 1.7078251, rtol=1e-6); eq(m.argmax(axis=1), [2, 2]); eq(m.T.argmin(), 0)
eq(jnp.tril(m), [[0,0,0],[3,4,0]]); eq(m[::-1, ::2], [[3,5],[0,2]]); eq(m[-1, None, 1:], [[4,5]])
eq(m[..., 0], [0, 3]); eq(m.at[:, 1].multiply(10), [[0,10,2],[3,40,5]]); eq(jnp.concatenate([m, m], 1).shape, (2, 6))
eq(jnp.stack([m, m]).shape, (2,2,3)); eq(jnp.where(m > 2, m, -m), [[0,-1,-2],[3,4,5]]); eq(m.sum(), 15)
eq(jnp.dot(jnp.arange(3), jnp.arange(3)), 5); eq((m @ m.T), [[5,14],[14,50]]); eq(jnp.any(m > 4), True)
eq(lax.dot_general(m, m, (((1,), (1,)), ((), ()))), [[5,14],[14,50]])
eq(jnp.arange(8, dtype=jnp.uint8).sum().dtype == jnp.uint32, True)
print('ok')
# CHECK: ok
