# SPDX-License-Identifier: Apache-2.0
# module: jax._src.tree_util
"""Trees, by the file that they are in: the names of `jax.tree_util`."""

import jax.tree_util as _tree_util


def __getattr__(name):
    return getattr(_tree_util, name)
