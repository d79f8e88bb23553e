# SPDX-License-Identifier: Apache-2.0
"""`itertools`, as far as it is not in Iteration.cpp."""


def compress(data, selectors):
    """The elements whose selector is true."""
    return (d for d, s in zip(data, selectors) if s)


def tee(iterable, n=2):
    """Several iterators from one."""
    source, seen = iter(iterable), []

    def copy():
        i = 0
        while True:
            if i == len(seen):
                try:
                    seen.append(next(source))
                except StopIteration:
                    return
            yield seen[i]
            i += 1

    return tuple([copy() for _ in range(n)])


def groupby(iterable, key=None):
    """Runs of elements with the same key."""
    source, now = iter(iterable), {"more": True, "number": 0}

    def advance():
        for value in source:
            now["value"] = value
            now["key"] = value if key is None else key(value)
            return
        now["more"] = False

    def group(k, number):
        while now["more"] and now["number"] == number and now["key"] == k:
            yield now["value"]
            if now["number"] != number:
                return
            advance()

    advance()
    while now["more"]:
        now["number"] += 1
        k = now["key"]
        yield k, group(k, now["number"])
        while now["more"] and now["key"] == k:
            advance()


def batched(iterable, n):
    """Tuples of `n` elements, the last may be shorter."""
    if n < 1:
        raise ValueError("n must be at least one")
    source = iter(iterable)
    while True:
        batch = []
        for value in source:
            batch.append(value)
            if len(batch) == n:
                break
        if not batch:
            return
        yield tuple(batch)
