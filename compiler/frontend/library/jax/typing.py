# SPDX-License-Identifier: Apache-2.0
# module: jax.typing
"""`jax.typing`."""

from typing import Any

ArrayLike = DTypeLike = Any
