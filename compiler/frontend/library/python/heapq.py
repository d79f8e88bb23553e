# SPDX-License-Identifier: Apache-2.0
"""`heapq`."""


def _up(heap, at):
    item = heap[at]
    while at > 0:
        parent = (at - 1) >> 1
        if not item < heap[parent]:
            break
        heap[at] = heap[parent]
        at = parent
    heap[at] = item


def _down(heap, at):
    end, item, start = len(heap), heap[at], at
    child = 2 * at + 1
    while child < end:
        if child + 1 < end and not heap[child] < heap[child + 1]:
            child += 1
        heap[at] = heap[child]
        at = child
        child = 2 * at + 1
    heap[at] = item
    while at > start:
        parent = (at - 1) >> 1
        if not item < heap[parent]:
            break
        heap[at] = heap[parent]
        at = parent
    heap[at] = item


def heappush(heap, item):
    """Adds an item to the heap."""
    heap.append(item)
    _up(heap, len(heap) - 1)


def heappop(heap):
    """Removes the smallest item and returns it."""
    last = heap.pop()
    if not heap:
        return last
    first, heap[0] = heap[0], last
    _down(heap, 0)
    return first


def heapreplace(heap, item):
    """Removes the smallest item and adds another."""
    first, heap[0] = heap[0], item
    _down(heap, 0)
    return first


def heappushpop(heap, item):
    """Adds an item, then removes the smallest."""
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        _down(heap, 0)
    return item


def heapify(x):
    """Makes a list a heap."""
    for at in reversed(range(len(x) // 2)):
        _down(x, at)


def _down_max(heap, at):
    # As `_down`, with the largest item in front.
    end, item = len(heap), heap[at]
    child = 2 * at + 1
    while child < end:
        if child + 1 < end and not heap[child + 1] < heap[child]:
            child += 1
        if not item < heap[child]:
            break
        heap[at] = heap[child]
        at = child
        child = 2 * at + 1
    heap[at] = item


def _heapify_max(x):
    for at in reversed(range(len(x) // 2)):
        _down_max(x, at)


def _heappop_max(heap):
    last = heap.pop()
    if not heap:
        return last
    first, heap[0] = heap[0], last
    _down_max(heap, 0)
    return first


def _heapreplace_max(heap, item):
    first, heap[0] = heap[0], item
    _down_max(heap, 0)
    return first


def nsmallest(n, iterable, key=None):
    """The `n` smallest elements."""
    return sorted(iterable, key=key)[:n]


def nlargest(n, iterable, key=None):
    """The `n` largest elements."""
    return sorted(iterable, key=key, reverse=True)[:n]


def merge(*iterables, key=None, reverse=False):
    """The elements of sorted iterables, sorted."""
    return iter(sorted([x for one in iterables for x in one], key=key, reverse=reverse))
