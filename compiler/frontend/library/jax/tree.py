# SPDX-License-Identifier: Apache-2.0
# module: jax.tree
"""Trees of containers."""

from jax import tree_util


def leaves_with_path(tree, is_leaf=None, is_leaf_takes_path=False):
    """Paths and leaves of a tree."""
    return tree_util.tree_leaves_with_path(tree, is_leaf, is_leaf_takes_path)


def flatten_with_path(tree, is_leaf=None, is_leaf_takes_path=False):
    """Paths and leaves of a tree, and its structure."""
    return tree_util.tree_flatten_with_path(tree, is_leaf, is_leaf_takes_path)


def map_with_path(f, tree, *rest, is_leaf=None, is_leaf_takes_path=False):
    """A function over paths and leaves."""
    return tree_util.tree_map_with_path(f, tree, *rest, is_leaf=is_leaf, is_leaf_takes_path=is_leaf_takes_path)


def transpose(outer_treedef, inner_treedef, pytree_to_transpose):
    """Exchanges inner and outer structure."""
    return tree_util.tree_transpose(outer_treedef, inner_treedef, pytree_to_transpose)


def broadcast(prefix_tree, full_tree, is_leaf=None):
    """Leaves of a prefix repeated over a tree."""
    return tree_util.tree_broadcast(prefix_tree, full_tree, is_leaf)
