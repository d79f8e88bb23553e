# SPDX-License-Identifier: Apache-2.0
"""Random numbers are CPython's own: the Mersenne twister MT19937 (Matsumoto and Nishimura, 1998) and the ways that
`random` draws from it; without a seed the sequence is that of seed 0, so that a program means the same each time.
"""

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

    def randbytes(self, n):
        """`n` bytes."""
        return self.getrandbits(n * 8).to_bytes(n, "little")

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
seed, random, getrandbits, randbytes, randrange, randint = (
    _shared.seed,
    _shared.random,
    _shared.getrandbits,
    _shared.randbytes,
    _shared.randrange,
    _shared.randint,
)
choice, shuffle, sample, choices, uniform = (
    _shared.choice,
    _shared.shuffle,
    _shared.sample,
    _shared.choices,
    _shared.uniform,
)
gauss, normalvariate = _shared.gauss, _shared.normalvariate
