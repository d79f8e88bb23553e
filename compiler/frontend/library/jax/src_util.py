# SPDX-License-Identifier: Apache-2.0
# module: jax._src.util
"""Parts of JAX that its tests import."""


def partition_list(bs, l):
    """Elements by a flag."""
    lists = [], []
    for b, x in zip(bs, l):
        lists[bool(b)].append(x)
    return lists


def merge_lists(bs, l0, l1):
    """Two lists joined by a flag."""
    first, second = iter(l0), iter(l1)
    return [next(second) if b else next(first) for b in bs]


def split_list(args, ns):
    """A list in parts."""
    args, lists = list(args), []
    for n in ns:
        lists.append(args[:n])
        args = args[n:]
    lists.append(args)
    return lists


def unzip2(xys):
    """Pairs as two tuples."""
    pairs = list(xys)
    return tuple([p[0] for p in pairs]), tuple([p[1] for p in pairs])


def safe_map(f, *args):
    """`map` over lists of one length."""
    lists = [list(a) for a in args]
    if any(len(a) != len(lists[0]) for a in lists):
        raise ValueError(f"length mismatch: {[len(a) for a in lists]}")
    return [f(*xs) for xs in zip(*lists)]


def safe_zip(*args):
    """`zip` of lists of one length."""
    lists = [list(a) for a in args]
    if any(len(a) != len(lists[0]) for a in lists):
        raise ValueError(f"length mismatch: {[len(a) for a in lists]}")
    return list(zip(*lists))
