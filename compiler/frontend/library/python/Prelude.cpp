// SPDX-License-Identifier: Apache-2.0
// Parts of Python's library that are written in Python: evaluated when a program first asks for one of their names, they count against the
// same limits as the program. What fails inside is told at the program's own call.
#include "compiler/frontend/library/python/Python.h"

using namespace tessera::frontend;

static constexpr char itertoolsText[] = R"py(
def compress(data, selectors):
    return (d for d, s in zip(data, selectors) if s)

def tee(iterable, n=2):
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

static constexpr char operatorText[] = R"py(
def methodcaller(name, /, *args, **kwargs):
    return lambda obj: getattr(obj, name)(*args, **kwargs)

def concat(a, b):
    return a + b

def index(a):
    return range(a).stop

def setitem(a, b, c):
    a[b] = c

def delitem(a, b):
    del a[b]

def countOf(a, b):
    return sum([1 for x in a if x is b or x == b])

def indexOf(a, b):
    for i, x in enumerate(a):
        if x is b or x == b:
            return i
    raise ValueError("sequence.index(x): x not in sequence")

def inv(a):
    return ~a

def abs(a):
    return a.__abs__() if hasattr(a, "__abs__") else max(a, -a)

def iadd(a, b):
    a += b
    return a

def isub(a, b):
    a -= b
    return a

def imul(a, b):
    a *= b
    return a

def ior(a, b):
    a |= b
    return a

def iand(a, b):
    a &= b
    return a
)py";

static constexpr char mathText[] = R"py(
def perm(n, k=None):
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
    heap.append(item)
    _up(heap, len(heap) - 1)

def heappop(heap):
    last = heap.pop()
    if not heap:
        return last
    first, heap[0] = heap[0], last
    _down(heap, 0)
    return first

def heapreplace(heap, item):
    first, heap[0] = heap[0], item
    _down(heap, 0)
    return first

def heappushpop(heap, item):
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        _down(heap, 0)
    return item

def heapify(x):
    for at in reversed(range(len(x) // 2)):
        _down(x, at)

def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:n]

def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:n]

def merge(*iterables, key=None, reverse=False):
    return iter(sorted([x for one in iterables for x in one], key=key, reverse=reverse))
)py";

static constexpr char bisectText[] = R"py(
def bisect_right(a, x, lo=0, hi=None, *, key=None):
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
    a.insert(bisect_right(a, x if key is None else key(x), lo, hi, key=key), x)

def insort_left(a, x, lo=0, hi=None, *, key=None):
    a.insert(bisect_left(a, x if key is None else key(x), lo, hi, key=key), x)

bisect = bisect_right
insort = insort_right
)py";

static constexpr char textwrapText[] = R"py(
def dedent(text):
    lines = [line if line.strip(" \t") else "" for line in text.split("\n")]
    margin = None
    for line in lines:
        if not line:
            continue
        blank = line[:len(line) - len(line.lstrip(" \t"))]
        if margin is None:
            margin = blank
        else:
            same = 0
            while same < len(margin) and same < len(blank) and margin[same] == blank[same]:
                same += 1
            margin = margin[:same]
    return "\n".join([line[len(margin):] if line else line for line in lines]) if margin else "\n".join(lines)

def indent(text, prefix, predicate=None):
    out = []
    for line in text.splitlines(True):
        out.append((prefix if (line.strip() if predicate is None else predicate(line)) else "") + line)
    return "".join(out)
)py";

static constexpr char stringText[] = R"py(
ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdef" + "ABCDEF"
octdigits = "01234567"
punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
whitespace = " \t\n\r\x0b\x0c"
printable = digits + ascii_letters + punctuation + whitespace
)py";

static constexpr char contextlibText[] = R"py(
import sys
from contextlib import _begin_capture, _read_capture, _end_capture

class redirect_stdout:
    def __init__(self, new_target):
        self._target = new_target
    def __enter__(self):
        self._capture = _begin_capture()
        return self._target
    def __exit__(self, kind, error, traceback):
        out, err = self._split(_read_capture(self._capture))
        _end_capture(self._capture)
        if self._target is not None and out:
            self._target.write(out)
        if err:
            self._other().write(err)
        return False
    def _split(self, texts):
        return texts
    def _other(self):
        return sys.stderr

class redirect_stderr(redirect_stdout):
    def _split(self, texts):
        return texts[1], texts[0]
    def _other(self):
        return sys.stdout

class closing:
    def __init__(self, thing):
        self.thing = thing
    def __enter__(self):
        return self.thing
    def __exit__(self, *exc_info):
        self.thing.close()

def _hold(manager):
    with manager as value:
        yield value

class ExitStack:
    def __init__(self):
        self._exits = []
    def __enter__(self):
        return self
    def enter_context(self, cm):
        held = _hold(cm)
        value = next(held)
        def leave(error):
            if error is None:
                next(held, None)
                return False
            try:
                held.throw(error)
            except StopIteration:
                return True
            except BaseException as other:
                if other is not error:
                    raise
                return False
            return False
        self._exits.append(leave)
        return value
    def push(self, exit):
        def leave(error):
            call = exit.__exit__ if hasattr(exit, "__exit__") else exit
            return call(None if error is None else type(error), error, None)
        self._exits.append(leave)
        return exit
    def callback(self, callback, /, *args, **kwds):
        def leave(error):
            callback(*args, **kwds)
            return False
        self._exits.append(leave)
        return callback
    def pop_all(self):
        other = ExitStack()
        other._exits, self._exits = self._exits, []
        return other
    def close(self):
        self.__exit__(None, None, None)
    def __exit__(self, kind, error, traceback):
        first = error
        while self._exits:
            leave = self._exits.pop()
            try:
                if leave(error):
                    error = None
            except BaseException as other:
                error = other
        if error is not None and error is not first:
            raise error
        return first is not None and error is None
)py";

static constexpr char collectionsText[] = R"py(
class ChainMap:
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]
    def __getitem__(self, key):
        for mapping in self.maps:
            if key in mapping:
                return mapping[key]
        raise KeyError(key)
    def get(self, key, default=None):
        return self[key] if key in self else default
    def __contains__(self, key):
        return any([key in mapping for mapping in self.maps])
    def _merged(self):
        merged = {}
        for mapping in reversed(self.maps):
            merged.update(mapping)
        return merged
    def __iter__(self):
        return iter(list(self._merged()))
    def __len__(self):
        return len(self._merged())
    def __bool__(self):
        return any(self.maps)
    def keys(self):
        return self._merged().keys()
    def values(self):
        return self._merged().values()
    def items(self):
        return self._merged().items()
    def __setitem__(self, key, value):
        self.maps[0][key] = value
    def __delitem__(self, key):
        del self.maps[0][key]
    def new_child(self, m=None, **kwargs):
        m = kwargs if m is None else m
        return ChainMap(m, *self.maps)
    @property
    def parents(self):
        return ChainMap(*self.maps[1:])
    def __eq__(self, other):
        return self._merged() == (other._merged() if isinstance(other, ChainMap) else other)
    def __repr__(self):
        return "ChainMap(" + ", ".join([repr(m) for m in self.maps]) + ")"
)py";

static constexpr char ioText[] = R"py(
class StringIO:
    def __init__(self, initial_value="", newline="\n"):
        self._text, self._at, self.closed = initial_value, 0, False
    def write(self, s, /):
        self._text = self._text[:self._at] + s + self._text[self._at + len(s):]
        self._at += len(s)
        return len(s)
    def writelines(self, lines, /):
        for line in lines:
            self.write(line)
    def getvalue(self):
        return self._text
    def read(self, size=-1, /):
        end = len(self._text) if size is None or size < 0 else self._at + size
        part, self._at = self._text[self._at:end], min(end, len(self._text))
        return part
    def readline(self):
        end = self._text.find("\n", self._at)
        return self.read(-1 if end < 0 else end + 1 - self._at)
    def readlines(self):
        return self.read().splitlines(True)
    def __iter__(self):
        return iter(self.readlines())
    def seek(self, pos, whence=0, /):
        self._at = pos if whence == 0 else len(self._text)
        return self._at
    def tell(self):
        return self._at
    def flush(self):
        pass
    def close(self):
        self.closed = True
    def __enter__(self):
        return self
    def __exit__(self, *exc_info):
        self.close()
)py";

static constexpr char tracebackText[] = R"py(
def format_exception_only(exc, value=None, /):
    error = exc if value is None else value
    text = str(error)
    return [type(error).__name__ + (": " + text if text else "") + "\n"]
)py";

llvm::ArrayRef<LibrarySource> library::preludeSources() {
  static const LibrarySource sources[] = {
      {"itertools", itertoolsText}, {"operator", operatorText},     {"heapq", heapqText},           {"bisect", bisectText},
      {"textwrap", textwrapText},   {"string", stringText},         {"contextlib", contextlibText}, {"collections", collectionsText},
      {"io", ioText},               {"logging", loggingPrelude},       {"traceback", tracebackText},   {"random", randomPrelude},
      {"json", jsonPrelude},        {"math", mathText},
  };
  return sources;
}
