# SPDX-License-Identifier: Apache-2.0
"""Two steps, by hand and by the rule."""
import jax
import jax.numpy as jnp
import numpy as np

from plstate import Momentum

rule = Momentum(0.1)
state = rule.init({"w": jnp.ones((4, 3)), "b": jnp.zeros(3)})
grads = {"w": jnp.full((4, 3), 2.0), "b": jnp.arange(3.0)}
for _ in range(2):
    state = rule.step(state, grads)
np.testing.assert_allclose(state.params["w"], 1 - 0.1 * 2 - 0.1 * (0.9 * 2 + 2), rtol=1e-6)
print(len(jax.tree.leaves(state)), sorted(state.params))
print("ok")
