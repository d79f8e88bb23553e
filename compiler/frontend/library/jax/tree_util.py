# SPDX-License-Identifier: Apache-2.0
# module: jax.tree_util
"""Trees of containers: paths of leaves, nodes of the program's own."""

import jax

_children_of = jax.numpy.zeros(0)._tree_children


class SequenceKey:
    """A place in a list or tuple."""

    def __init__(self, idx):
        self.idx = idx

    def __str__(self):
        return f"[{self.idx!r}]"

    def __repr__(self):
        return f"SequenceKey(idx={self.idx!r})"

    def __eq__(self, other):
        return isinstance(other, SequenceKey) and self.idx == other.idx

    def __hash__(self):
        return hash(self.idx)


class DictKey:
    """A key of a dict."""

    def __init__(self, key):
        self.key = key

    def __str__(self):
        return f"[{self.key!r}]"

    def __repr__(self):
        return f"DictKey(key={self.key!r})"

    def __eq__(self, other):
        return isinstance(other, DictKey) and self.key == other.key

    def __hash__(self):
        return hash(self.key)


class GetAttrKey:
    """The name of a field."""

    def __init__(self, name):
        self.name = name

    def __str__(self):
        return f".{self.name}"

    def __repr__(self):
        return f"GetAttrKey(name={self.name!r})"

    def __eq__(self, other):
        return isinstance(other, GetAttrKey) and self.name == other.name

    def __hash__(self):
        return hash(self.name)


class FlattenedIndexKey:
    """A place among the children of a node without names."""

    def __init__(self, key):
        self.key = key

    def __str__(self):
        return f"[<flat index {self.key}>]"

    def __repr__(self):
        return f"FlattenedIndexKey(key={self.key!r})"

    def __eq__(self, other):
        return isinstance(other, FlattenedIndexKey) and self.key == other.key

    def __hash__(self):
        return hash(self.key)


def register_pytree_with_keys(nodetype, flatten_with_keys, unflatten_func, flatten_func=None):
    """Makes instances of a class nodes of trees, with keys."""

    def flatten(node):
        pairs, rest = flatten_with_keys(node)
        return [child for _, child in pairs], rest

    jax.tree_util.register_pytree_node(nodetype, flatten_func or flatten, unflatten_func)
    nodetype._flatten_with_keys = flatten_with_keys


def register_pytree_with_keys_class(cls):
    """Makes instances of a class nodes of trees, with keys, by its methods."""
    register_pytree_with_keys(cls, lambda node: node.tree_flatten_with_keys(), cls.tree_unflatten, None)
    return cls


def _keyed_children(node):
    # Pairs of key and child in the order of leaves; None for a leaf.
    kind, names, children = _children_of(node)
    if kind == "leaf":
        return None
    if hasattr(type(node), "_flatten_with_keys"):
        return [(k, c) for k, c in type(node)._flatten_with_keys(node)[0]]
    make = {"sequence": SequenceKey, "dict": DictKey, "attribute": GetAttrKey, "flat": FlattenedIndexKey}[kind]
    return [(make(n), c) for n, c in zip(names, children)]


def tree_leaves_with_path(tree, is_leaf=None, is_leaf_takes_path=False):
    """Paths and leaves of a tree."""
    found = []

    def walk(path, node):
        if is_leaf is not None and (is_leaf(path, node) if is_leaf_takes_path else is_leaf(node)):
            found.append((path, node))
            return
        children = _keyed_children(node)
        if children is None:
            found.append((path, node))
        else:
            for key, child in children:
                walk(path + (key,), child)

    walk((), tree)
    return found


def tree_flatten_with_path(tree, is_leaf=None, is_leaf_takes_path=False):
    """Paths and leaves of a tree, and its structure."""
    if is_leaf_takes_path:
        raise NotImplementedError("`is_leaf_takes_path` of `flatten_with_path`")
    return tree_leaves_with_path(tree, is_leaf), jax.tree.structure(tree, is_leaf)


def tree_map_with_path(f, tree, *rest, is_leaf=None, is_leaf_takes_path=False):
    """A function over paths and leaves."""
    pairs, structure = tree_flatten_with_path(tree, is_leaf, is_leaf_takes_path)
    others = []
    for other in rest:
        found = jax.tree.leaves(other, is_leaf)
        if len(found) != len(pairs):
            raise ValueError("the trees given to `map_with_path` have different structures")
        others.append(found)
    return jax.tree.unflatten(
        structure, [f(path, leaf, *[o[i] for o in others]) for i, (path, leaf) in enumerate(pairs)]
    )


def keystr(keys, *, simple=False, separator=""):
    """A path as text."""
    if not simple:
        return "".join([str(k) for k in keys])
    return separator.join([str(getattr(k, "key", getattr(k, "idx", getattr(k, "name", k)))) for k in keys])


def tree_transpose(outer_treedef, inner_treedef, pytree_to_transpose):
    """Exchanges inner and outer structure."""
    leaves = jax.tree.leaves(pytree_to_transpose)
    outer, inner = outer_treedef.num_leaves, inner_treedef.num_leaves if inner_treedef is not None else None
    if inner is None:
        inner = len(leaves) // outer
        inner_treedef = jax.tree.structure(
            jax.tree.leaves(pytree_to_transpose, is_leaf=lambda x: jax.tree.structure(x) != outer_treedef)[0]
        )
    if len(leaves) != outer * inner:
        raise TypeError(f"Mismatch\n{outer * inner}\n != \n{len(leaves)}")
    return jax.tree.unflatten(
        inner_treedef,
        [jax.tree.unflatten(outer_treedef, [leaves[i * inner + j] for i in range(outer)]) for j in range(inner)],
    )


def all_leaves(iterable, is_leaf=None):
    """Whether all of several are leaves."""
    return all([_keyed_children(x) is None or is_leaf is not None and is_leaf(x) for x in iterable])


class Partial:
    """functools.partial as a node of trees."""

    def __init__(self, func, *args, **kw):
        if isinstance(func, Partial):
            args, kw, func = func.args + args, {**func.keywords, **kw}, func.func
        self.func, self.args, self.keywords = func, tuple(args), kw

    def __call__(self, *args, **kw):
        return self.func(*self.args, *args, **{**self.keywords, **kw})


jax.tree_util.register_pytree_node(
    Partial, lambda p: ((p.args, p.keywords), p.func), lambda func, parts: Partial(func, *parts[0], **parts[1])
)


def tree_broadcast(prefix_tree, full_tree, is_leaf=None):
    """Leaves of a prefix repeated over a tree."""
    result = []

    def walk(prefix, full):
        children = _keyed_children(prefix)
        if children is None or is_leaf is not None and is_leaf(prefix):
            result.extend([prefix] * len(jax.tree.leaves(full, is_leaf)))
            return
        below = _keyed_children(full)
        if below is None or len(below) != len(children):
            raise ValueError("the prefix does not fit the tree")
        for (_, p), (_, f) in zip(children, below):
            walk(p, f)

    walk(prefix_tree, full_tree)
    return jax.tree.unflatten(jax.tree.structure(full_tree, is_leaf), result)
