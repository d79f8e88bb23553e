# SPDX-License-Identifier: Apache-2.0
# module: jax._src.typing
"""Names for annotations."""

import typing
import jax
import jax.typing

Array, ArrayLike, DTypeLike = jax.Array, jax.typing.ArrayLike, jax.typing.DTypeLike
DType = DTypeLikeInexact = DTypeLikeFloat = ExtendedDType = DTypeLike
Shape = StaticScalar = DimSize = typing.Any
