# SPDX-License-Identifier: Apache-2.0
"""Products by pytest."""
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import plmatmul


@pytest.fixture(params=["cpu", "gpu", "tpu"])
def backend(request, monkeypatch):
    monkeypatch.setattr("jax.default_backend", lambda: request.param)
    return request.param


def test_tiles(backend):
    assert plmatmul.default_tiles().m == {"cpu": 8, "gpu": 16, "tpu": 32}[backend]
    assert jax.default_backend() == backend


@pytest.mark.parametrize("m,n,k", [(16, 16, 16), (32, 16, 64)])
@pytest.mark.parametrize("dtype", [jnp.float32, jnp.bfloat16])
def test_product(m, n, k, dtype):
    x = jnp.ones((m, k), dtype)
    y = jnp.full((k, n), 2, dtype)
    np.testing.assert_array_equal(plmatmul.matmul(x, y), jnp.full((m, n), 2 * k, dtype))
