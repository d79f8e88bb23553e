# SPDX-License-Identifier: Apache-2.0
"""`uuid`: identifiers as RFC 4122 has them. Those that are random come from a stream of their own, so that
each run has the same.
"""

from enum import Enum as _Enum

RESERVED_NCS, RFC_4122 = "reserved for NCS compatibility", "specified in RFC 4122"
_stream = None
RESERVED_MICROSOFT, RESERVED_FUTURE = "reserved for Microsoft compatibility", "reserved for future definition"


class SafeUUID(_Enum):
    """Whether an identifier was made safely where several processes make them."""

    safe, unsafe, unknown = 0, -1, None


class UUID:
    """128 bits that name something."""

    def __init__(
        self,
        hex=None,
        bytes=None,
        bytes_le=None,
        fields=None,
        int=None,
        version=None,
        *,
        is_safe=SafeUUID.unknown,
    ):
        if [hex, bytes, bytes_le, fields, int].count(None) != 4:
            raise TypeError("one of the hex, bytes, bytes_le, fields, or int arguments must be given")
        if hex is not None:
            int = _of_hex(hex)
        elif bytes_le is not None:
            if len(bytes_le) != 16:
                raise ValueError("bytes_le is not a 16-char string")
            bytes = bytes_le[3::-1] + bytes_le[5:3:-1] + bytes_le[7:5:-1] + bytes_le[8:]
        elif fields is not None:
            int = _of_fields(fields)
        if bytes is not None:
            if len(bytes) != 16:
                raise ValueError("bytes is not a 16-char string")
            int = _number(bytes)
        if not 0 <= int < 1 << 128:
            raise ValueError("int is out of range (need a 128-bit value)")
        if version is not None:
            if not 1 <= version <= 5:
                raise ValueError("illegal version number")
            int = int & ~(0xC000 << 48) | 0x8000 << 48
            int = int & ~(0xF000 << 64) | version << 76
        object.__setattr__(self, "int", int)
        object.__setattr__(self, "is_safe", is_safe)

    def __setattr__(self, name, value):
        raise TypeError("UUID objects are immutable")

    def __eq__(self, other):
        return self.int == other.int if isinstance(other, UUID) else NotImplemented

    def __lt__(self, other):
        return self.int < other.int if isinstance(other, UUID) else NotImplemented

    def __gt__(self, other):
        return self.int > other.int if isinstance(other, UUID) else NotImplemented

    def __le__(self, other):
        return self.int <= other.int if isinstance(other, UUID) else NotImplemented

    def __ge__(self, other):
        return self.int >= other.int if isinstance(other, UUID) else NotImplemented

    def __hash__(self):
        return hash(self.int)

    def __int__(self):
        return self.int

    def __repr__(self):
        return f"{type(self).__name__}({str(self)!r})"

    def __str__(self):
        text = self.hex
        return "-".join([text[:8], text[8:12], text[12:16], text[16:20], text[20:]])

    @property
    def hex(self):
        """32 digits."""
        return f"{self.int:032x}"

    @property
    def bytes(self):
        """16 bytes, the highest first."""
        return self.int.to_bytes(16, "big")

    @property
    def bytes_le(self):
        """16 bytes; those of the first three fields are turned round."""
        b = self.bytes
        return b[3::-1] + b[5:3:-1] + b[7:5:-1] + b[8:]

    @property
    def fields(self):
        """The six fields."""
        low, middle, high = self.time_low, self.time_mid, self.time_hi_version
        return low, middle, high, self.clock_seq_hi_variant, self.clock_seq_low, self.node

    @property
    def time_low(self):
        return self.int >> 96

    @property
    def time_mid(self):
        return self.int >> 80 & 0xFFFF

    @property
    def time_hi_version(self):
        return self.int >> 64 & 0xFFFF

    @property
    def clock_seq_hi_variant(self):
        return self.int >> 56 & 0xFF

    @property
    def clock_seq_low(self):
        return self.int >> 48 & 0xFF

    @property
    def time(self):
        return (self.time_hi_version & 0x0FFF) << 48 | self.time_mid << 32 | self.time_low

    @property
    def clock_seq(self):
        return (self.clock_seq_hi_variant & 0x3F) << 8 | self.clock_seq_low

    @property
    def node(self):
        return self.int & 0xFFFFFFFFFFFF

    @property
    def urn(self):
        """The text as a name of the web."""
        return "urn:uuid:" + str(self)

    @property
    def variant(self):
        """Who says what the bits mean."""
        if not self.int & 0x8000 << 48:
            return RESERVED_NCS
        if not self.int & 0x4000 << 48:
            return RFC_4122
        return RESERVED_FUTURE if self.int & 0x2000 << 48 else RESERVED_MICROSOFT

    @property
    def version(self):
        """How the bits were made."""
        return self.int >> 76 & 0xF if self.variant == RFC_4122 else None


def _of_hex(text):
    text = text.replace("urn:", "").replace("uuid:", "").strip("{}").replace("-", "")
    if len(text) != 32:
        raise ValueError("badly formed hexadecimal UUID string")
    return int(text, 16)


def _number(data):
    return int.from_bytes(data, "big")


def _of_fields(fields):
    if len(fields) != 6:
        raise ValueError("fields is not a 6-tuple")
    total = 0
    for i, (value, bits) in enumerate(zip(fields, (32, 16, 16, 8, 8, 48))):
        if not 0 <= value < 1 << bits:
            raise ValueError(f"field {i + 1} out of range (need a {bits}-bit value)")
        total = total << bits | value
    return total


def uuid1(node=None, clock_seq=None):
    raise NotImplementedError("`uuid.uuid1` (a recorded program has no clock)")


def getnode():
    raise NotImplementedError("`uuid.getnode`")


def _named(function, namespace, name, version):
    data = name if isinstance(name, bytes) else name.encode()
    return UUID(bytes=function(namespace.bytes + data).digest()[:16], version=version)


def uuid3(namespace, name):
    """The identifier of a name, by MD5."""
    import hashlib

    return _named(hashlib.md5, namespace, name, 3)


def uuid4():
    """A random identifier; the program's own random numbers stay what they are."""
    global _stream
    if _stream is None:
        import random

        _stream = random.Random(4122)
    return UUID(int=_stream.getrandbits(128), version=4)


def uuid5(namespace, name):
    """The identifier of a name, by SHA-1."""
    import hashlib

    return _named(hashlib.sha1, namespace, name, 5)


NAMESPACE_DNS = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_URL = UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_OID = UUID("6ba7b812-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_X500 = UUID("6ba7b814-9dad-11d1-80b4-00c04fd430c8")
