// SPDX-License-Identifier: Apache-2.0
// `random` and `json`, written in Python. Random numbers are CPython's own: the Mersenne twister MT19937 (Matsumoto and Nishimura, 1998)
// and the ways that `random` draws from it; without a seed the sequence is that of seed 0, so that a program means the same each time.
#include "compiler/frontend/library/python/Python.h"

const char tessera::frontend::library::randomPrelude[] = R"py(
import math
class Random:
    """Random numbers of one seed."""
    def __init__(self, x=0):
        self.seed(x)
    def seed(self, a=0, version=2):
        """Starts the sequence of an integer."""
        if a is None:
            a = 0
        if not isinstance(a, int):
            raise NotImplementedError("random.seed takes an integer here")
        key, n = [], abs(a)
        while n:
            key.append(n & 0xFFFFFFFF)
            n >>= 32
        key = key or [0]
        mt = [19650218]
        for i in range(1, 624):
            mt.append((1812433253 * (mt[-1] ^ (mt[-1] >> 30)) + i) & 0xFFFFFFFF)
        i, j = 1, 0
        for _ in range(max(624, len(key))):
            mt[i] = ((mt[i] ^ ((mt[i - 1] ^ (mt[i - 1] >> 30)) * 1664525)) + key[j] + j) & 0xFFFFFFFF
            i, j = i + 1, j + 1
            if i >= 624:
                mt[0], i = mt[623], 1
            if j >= len(key):
                j = 0
        for _ in range(623):
            mt[i] = ((mt[i] ^ ((mt[i - 1] ^ (mt[i - 1] >> 30)) * 1566083941)) - i) & 0xFFFFFFFF
            i += 1
            if i >= 624:
                mt[0], i = mt[623], 1
        mt[0] = 0x80000000
        self._mt, self._at, self._gauss = mt, 624, None
    def _word(self):
        mt = self._mt
        if self._at >= 624:
            for k in range(624):
                y = (mt[k] & 0x80000000) | (mt[(k + 1) % 624] & 0x7FFFFFFF)
                mt[k] = mt[(k + 397) % 624] ^ (y >> 1) ^ (0x9908B0DF if y & 1 else 0)
            self._at = 0
        y = mt[self._at]
        self._at += 1
        y ^= y >> 11
        y ^= (y << 7) & 0x9D2C5680
        y ^= (y << 15) & 0xEFC60000
        return y ^ (y >> 18)
    def random(self):
        """A float from 0 to before 1."""
        a, b = self._word() >> 5, self._word() >> 6
        return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0)
    def getrandbits(self, k, /):
        """An integer of `k` bits."""
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        result, shift = 0, 0
        while k > 0:
            word = self._word()
            if k < 32:
                word >>= 32 - k
            result |= word << shift
            shift += 32
            k -= 32
        return result
    def _below(self, n):
        k = n.bit_length()
        r = self.getrandbits(k)
        while r >= n:
            r = self.getrandbits(k)
        return r
    def randrange(self, start, stop=None, step=1):
        """An element of `range`."""
        if stop is None:
            start, stop = 0, start
        width = stop - start
        if step == 1:
            if width > 0:
                return start + self._below(width)
            raise ValueError(f"empty range in randrange({start}, {stop})")
        n = (width + step - 1) // step if step > 0 else (width + step + 1) // step
        if n <= 0:
            raise ValueError(f"empty range in randrange({start}, {stop}, {step})")
        return start + step * self._below(n)
    def randint(self, a, b):
        """An integer from `a` to `b`, both included."""
        return self.randrange(a, b + 1)
    def choice(self, seq):
        """One of the elements."""
        if not len(seq):
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._below(len(seq))]
    def shuffle(self, x):
        """Mixes the list in place."""
        for i in reversed(range(1, len(x))):
            j = self._below(i + 1)
            x[i], x[j] = x[j], x[i]
    def sample(self, population, k):
        """`k` different elements."""
        n = len(population)
        if not 0 <= k <= n:
            raise ValueError("Sample larger than population or is negative")
        result, setsize = [None] * k, 21
        if k > 5:
            setsize += 4 ** math.ceil(math.log(k * 3, 4))
        if n <= setsize:
            pool = list(population)
            for i in range(k):
                j = self._below(n - i)
                result[i] = pool[j]
                pool[j] = pool[n - i - 1]
        else:
            selected = set()
            for i in range(k):
                j = self._below(n)
                while j in selected:
                    j = self._below(n)
                selected.add(j)
                result[i] = population[j]
        return result
    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        """`k` elements, each any of them."""
        n = len(population)
        if cum_weights is None:
            if weights is None:
                return [population[math.floor(self.random() * (n + 0.0))] for _ in range(k)]
            cum_weights, total = [], 0
            for w in weights:
                total += w
                cum_weights.append(total)
        out = []
        for _ in range(k):
            x, lo, hi = self.random() * (cum_weights[-1] + 0.0), 0, n - 1
            while lo < hi:
                mid = (lo + hi) // 2
                if x < cum_weights[mid]:
                    hi = mid
                else:
                    lo = mid + 1
            out.append(population[lo])
        return out
    def uniform(self, a, b):
        """A float from `a` to `b`."""
        return a + (b - a) * self.random()
    def gauss(self, mu=0.0, sigma=1.0):
        """A number of a normal distribution."""
        z, self._gauss = self._gauss, None
        if z is None:
            x2pi = self.random() * math.tau
            g2rad = math.sqrt(-2.0 * math.log(1.0 - self.random()))
            z = math.cos(x2pi) * g2rad
            self._gauss = math.sin(x2pi) * g2rad
        return mu + z * sigma
    def normalvariate(self, mu=0.0, sigma=1.0):
        """A number of a normal distribution."""
        magic = 4 * math.exp(-0.5) / math.sqrt(2.0)
        while True:
            u1 = self.random()
            u2 = 1.0 - self.random()
            z = magic * (u1 - 0.5) / u2
            if z * z / 4.0 <= -math.log(u2):
                return mu + z * sigma
_shared = Random()
seed, random, getrandbits, randrange, randint = _shared.seed, _shared.random, _shared.getrandbits, _shared.randrange, _shared.randint
choice, shuffle, sample, choices, uniform = _shared.choice, _shared.shuffle, _shared.sample, _shared.choices, _shared.uniform
gauss, normalvariate = _shared.gauss, _shared.normalvariate
)py";

const char tessera::frontend::library::jsonPrelude[] = R"py(
class JSONDecodeError(ValueError):
    """Raised for a text that is no JSON."""
    pass
_escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
def _quote(text, ascii_only):
    out = ['"']
    for c in text:
        n = ord(c)
        if c in _escapes:
            out.append(_escapes[c])
        elif n < 32 or (ascii_only and n > 126):
            if n > 0xFFFF:
                n -= 0x10000
                out.append(f"\\u{0xD800 | n >> 10:04x}\\u{0xDC00 | n & 0x3FF:04x}")
            else:
                out.append(f"\\u{n:04x}")
        else:
            out.append(c)
    out.append('"')
    return "".join(out)
def _number(value):
    if value != value:
        return "NaN"
    return "Infinity" if value == float("inf") else "-Infinity" if value == float("-inf") else repr(value)
def dumps(obj, *, ensure_ascii=True, indent=None, separators=None, default=None, sort_keys=False):
    """The object as a JSON text."""
    comma, colon = separators or ((", " if indent is None else ","), ": ")
    if isinstance(indent, int):
        indent = " " * indent
    def key_text(key):
        if isinstance(key, str):
            return key
        if key is None or isinstance(key, (bool, int, float)):
            return encode(key, "")
        raise TypeError(f"keys must be str, int, float, bool or None, not {type(key).__name__}")
    def wrap(parts, ends, level):
        if not parts:
            return ends
        if indent is None:
            return ends[0] + comma.join(parts) + ends[1]
        inner = level + indent
        return ends[0] + "\n" + inner + (comma + "\n" + inner).join(parts) + "\n" + level + ends[1]
    def encode(value, level):
        if value is None or isinstance(value, bool):
            return "null" if value is None else "true" if value else "false"
        if isinstance(value, str):
            return _quote(value, ensure_ascii)
        if isinstance(value, int):
            return str(int(value))
        if isinstance(value, float):
            return _number(value)
        deeper = level if indent is None else level + indent
        if isinstance(value, (list, tuple)):
            return wrap([encode(item, deeper) for item in value], "[]", level)
        if isinstance(value, dict):
            items = sorted(value.items()) if sort_keys else list(value.items())
            return wrap([_quote(key_text(k), ensure_ascii) + colon + encode(v, deeper) for k, v in items], "{}", level)
        if default is None:
            raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")
        return encode(default(value), level)
    return encode(obj, "")
def dump(obj, fp, **kwargs):
    """Writes the object as a JSON text."""
    fp.write(dumps(obj, **kwargs))
def loads(s):
    """The object of a JSON text."""
    at = 0
    def fail(message):
        raise JSONDecodeError(f"{message}: line {s.count(chr(10), 0, at) + 1} column {at - s.rfind(chr(10), 0, at)} (char {at})")
    def skip():
        nonlocal at
        while at < len(s) and s[at] in " \t\n\r":
            at += 1
    def text():
        nonlocal at
        out = []
        at += 1
        while True:
            if at >= len(s):
                fail("Unterminated string starting at")
            c = s[at]
            at += 1
            if c == '"':
                return "".join(out)
            if c != "\\":
                out.append(c)
                continue
            c = s[at:at + 1]
            at += 1
            if c == "u":
                n = int(s[at:at + 4], 16)
                at += 4
                if 0xD800 <= n < 0xDC00 and s[at:at + 2] == "\\u":
                    n = 0x10000 + ((n & 0x3FF) << 10 | int(s[at + 2:at + 6], 16) & 0x3FF)
                    at += 6
                out.append(chr(n))
            elif c and c in '"\\/bfnrt':
                out.append({"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}.get(c, c))
            else:
                fail("Invalid \\escape")
    def value():
        nonlocal at
        skip()
        c = s[at:at + 1]
        if c == '"':
            return text()
        if c == "[":
            at += 1
            items = []
            skip()
            if s[at:at + 1] == "]":
                at += 1
                return items
            while True:
                items.append(value())
                skip()
                at += 1
                if s[at - 1:at] == "]":
                    return items
                if s[at - 1:at] != ",":
                    at -= 1
                    fail("Expecting ',' delimiter")
        if c == "{":
            at += 1
            items = {}
            skip()
            if s[at:at + 1] == "}":
                at += 1
                return items
            while True:
                skip()
                if s[at:at + 1] != '"':
                    fail("Expecting property name enclosed in double quotes")
                key = text()
                skip()
                if s[at:at + 1] != ":":
                    fail("Expecting ':' delimiter")
                at += 1
                items[key] = value()
                skip()
                at += 1
                if s[at - 1:at] == "}":
                    return items
                if s[at - 1:at] != ",":
                    at -= 1
                    fail("Expecting ',' delimiter")
        for word, meaning in (("null", None), ("true", True), ("false", False), ("NaN", float("nan")), ("Infinity", float("inf")), ("-Infinity", float("-inf"))):
            if s.startswith(word, at):
                at += len(word)
                return meaning
        end = at
        while end < len(s) and s[end] in "+-.eE0123456789":
            end += 1
        number = s[at:end]
        if not number or number[0] not in "-0123456789":
            fail("Expecting value")
        at = end
        return float(number) if any([c in number for c in ".eE"]) else int(number)
    result = value()
    skip()
    if at != len(s):
        fail("Extra data")
    return result
def load(fp):
    """The object of a file's JSON text."""
    return loads(fp.read())
)py";
