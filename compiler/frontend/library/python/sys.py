# SPDX-License-Identifier: Apache-2.0
"""`sys`, as far as it is not in C++."""

from collections import namedtuple

maxunicode = 0x10FFFF
api_version = 1013
hexversion = 0x030B00F0
copyright = "Tessera"
dont_write_bytecode = True
warnoptions = []
builtin_module_names = ()
meta_path = []
path_hooks = []
prefix = exec_prefix = base_prefix = base_exec_prefix = ""

_FloatInfo = namedtuple("float_info", "max max_exp max_10_exp min min_exp min_10_exp dig mant_dig epsilon radix rounds")
float_info = _FloatInfo(
    1.7976931348623157e308, 1024, 308, 2.2250738585072014e-308, -1021, -307, 15, 53, 2.220446049250313e-16, 2, 1
)
_IntInfo = namedtuple("int_info", "bits_per_digit sizeof_digit default_max_str_digits str_digits_check_threshold")
int_info = _IntInfo(30, 4, 4300, 640)
_HashInfo = namedtuple("hash_info", "width modulus inf nan imag algorithm hash_bits seed_bits cutoff")
hash_info = _HashInfo(64, 2**61 - 1, 314159, 0, 1000003, "tessera", 64, 0, 0)
_Flags = namedtuple(
    "flags",
    "debug inspect interactive optimize dont_write_bytecode no_user_site no_site ignore_environment verbose"
    " bytes_warning quiet hash_randomization isolated dev_mode utf8_mode warn_default_encoding safe_path"
    " int_max_str_digits",
)
flags = _Flags(0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, False, 1, 0, False, 4300)


class _Implementation:
    name = "tessera"
    cache_tag = None
    version = (3, 11, 0, "final", 0)
    hexversion = 0x030B00F0


implementation = _Implementation()


def getdefaultencoding():
    """utf-8."""
    return "utf-8"


def getfilesystemencoding():
    """utf-8."""
    return "utf-8"


def exception():
    """The exception that is being handled."""
    import sys

    return sys.exc_info()[1]


def getswitchinterval():
    """There are no threads to switch between."""
    return 0.005


def gettrace():
    """None: nothing is traced."""
    return None


def getprofile():
    """None: nothing is traced."""
    return None


def _distance(a, b, limit):
    """How far two names are, up to `limit`: 2 for a letter more, less or other, 1 where only its case differs."""
    if a == b:
        return 0
    row = [2 * place for place in range(len(b) + 1)]
    for i, left in enumerate(a):
        before, row[0] = row[0], 2 * (i + 1)
        for j, right in enumerate(b):
            change = 0 if left == right else 1 if left.lower() == right.lower() else 2
            before, row[j + 1] = row[j + 1], min(before + change, row[j] + 2, row[j + 1] + 2)
        if min(row) > limit:
            return limit + 1
    return row[-1]


def _nearest(wrong, names):
    """The name that was most likely meant; None for nothing near, or too many to look at."""
    if len(names) > 750 or len(wrong) > 40:
        return None
    best = None
    nearest = 0
    for name in names:
        if not isinstance(name, str) or name == wrong:
            continue
        limit = (len(wrong) + len(name) + 3) * 2 // 6
        if best is not None:
            limit = min(limit, nearest - 1)
        found = _distance(wrong, name, limit) if abs(len(wrong) - len(name)) * 2 <= limit else limit + 1
        if found <= limit:
            best, nearest = name, found
    return best


def excepthook(exctype, value, traceback, /):
    """Writes an exception to `sys.stderr`, with the attribute that was most likely meant."""
    import sys
    from traceback import format_exception

    text = "".join(format_exception(exctype, value, traceback)).rstrip("\n")
    if isinstance(value, AttributeError) and isinstance(value.name, str) and value.obj is not None:
        try:
            meant = _nearest(value.name, dir(value.obj))
        except Exception:
            meant = None
        if meant is not None:
            text += f". Did you mean: {meant!r}?"
    print(text, file=sys.stderr)


__excepthook__ = excepthook


def getsizeof(object, *default):
    """An object's bytes as CPython lays it out: arrays, numbers, texts, bytes, tuples and what has `__sizeof__`."""
    kind = type(object)
    if hasattr(object, "__sizeof__") and kind not in (int, float, str, bytes, tuple, bool, complex):
        size = object.__sizeof__()
        if not isinstance(size, int):
            raise TypeError(f"'{type(size).__name__}' object cannot be interpreted as an integer")
        if size < 0:
            raise ValueError("__sizeof__() should return >= 0")
        return size
    if kind in (int, bool):
        return 24 + 4 * max(1, -(-int(object).bit_length() // 30))
    if kind is str:
        widest = max(map(ord, object), default=0)
        if widest < 128:
            return 49 + len(object)
        return (73 if widest < 256 else 74 if widest < 65536 else 76) + len(object) * (
            1 if widest < 256 else 2 if widest < 65536 else 4
        )
    sizes = {float: 24, complex: 32, type(None): 16, bytes: 33, tuple: 40}
    if kind in sizes:
        return sizes[kind] + (len(object) * (8 if kind is tuple else 1) if kind in (bytes, tuple) else 0)
    if default:
        return default[0]
    raise NotImplementedError(f"`sys.getsizeof` of a '{kind.__name__}'")
