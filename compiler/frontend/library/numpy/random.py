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


def _shaped(x, size):
    return x if size is None else np.array(x.reshape(size))


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


def _check_bounds(low, high, name, endpoint, is_legacy):
    least, most = (0, 1) if name == "bool" else (np.iinfo(name).min, np.iinfo(name).max)
    if low < least:
        raise ValueError(f"low is out of bounds for {name}")
    if high > most:
        raise ValueError(f"high is out of bounds for {name}")
    if low > high:
        raise ValueError("low > high" if endpoint else "low >= high")


class _Draws(_Distributions):
    def half_open(self, size):
        return _shaped(self.stream.doubles(_count_of(size)), size)

    def draw_integers(self, low, high, size, dtype, endpoint):
        if high is None:
            low, high = 0, low
        kind = np.dtype(dtype)
        if kind.name not in _bit_widths:
            raise TypeError(f"Unsupported dtype {kind!r} for " + ("randint" if self.is_legacy else "integers"))
        if not (_is_integer(low) or isinstance(low, float)) or not (_is_integer(high) or isinstance(high, float)):
            return self.draw_between(np.asarray(low), np.asarray(high), size, kind, endpoint)
        low, high = int(low), int(high) - (0 if endpoint else 1)
        _check_bounds(low, high, kind.name, endpoint, self.is_legacy)
        x = self.stream.integers(low, high - low, _bit_widths[kind.name], kind, _count_of(size))
        if size is None and dtype is not int:
            return np.array(x, dtype=kind)[()] if dtype is not bool else bool(x)
        return _shaped(x, size)

    def draw_between(self, low, high, size, kind, endpoint):
        shape = _spread_of(size, np.broadcast_shapes(low.shape, high.shape))
        numbers = []
        bounds = [np.broadcast_to(a, shape).reshape(-1).tolist() for a in (low, high)]
        for least, most in zip(*bounds):
            least, most = int(least), int(most) - (0 if endpoint else 1)
            _check_bounds(least, most, kind.name, endpoint, self.is_legacy)
            numbers.append(self.stream.integers(least, most - least, _bit_widths[kind.name], kind, None))
        return np.array(np.array(numbers, dtype=kind).reshape(shape))

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
        """Draws elements of an array."""
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
        """Entries in a random order."""
        if _is_integer(x):
            return self.stream.order(int(x))
        x = np.asarray(x)
        return np.take(x, self.stream.order(x.shape[axis]), axis=axis)

    def shuffle(self, x, axis=0):
        """Puts entries into a random order, in place."""
        if isinstance(x, list):
            copy = list(x)
            for i, k in enumerate(self.stream.order(len(x)).tolist()):
                x[i] = copy[k]
        else:
            x[...] = np.take(x, self.stream.order(x.shape[axis]), axis=axis)

    def bytes(self, length):
        """Random bytes."""
        words = self.stream.integers(0, 0xFFFFFFFF, 32, np.uint32, -(-length // 4))
        return words.tobytes()[:length]


class RandomState(_Draws):
    """Random numbers of MT19937, as the functions of the module."""

    is_legacy = True

    def __init__(self, seed=None):
        self.seed(seed)

    def seed(self, seed=None):
        """Seeds the stream: MT19937, begun anew."""
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
        """Draws uniformly from [0, 1)."""
        return self.random_sample(shape if shape else None)

    def randn(self, *shape):
        """Draws from the standard normal distribution."""
        return self.standard_normal(shape if shape else None)

    def random_sample(self, size=None):
        """Draws uniformly from [0, 1)."""
        return self.half_open(size)

    random = random_sample

    def standard_normal(self, size=None):
        """Draws from the standard normal distribution."""
        return _shaped(self.stream.normals(_count_of(size)), size)

    def standard_exponential(self, size=None):
        """Draws from the exponential distribution."""
        return _shaped(self.stream.exponentials(_count_of(size)), size)

    def randint(self, low, high=None, size=None, dtype=int):
        """Draws integers from [low, high)."""
        return self.draw_integers(low, high, size, dtype, False)

    def random_integers(self, low, high=None, size=None):
        """Draws integers from [low, high]."""
        import warnings

        text = "This function is deprecated. Please call randint({0}, {1} + 1) instead"
        low, high = (1, low) if high is None else (low, high)
        warnings.warn(text.format(low, high), DeprecationWarning, stacklevel=2)
        return self.draw_integers(low, high, size, int, True)

    def get_state(self, legacy=True):
        """The stream, as a tuple or a dict."""
        words, position, has_normal, normal = self.stream.state()
        words = np.array(words, dtype=np.uint32)
        if legacy:
            return ("MT19937", words, position, has_normal, normal)
        state = {"key": words, "pos": position}
        return {"bit_generator": "MT19937", "state": state, "has_gauss": has_normal, "gauss": normal}

    def set_state(self, state):
        """Goes on where a stream was that `get_state` gave."""
        if isinstance(state, dict):
            name, words, position = state["bit_generator"], state["state"]["key"], state["state"]["pos"]
            rest = (state.get("has_gauss", 0), state.get("gauss", 0.0))
        else:
            name, words, position = state[:3]
            rest = tuple(state[3:5]) or (0, 0.0)
        if name != "MT19937":
            raise ValueError("set_state can only be used with legacy MT19937 state instances.")
        self.stream.set_state(np.asarray(words).tolist(), int(position), bool(rest[0]), float(rest[1]))

    def tomaxint(self, size=None):
        """Draws integers from 0 to the greatest."""
        return self.draw_integers(0, np.iinfo(np.int64).max, size, int, True)

    _poisson_lam_max = 9.223372006484771e18
    ranf = sample = random_sample


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


# The functions of the module are methods of one state, which begins with seed 0.
_shared = RandomState(0)
random = _shared.random_sample
seed = _shared.seed
get_state = _shared.get_state
set_state = _shared.set_state
rand = _shared.rand
randn = _shared.randn
random_sample = _shared.random_sample
ranf = _shared.ranf
sample = _shared.sample
standard_normal = _shared.standard_normal
normal = _shared.normal
uniform = _shared.uniform
randint = _shared.randint
random_integers = _shared.random_integers
choice = _shared.choice
permutation = _shared.permutation
shuffle = _shared.shuffle
exponential = _shared.exponential
standard_exponential = _shared.standard_exponential
lognormal = _shared.lognormal
laplace = _shared.laplace
gumbel = _shared.gumbel
logistic = _shared.logistic
standard_gamma = _shared.standard_gamma
gamma = _shared.gamma
beta = _shared.beta
chisquare = _shared.chisquare
noncentral_chisquare = _shared.noncentral_chisquare
f = _shared.f
noncentral_f = _shared.noncentral_f
standard_t = _shared.standard_t
standard_cauchy = _shared.standard_cauchy
pareto = _shared.pareto
weibull = _shared.weibull
power = _shared.power
rayleigh = _shared.rayleigh
wald = _shared.wald
triangular = _shared.triangular
vonmises = _shared.vonmises
poisson = _shared.poisson
binomial = _shared.binomial
negative_binomial = _shared.negative_binomial
geometric = _shared.geometric
zipf = _shared.zipf
logseries = _shared.logseries
hypergeometric = _shared.hypergeometric
multinomial = _shared.multinomial
dirichlet = _shared.dirichlet
bytes = _shared.bytes
