# SPDX-License-Identifier: Apache-2.0
# module: numpy.random
"""`numpy.random` over the streams of RandomStream.cpp."""

import numpy as np

_make_stream = np.zeros(0)._stream


def _words_of(n):
    if n < 0:
        raise ValueError("expected non-negative integer")
    words = []
    while n or not words:
        words.append(n & 0xFFFFFFFF)
        n >>= 32
    return words


def _is_integer(x):
    return isinstance(x, int) or hasattr(x, "dtype") and x.ndim == 0


def _count_of(size):
    if size is None:
        return None
    n = 1
    for s in (size,) if isinstance(size, int) else size:
        n *= int(s)
    return n


def _shaped(x, size):
    return x if size is None else x.reshape(size)


def _fitting(size, *parameters):
    if size is None:
        shapes = [np.shape(p) for p in parameters]
        shape = np.broadcast_shapes(*shapes)
        return shape if shape != () else None
    return size


_bit_widths = {
    "bool": 1,
    "int8": 8,
    "uint8": 8,
    "int16": 16,
    "uint16": 16,
    "int32": 32,
    "uint32": 32,
    "int64": 64,
    "uint64": 64,
}


class _Draws:
    def uniform(self, low=0.0, high=1.0, size=None):
        size = _fitting(size, low, high)
        return low + (high - low) * _shaped(self.stream.doubles(_count_of(size)), size)

    def normal(self, loc=0.0, scale=1.0, size=None):
        if not hasattr(scale, "dtype") and scale < 0:
            raise ValueError("scale < 0")
        size = _fitting(size, loc, scale)
        return loc + scale * _shaped(self.stream.normals(_count_of(size)), size)

    def exponential(self, scale=1.0, size=None):
        size = _fitting(size, scale)
        return scale * _shaped(self.stream.exponentials(_count_of(size)), size)

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        x = self.normal(mean, sigma, size)
        return float(np.exp(x)) if isinstance(x, float) else np.exp(x)

    def laplace(self, loc=0.0, scale=1.0, size=None):
        u = self.half_open(size)
        return loc + np.where(u >= 0.5, -scale * np.log(2.0 - u - u), scale * np.log(u + u))

    def gumbel(self, loc=0.0, scale=1.0, size=None):
        return loc - scale * np.log(-np.log(1.0 - self.half_open(size)))

    def logistic(self, loc=0.0, scale=1.0, size=None):
        u = self.half_open(size)
        return loc + scale * np.log(u / (1.0 - u))

    def half_open(self, size):
        return _shaped(self.stream.doubles(_count_of(size)), size)

    def draw_integers(self, low, high, size, dtype, endpoint):
        if hasattr(low, "shape") and low.shape != () or hasattr(high, "shape") and high.shape != ():
            raise NotImplementedError("random integers with arrays of bounds")
        if high is None:
            low, high = 0, low
        low, high = int(low), int(high) - (0 if endpoint else 1)
        kind = np.dtype(dtype)
        name = kind.name
        if name not in _bit_widths:
            raise TypeError(f"Unsupported dtype {kind!r} for " + ("randint" if self.is_legacy else "integers"))
        least, most = (0, 1) if name == "bool" else (np.iinfo(kind).min, np.iinfo(kind).max)
        if low < least:
            raise ValueError(f"low is out of bounds for {name}")
        if high > most:
            raise ValueError(f"high is out of bounds for {name}")
        if low > high:
            raise ValueError("low >= high" if not endpoint else "low > high")
        x = self.stream.integers(low, high - low, _bit_widths[name], kind, _count_of(size))
        if size is None and dtype is not int:
            return np.array(x, dtype=kind)[()] if dtype is not bool else bool(x)
        return _shaped(x, size)

    def pick_weighted(self, n, size, replace, p):
        p = np.asarray(p).astype(float)
        if p.shape != (n,):
            raise ValueError("'a' and 'p' must have same size" if p.ndim == 1 else "'p' must be 1-dimensional")
        total = float(p.sum())
        if bool(np.any(p < 0)):
            raise ValueError(
                "probabilities are not non-negative" if self.is_legacy else "Probabilities are not non-negative"
            )
        if abs(total - 1) > 1.5e-8:
            raise ValueError("probabilities do not sum to 1" if self.is_legacy else "Probabilities do not sum to 1")
        count = _count_of(size)
        if replace:
            cdf = np.cumsum(p)
            cdf = cdf / cdf[-1]
            x = self.stream.doubles(1 if count is None else count)
            at = np.searchsorted(cdf, x, side="right")
            return int(at[0]) if count is None else at
        wanted = 1 if count is None else count
        if int(np.count_nonzero(p)) < wanted:
            raise ValueError("Fewer non-zero entries in p than size")
        weights, found = p.tolist(), []
        while len(found) < wanted:
            x = self.stream.doubles(wanted - len(found))
            for k in found:
                weights[k] = 0.0
            cdf = np.cumsum(np.array(weights))
            cdf = cdf / cdf[-1]
            for k in np.searchsorted(cdf, x, side="right").tolist():
                if k not in found:
                    found.append(k)
        return found[0] if count is None else np.array(found)

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        source = None if _is_integer(a) else np.asarray(a)
        n = int(a) if source is None else source.shape[axis]
        count = _count_of(size)
        if n <= 0 and count != 0:
            raise ValueError(
                "a must be greater than 0 unless no samples are taken"
                if source is None
                else "'a' cannot be empty unless no samples are taken"
            )
        if not replace and count is not None and count > n:
            raise ValueError(
                "Cannot take a larger sample than population when 'replace=False'"
                if self.is_legacy
                else "Cannot take a larger sample than population when replace is False"
            )
        if p is not None:
            at = self.pick_weighted(n, size, replace, p)
        elif replace:
            at = self.stream.integers(0, n - 1, 64, int, count)
        elif self.is_legacy:
            at = self.stream.order(n)[: 1 if count is None else count]
        else:
            at = self.stream.choose(n, 1 if count is None else count, shuffle)
        if size is None:
            at = at if isinstance(at, int) else int(at[0])
            return at if source is None else (source[at] if axis == 0 else np.take(source, at, axis=axis))
        at = at.reshape(size)
        return at if source is None else np.take(source, at, axis=axis)

    def permutation(self, x, axis=0):
        if _is_integer(x):
            return self.stream.order(int(x))
        x = np.asarray(x)
        return np.take(x, self.stream.order(x.shape[axis]), axis=axis)

    def shuffle(self, x, axis=0):
        if isinstance(x, list):
            copy = list(x)
            for i, k in enumerate(self.stream.order(len(x)).tolist()):
                x[i] = copy[k]
        else:
            x[...] = np.take(x, self.stream.order(x.shape[axis]), axis=axis)

    def bytes(self, length):
        words = self.stream.integers(0, 0xFFFFFFFF, 32, np.uint32, -(-length // 4))
        return words.tobytes()[:length]


class RandomState(_Draws):
    """Random numbers of MT19937, as the functions of the module."""

    is_legacy = True

    def __init__(self, seed=None):
        self.seed(seed)

    def seed(self, seed=None):
        if seed is None:
            seed = 0
        if _is_integer(seed):
            if not 0 <= int(seed) <= 0xFFFFFFFF:
                raise ValueError("Seed must be between 0 and 2**32 - 1")
            self.stream = _make_stream(True, [int(seed)], False)
        else:
            words = np.asarray(seed)
            if words.size and not np.issubdtype(words.dtype, np.integer):
                raise TypeError(
                    "Cannot cast array from dtype('float64') to dtype('int64') according to the rule 'safe'"
                )
            if words.ndim == 0 or words.size == 0:
                raise ValueError("Seed must be non-empty")
            if words.ndim != 1:
                raise ValueError("Seed array must be 1-d")
            words = words.tolist()
            if not all(0 <= word <= 0xFFFFFFFF for word in words):
                raise ValueError("Seed values must be between 0 and 2**32 - 1")
            self.stream = _make_stream(True, words, True)

    def rand(self, *shape):
        return self.random_sample(shape if shape else None)

    def randn(self, *shape):
        return self.standard_normal(shape if shape else None)

    def random_sample(self, size=None):
        return self.half_open(size)

    random = random_sample

    def standard_normal(self, size=None):
        return _shaped(self.stream.normals(_count_of(size)), size)

    def standard_exponential(self, size=None):
        return _shaped(self.stream.exponentials(_count_of(size)), size)

    def randint(self, low, high=None, size=None, dtype=int):
        return self.draw_integers(low, high, size, dtype, False)


class Generator(_Draws):
    """Random numbers of PCG64: `default_rng` makes one."""

    is_legacy = False

    def __init__(self, bit_generator):
        self.stream = bit_generator

    def __repr__(self):
        return "Generator(PCG64)"

    def random(self, size=None, dtype=np.float64, out=None):
        if out is not None:
            raise NotImplementedError("`out` of `Generator.random`")
        if np.dtype(dtype) == np.float32:
            return _shaped(self.stream.floats(_count_of(size)), size)
        if np.dtype(dtype) != np.float64:
            raise TypeError(f"Unsupported dtype {np.dtype(dtype)!r} for random")
        return self.half_open(size)

    def standard_normal(self, size=None, dtype=np.float64, out=None):
        if out is not None:
            raise NotImplementedError("`out` of `Generator.standard_normal`")
        if np.dtype(dtype) == np.float32:
            return _shaped(self.stream.float_normals(_count_of(size)), size)
        if np.dtype(dtype) != np.float64:
            raise TypeError(f"Unsupported dtype {np.dtype(dtype)!r} for standard_normal")
        return _shaped(self.stream.normals(_count_of(size)), size)

    def standard_exponential(self, size=None, dtype=np.float64, method="zig", out=None):
        if out is not None or method != "zig" or np.dtype(dtype) != np.float64:
            raise NotImplementedError("`out`, `method` and float32 of `Generator.standard_exponential`")
        return _shaped(self.stream.exponentials(_count_of(size)), size)

    def integers(self, low, high=None, size=None, dtype=np.int64, endpoint=False):
        if dtype is np.int64 and size is None:
            return np.int64(self.draw_integers(low, high, size, int, endpoint))
        return self.draw_integers(low, high, size, dtype, endpoint)

    def permuted(self, x, axis=None, out=None):
        raise NotImplementedError("`Generator.permuted`")

    def spawn(self, n_children):
        raise NotImplementedError("`Generator.spawn`")


def default_rng(seed=None):
    """A generator of random numbers; without a seed, of seed 0."""
    if isinstance(seed, Generator):
        return seed
    if seed is None:
        seed = 0
    if _is_integer(seed):
        return Generator(_make_stream(False, _words_of(int(seed)), False))
    words = []
    for s in seed:
        words += _words_of(int(s))
    return Generator(_make_stream(False, words, False))


_shared = RandomState(0)


def seed(seed=None):
    """Seeds the functions of this module; they begin with seed 0."""
    _shared.seed(seed)


def get_state(legacy=True):
    """The stream of the module's functions."""
    raise NotImplementedError("`np.random.get_state`")


def rand(*shape):
    """Draws uniformly from [0, 1)."""
    return _shared.rand(*shape)


def randn(*shape):
    """Draws from the standard normal distribution."""
    return _shared.randn(*shape)


def random(size=None):
    """Draws uniformly from [0, 1)."""
    return _shared.random_sample(size)


def standard_normal(size=None):
    """Draws from the standard normal distribution."""
    return _shared.standard_normal(size)


def normal(loc=0.0, scale=1.0, size=None):
    """Draws from a normal distribution."""
    return _shared.normal(loc, scale, size)


def uniform(low=0.0, high=1.0, size=None):
    """Draws uniformly from [low, high)."""
    return _shared.uniform(low, high, size)


def randint(low, high=None, size=None, dtype=None):
    """Draws integers from [low, high)."""
    return _shared.randint(low, high, size, int if dtype is None else dtype)


def choice(a, size=None, replace=True, p=None):
    """Draws elements of an array."""
    return _shared.choice(a, size, replace, p)


def permutation(x):
    """Entries in a random order."""
    return _shared.permutation(x)


def shuffle(x):
    """Puts entries into a random order, in place."""
    return _shared.shuffle(x)


def exponential(scale=1.0, size=None):
    """Draws from an exponential distribution."""
    return _shared.exponential(scale, size)


def standard_exponential(size=None):
    """Draws from the exponential distribution."""
    return _shared.standard_exponential(size)


def lognormal(mean=0.0, sigma=1.0, size=None):
    """Draws exponentials of normal numbers."""
    return _shared.lognormal(mean, sigma, size)


def laplace(loc=0.0, scale=1.0, size=None):
    """Draws from a Laplace distribution."""
    return _shared.laplace(loc, scale, size)


def gumbel(loc=0.0, scale=1.0, size=None):
    """Draws from a Gumbel distribution."""
    return _shared.gumbel(loc, scale, size)


def logistic(loc=0.0, scale=1.0, size=None):
    """Draws from a logistic distribution."""
    return _shared.logistic(loc, scale, size)


def bytes(length):
    """Random bytes."""
    return _shared.bytes(length)
