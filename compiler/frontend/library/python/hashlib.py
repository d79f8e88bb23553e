# SPDX-License-Identifier: Apache-2.0
"""`hashlib`: MD5, SHA-1 and the SHA-2 family, as RFC 1321 and FIPS 180-4 have them."""

import math as _math

algorithms_guaranteed = algorithms_available = {"md5", "sha1", "sha224", "sha256", "sha384", "sha512"}


def _primes(count):
    found, n = [], 2
    while len(found) < count:
        if all(n % p for p in found):
            found.append(n)
        n += 1
    return found


def _cube_root(n):
    low, high = 0, 1 << (n.bit_length() // 3 + 2)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle ** 3 <= n else (low, middle - 1)
    return low


_tables = {}


def _sha2_words(bits):
    """The fractions of the primes' cube roots."""
    if bits not in _tables:
        primes = _primes(64 if bits == 32 else 80)
        _tables[bits] = [_cube_root(p << (3 * bits)) & ((1 << bits) - 1) for p in primes]
    return _tables[bits]


def _square_fractions(bits, first, count):
    return [_math.isqrt(p << (2 * bits)) & ((1 << bits) - 1) for p in _primes(first + count)[first:]]


def _padded(data, block, order):
    size = len(data) * 8
    wide = block // 8
    tail = b"\x80" + bytes((-len(data) - 1 - wide) % block)
    return data + tail + size.to_bytes(wide, order)


def _md5(data):
    mask = 0xFFFFFFFF
    if "md5" not in _tables:
        _tables["md5"] = [int(abs(_math.sin(i + 1)) * 2**32) & mask for i in range(64)]
    table, turns = _tables["md5"], [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
    state = [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476]
    data = _padded(data, 64, "little")
    for at in range(0, len(data), 64):
        words = [int.from_bytes(data[at + 4 * i : at + 4 * i + 4], "little") for i in range(16)]
        a, b, c, d = state
        for i in range(64):
            if i < 16:
                f, g = (b & c) | (~b & d), i
            elif i < 32:
                f, g = (d & b) | (~d & c), (5 * i + 1) % 16
            elif i < 48:
                f, g = b ^ c ^ d, (3 * i + 5) % 16
            else:
                f, g = c ^ (b | (~d & mask)), 7 * i % 16
            f = (f + a + table[i] + words[g]) & mask
            n = turns[i // 16][i % 4]
            a, d, c, b = d, c, b, (b + (f << n | f >> (32 - n))) & mask
        state = [(x + y) & mask for x, y in zip(state, (a, b, c, d))]
    return b"".join(x.to_bytes(4, "little") for x in state)


def _sha1(data):
    mask = 0xFFFFFFFF
    state = [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0]
    data = _padded(data, 64, "big")
    for at in range(0, len(data), 64):
        w = [int.from_bytes(data[at + 4 * i : at + 4 * i + 4], "big") for i in range(16)]
        for i in range(16, 80):
            x = w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16]
            w.append((x << 1 | x >> 31) & mask)
        a, b, c, d, e = state
        for i in range(80):
            if i < 20:
                f, k = (b & c) | (~b & d), 0x5A827999
            elif i < 40:
                f, k = b ^ c ^ d, 0x6ED9EBA1
            elif i < 60:
                f, k = (b & c) | (b & d) | (c & d), 0x8F1BBCDC
            else:
                f, k = b ^ c ^ d, 0xCA62C1D6
            a, b, c, d, e = ((a << 5 | a >> 27) + f + e + k + w[i]) & mask, a, (b << 30 | b >> 2) & mask, c, d
        state = [(x + y) & mask for x, y in zip(state, (a, b, c, d, e))]
    return b"".join(x.to_bytes(4, "big") for x in state)


def _sha2(data, bits, state, size):
    mask, step = (1 << bits) - 1, bits // 8
    turns = ((7, 18, 3), (17, 19, 10), (2, 13, 22), (6, 11, 25))
    if bits == 64:
        turns = ((1, 8, 7), (19, 61, 6), (28, 34, 39), (14, 18, 41))
    table = _sha2_words(bits)

    def turned(x, n):
        return x >> n | x << (bits - n) & mask

    data = _padded(data, step * 16, "big")
    for at in range(0, len(data), step * 16):
        w = [int.from_bytes(data[at + step * i : at + step * i + step], "big") for i in range(16)]
        for i in range(16, len(table)):
            x, y = w[i - 15], w[i - 2]
            p, q, s = turns[0]
            low = turned(x, p) ^ turned(x, q) ^ x >> s
            p, q, s = turns[1]
            high = turned(y, p) ^ turned(y, q) ^ y >> s
            w.append((w[i - 16] + low + w[i - 7] + high) & mask)
        a, b, c, d, e, f, g, h = state
        (p, q, s), (t, u, v) = turns[2], turns[3]
        for k, word in zip(table, w):
            one = h + (turned(e, t) ^ turned(e, u) ^ turned(e, v)) + ((e & f) ^ (~e & g)) + k + word
            two = (turned(a, p) ^ turned(a, q) ^ turned(a, s)) + ((a & b) ^ (a & c) ^ (b & c))
            a, b, c, d, e, f, g, h = (one + two) & mask, a, b, c, (d + one) & mask, e, f, g
        state = [(x + y) & mask for x, y in zip(state, (a, b, c, d, e, f, g, h))]
    return b"".join(x.to_bytes(step, "big") for x in state)[:size]


def _digest(name, data):
    if name == "md5":
        return _md5(data)
    if name == "sha1":
        return _sha1(data)
    if name == "sha256":
        return _sha2(data, 32, _square_fractions(32, 0, 8), 32)
    if name == "sha224":
        return _sha2(data, 32, [x & 0xFFFFFFFF for x in _square_fractions(64, 8, 8)], 28)
    if name == "sha512":
        return _sha2(data, 64, _square_fractions(64, 0, 8), 64)
    return _sha2(data, 64, _square_fractions(64, 8, 8), 48)


class _Hash:
    def __init__(self, name, data):
        self.name, self._data = name, b""
        self.digest_size = {"md5": 16, "sha1": 20, "sha224": 28, "sha256": 32, "sha384": 48, "sha512": 64}[name]
        self.block_size = 128 if name in ("sha384", "sha512") else 64
        self.update(data)

    def update(self, data, /):
        if isinstance(data, str):
            raise TypeError("Strings must be encoded before hashing")
        self._data += bytes(data)

    def digest(self):
        return _digest(self.name, self._data)

    def hexdigest(self):
        return self.digest().hex()

    def copy(self):
        return _Hash(self.name, self._data)

    def __repr__(self):
        return f"<{self.name} _hashlib.HASH object>"


def new(name, data=b"", *, usedforsecurity=True):
    """A hash by its name."""
    if name.lower().replace("-", "") not in algorithms_available:
        raise ValueError(f"unsupported hash type {name}")
    return _Hash(name.lower().replace("-", ""), data)


def md5(string=b"", *, usedforsecurity=True):
    """A hash of 16 bytes."""
    return _Hash("md5", string)


def sha1(string=b"", *, usedforsecurity=True):
    """A hash of 20 bytes."""
    return _Hash("sha1", string)


def sha224(string=b"", *, usedforsecurity=True):
    """A hash of 28 bytes."""
    return _Hash("sha224", string)


def sha256(string=b"", *, usedforsecurity=True):
    """A hash of 32 bytes."""
    return _Hash("sha256", string)


def sha384(string=b"", *, usedforsecurity=True):
    """A hash of 48 bytes."""
    return _Hash("sha384", string)


def sha512(string=b"", *, usedforsecurity=True):
    """A hash of 64 bytes."""
    return _Hash("sha512", string)
