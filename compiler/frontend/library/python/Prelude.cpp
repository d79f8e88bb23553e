// SPDX-License-Identifier: Apache-2.0
// Parts of Python's library that are written in Python: evaluated when a program first asks for one of their names, they count against the
// same limits as the program. What fails inside is told at the program's own call.
#include "compiler/frontend/library/python/Python.h"

using namespace tessera::frontend;

static constexpr char itertoolsText[] = R"py(
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
)py";

static constexpr char mathText[] = R"py(
def perm(n, k=None):
    """Ordered choices of `k` among `n`."""
    if n < 0:
        raise ValueError("n must be a non-negative integer")
    k = n if k is None else k
    if k < 0:
        raise ValueError("k must be a non-negative integer")
    result = 1
    for i in range(k):
        result *= n - i
    return result

def dist(p, q):
    """The distance of two points."""
    import math
    if len(p) != len(q):
        raise ValueError("both points must have the same number of dimensions")
    return math.hypot(*[a - b for a, b in zip(p, q)])
)py";

static constexpr char heapqText[] = R"py(
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

def nsmallest(n, iterable, key=None):
    """The `n` smallest elements."""
    return sorted(iterable, key=key)[:n]

def nlargest(n, iterable, key=None):
    """The `n` largest elements."""
    return sorted(iterable, key=key, reverse=True)[:n]

def merge(*iterables, key=None, reverse=False):
    """The elements of sorted iterables, sorted."""
    return iter(sorted([x for one in iterables for x in one], key=key, reverse=reverse))
)py";

static constexpr char bisectText[] = R"py(
def bisect_right(a, x, lo=0, hi=None, *, key=None):
    """The place behind equal elements of a sorted list."""
    if lo < 0:
        raise ValueError("lo must be non-negative")
    if hi is None:
        hi = len(a)
    while lo < hi:
        mid = (lo + hi) // 2
        if x < (a[mid] if key is None else key(a[mid])):
            hi = mid
        else:
            lo = mid + 1
    return lo

def bisect_left(a, x, lo=0, hi=None, *, key=None):
    """The place before equal elements of a sorted list."""
    if lo < 0:
        raise ValueError("lo must be non-negative")
    if hi is None:
        hi = len(a)
    while lo < hi:
        mid = (lo + hi) // 2
        if (a[mid] if key is None else key(a[mid])) < x:
            lo = mid + 1
        else:
            hi = mid
    return lo

def insort_right(a, x, lo=0, hi=None, *, key=None):
    """Inserts behind equal elements."""
    a.insert(bisect_right(a, x if key is None else key(x), lo, hi, key=key), x)

def insort_left(a, x, lo=0, hi=None, *, key=None):
    """Inserts before equal elements."""
    a.insert(bisect_left(a, x if key is None else key(x), lo, hi, key=key), x)

bisect = bisect_right
insort = insort_right
)py";

llvm::ArrayRef<LibrarySource> library::preludeSources() {
  static const std::vector<LibrarySource> all = [] {
    std::vector<LibrarySource> sources = {{"itertools", itertoolsText}, {"heapq", heapqText}, {"bisect", bisectText}, {"random", randomPrelude},
                                          {"json", jsonPrelude},        {"math", mathText}};
    for (llvm::ArrayRef<LibrarySource> part : {functionSources(), abstractSources(), collectionSources(), contextSources(), textSources(), numberSources(),
                                               typeSources(), loggingSources(), argumentSources(), pathSources()})
      sources.insert(sources.end(), part.begin(), part.end());
    return sources;
  }();
  return all;
}
