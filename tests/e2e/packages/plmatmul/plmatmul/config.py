# SPDX-License-Identifier: Apache-2.0
"""Sizes of tiles, by where the program runs."""
from typing import NamedTuple, Optional

import jax


class Tiles(NamedTuple):
    m: int = 16
    n: int = 16
    k: int = 16

    def fits(self, m: int, n: int, k: int) -> bool:
        return m % self.m == 0 and n % self.n == 0 and k % self.k == 0


def default_tiles(backend: Optional[str] = None) -> Tiles:
    backend = backend or jax.default_backend()
    return {"gpu": Tiles(), "cpu": Tiles(8, 8, 8)}.get(backend, Tiles(32, 32, 32))
