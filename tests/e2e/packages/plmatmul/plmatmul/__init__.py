# SPDX-License-Identifier: Apache-2.0
"""Products in tiles."""
import jax as _jax

from plmatmul.config import Tiles, default_tiles
from plmatmul.matmul import matmul

if tuple(int(p) for p in _jax.__version__.split(".")[:2]) < (0, 4):
    raise ImportError("an older JAX has no pallas_call of this kind")
