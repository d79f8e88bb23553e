# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.items
"""Times and differences of times: counts of a unit, `datetime64` from 1970 on."""

_not_a_time = -(1 << 63)
_order_of_units = ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"]
_seconds = {"W": 7 * 86400, "D": 86400, "h": 3600, "m": 60, "s": 1}
_parts_of_second = {"ms": 10**3, "us": 10**6, "ns": 10**9, "ps": 10**12, "fs": 10**15, "as": 10**18}
_unit_names = {"generic": None, "h": "h", "m": "m", "μs": "us"}


def _read_unit(text):
    # `25s` as ("s", 25); None is the unit that is open.
    if text in ("", "generic"):
        return None, 1
    found = _re.fullmatch(r"(\d*)(\D+?)(?:/(\d+))?", text)
    if found is None or (found.group(2) not in _order_of_units and found.group(2) != "μs"):
        raise TypeError(f'Invalid datetime unit in metadata string "[{text}]"')
    unit, count = _unit_names.get(found.group(2), found.group(2)), int(found.group(1) or 1)
    if found.group(3):
        raise NotImplementedError("divided units of times")
    return unit, count


def _attoseconds(unit):
    return _seconds[unit] * 10**18 if unit in _seconds else 10**18 // _parts_of_second[unit]


def _days_of(year, month, day):
    # Days from 1970-01-01, in the calendar without a beginning.
    year -= month <= 2
    era, month = year // 400, (month + 9) % 12
    of_era = year - era * 400
    return era * 146097 + of_era * 365 + of_era // 4 - of_era // 100 + (153 * month + 2) // 5 + day - 1 - 719468


def _date_of(days):
    days += 719468
    era = days // 146097
    rest = days - era * 146097
    of_era = (rest - rest // 1460 + rest // 36524 - rest // 146096) // 365
    day = rest - (365 * of_era + of_era // 4 - of_era // 100)
    month = (5 * day + 2) // 153
    year = of_era + era * 400 + (month >= 10)
    return year, (month + 2) % 12 + 1, day - (153 * month + 2) // 5 + 1


class _TimeDType(_DType):
    """`datetime64[UNIT]` and `timedelta64[UNIT]`; the raw items are counts."""

    def __init__(self, kind, unit=None, count=1):
        _DType.__init__(self, kind, 8)
        self.unit, self.count = unit, count

    def _unit_text(self):
        return "" if self.unit is None else f"[{self.count if self.count != 1 else ''}{self.unit}]"

    @property
    def type(self):
        return datetime64 if self.kind == "M" else timedelta64

    @property
    def name(self):
        return ("datetime64" if self.kind == "M" else "timedelta64") + self._unit_text()

    @property
    def str(self):
        return f"<{self.kind}8{self._unit_text()}"

    def _key(self):
        return self.kind, self.unit, self.count

    def __hash__(self):
        return hash(self._key())

    def __repr__(self):
        return f"dtype('{self.str}')"

    def __str__(self):
        return self.name

    def _zero(self):
        return 0

    def _empty(self):
        return 0

    def _take(self, value):
        if _is_items_array(value) and value.ndim == 0:
            value = value[()]
        time = (
            value
            if isinstance(value, self.type)
            else self.type(value, *(() if self.unit is None else ((self.unit, self.count),)))
        )
        return _converted_ticks(time._ticks, time._dtype, self)

    def _give(self, raw):
        return _time(raw, self)

    def _plain(self, raw):
        return _time(raw, self).item()

    def _is_true(self, raw):
        return raw != 0

    def _is_nothing(self, raw):
        return raw == _not_a_time

    def _sort_key(self):
        return lambda raw: (raw == _not_a_time, raw)

    def _bytes(self, raw):
        return raw.to_bytes(8, "little", signed=True)

    def _of_bytes(self, data):
        return int.from_bytes(data, "little", signed=True)


def _time(ticks, dtype):
    made = object.__new__(dtype.type)
    made._ticks, made._dtype = ticks, dtype
    return made


def _converted_ticks(ticks, source, target):
    # A count of one unit as one of another, rounded down.
    if ticks == _not_a_time or source.unit is None or target.unit is None or source._key() == target._key():
        return ticks
    ticks, unit, to = ticks * source.count, source.unit, target.unit
    if (unit in "YM") != (to in "YM"):
        if source.kind == "m":
            raise TypeError(
                f"Cannot cast NumPy timedelta64 scalar from metadata [{unit}] to [{to}] according to the rule"
                " 'same_kind'"
            )
        if unit in "YM":
            months = ticks * 12 if unit == "Y" else ticks
            ticks, unit = _days_of(1970 + months // 12, months % 12 + 1, 1), "D"
        else:
            days = ticks * _attoseconds(unit) // _attoseconds("D")
            year, month, _ = _date_of(days)
            ticks, unit = (year - 1970) * 12 + month - 1, "M"
    if unit in "YM":
        ticks = ticks * 12 if unit == "Y" else ticks
        ticks = ticks // 12 if to == "Y" else ticks
    else:
        own, new = _attoseconds(unit), _attoseconds(to)
        ticks = ticks * (own // new) if own >= new else _divided(ticks, new // own, source.kind)
    return ticks // target.count if target.count != 1 else ticks


def _divided(x, y, kind):
    # Times are rounded down, differences toward zero.
    return x // y if kind == "M" or x >= 0 else -(-x // y)


def _finest(a, b):
    # The unit in which counts of both can be written.
    if a.unit is None or b.unit is None:
        return b if a.unit is None else a
    first, second = _order_of_units.index(a.unit), _order_of_units.index(b.unit)
    if a.unit == b.unit:
        return _TimeDType(a.kind, a.unit, _math.gcd(a.count, b.count))
    if (a.unit in "YM") != (b.unit in "YM"):
        if "m" in (a.kind, b.kind):
            raise TypeError(
                f"Cannot get a common metadata divisor for Numpy timedelta64 metadata {a._unit_text()} and"
                f" {b._unit_text()} because they have incompatible nonlinear base time units."
            )
        return a if first > second else b
    coarse, fine = (a, b) if first < second else (b, a)
    ratio = 12 if fine.unit == "M" else _attoseconds(coarse.unit) // _attoseconds(fine.unit)
    return _TimeDType(a.kind, fine.unit, _math.gcd(coarse.count * ratio, fine.count))


def _promote_times(a, b):
    if not _is_items(a) or not _is_items(b):
        time, other = (a, b) if _is_items(a) else (b, a)
        if time.kind == "m" and other.kind in "biu":
            return time
        raise TypeError(f"The DType {a!r} and {b!r} do not have a common DType.")
    if a.kind != b.kind:
        if a.kind in "SU" or b.kind in "SU":
            return a if a.kind in "SU" else b
        raise TypeError(f"The DType {a!r} and {b!r} do not have a common DType.")
    return _finest(a, b)


def _can_cast_times(source, target, casting):
    if source.kind != target.kind:
        return False
    if source._key() == target._key():
        return True
    if casting in ("no", "equiv"):
        return False
    if source.unit is None or target.unit is None:
        return source.unit is None
    if (source.unit in "YM") != (target.unit in "YM"):
        return source.kind == "M" and (casting == "same_kind" or source.unit in "YM")
    return casting == "same_kind" or _order_of_units.index(source.unit) <= _order_of_units.index(target.unit)


def _unit_of_items(dtype, items):
    # The unit of a dtype that leaves it open.
    result = dtype
    for x in items:
        time = x if isinstance(x, dtype.type) else dtype.type(x)
        result = _finest(result, time._dtype)
    return result


def _parsed(text):
    # The count and the unit of a date in words.
    text = text.strip()
    if text.lower() in ("nat", ""):
        return _not_a_time, None
    if text in ("now", "today"):
        import datetime

        now = datetime.datetime.utcnow()
        days = _days_of(now.year, now.month, now.day)
        return (days, "D") if text == "today" else (days * 86400 + now.hour * 3600 + now.minute * 60 + now.second, "s")
    found = _re.fullmatch(
        r"([+-]?\d{4,})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d)(?::(\d\d)(?::(\d\d)(?:\.(\d{1,18}))?)?)?(Z)?)?)?)?", text
    ) or _re.fullmatch(r"(\d{4})(\d\d)(\d\d)()()()()()", text)
    if found is None:
        raise ValueError(f'Error parsing datetime string "{text}" at position {_error_place(text)}')
    year, month, day, hour, minute, second, part, zone = found.groups()
    if zone:
        import warnings

        warnings.warn(
            "parsing timezone aware datetimes is deprecated; this will raise an error in the future",
            DeprecationWarning,
            stacklevel=3,
        )
    if month is None:
        return int(year) - 1970, "Y"
    if not 1 <= int(month) <= 12:
        raise ValueError(f'Month out of range in datetime string "{text}"')
    if day is None:
        return (int(year) - 1970) * 12 + int(month) - 1, "M"
    days = _days_of(int(year), int(month), int(day))
    if _date_of(days)[2] != int(day) or int(day) == 0:
        raise ValueError(f'Day out of range in datetime string "{text}"')
    if not hour:
        return days, "D"
    if int(hour) > 23 or int(minute or 0) > 59 or int(second or 0) > 59:
        raise ValueError(f'Time out of range in datetime string "{text}"')
    if not minute:
        return days * 24 + int(hour), "h"
    minutes = days * 1440 + int(hour) * 60 + int(minute)
    if not second:
        return minutes, "m"
    seconds = minutes * 60 + int(second)
    if not part:
        return seconds, "s"
    unit = ["ms", "us", "ns", "ps", "fs", "as"][(len(part) - 1) // 3]
    digits = 3 * ((len(part) - 1) // 3 + 1)
    return seconds * 10**digits + int(part.ljust(digits, "0")), unit


def _error_place(text):
    k = 0
    while k < len(text) and (text[k].isdigit() or text[k] in "-:T."):
        k += 1
    return k


class _Time:
    # What times and differences have in common.
    _isItems = True
    ndim, shape, size, itemsize, nbytes, strides = 0, (), 1, 8, 8, ()
    __array_priority__ = -1.0

    def __init__(self, value=None, *unit):
        kind = "M" if isinstance(self, datetime64) else "m"
        if unit and isinstance(unit[0], (tuple, list)):
            asked = _TimeDType(kind, unit[0][0], unit[0][1])
        elif unit and unit[0] is not None:
            asked = _TimeDType(kind, *_read_unit(unit[0] if isinstance(unit[0], str) else unit[0].decode()))
        else:
            asked = _TimeDType(kind)
        ticks, unit = self._read(value, asked)
        own = unit if isinstance(unit, _TimeDType) else _TimeDType(kind, unit)
        self._dtype = own if asked.unit is None else asked
        self._ticks = _converted_ticks(ticks, own, self._dtype)

    @property
    def dtype(self):
        return self._dtype

    @property
    def T(self):
        return self

    def _is_nat(self):
        return self._ticks == _not_a_time

    def __hash__(self):
        return hash((type(self).__name__, self._ticks, self._dtype.unit))

    def __getitem__(self, key):
        if key == ():
            return self
        return array(self, self._dtype)[key]

    def __array__(self, dtype=None):
        return _made([self._ticks], self._dtype, ()) if dtype is None else array(self, dtype)

    def astype(self, dtype, **options):
        return array(self, self._dtype).astype(dtype)[()]

    def view(self, dtype):
        return array(self, self._dtype).view(dtype)[()]

    def reshape(self, *shape):
        return array(self, self._dtype).reshape(*shape)

    def tolist(self):
        return self.item()

    def tobytes(self):
        return self._dtype._bytes(self._ticks)

    def __reduce__(self):
        return _time, (self._ticks, self._dtype)

    def __str__(self):
        return _time_text(self._ticks, self._dtype)

    def __format__(self, spec):
        return format(_builtins.str(self), spec)

    def _compare(self, other, operation, of_nat):
        if isinstance(other, np.ndarray):
            return NotImplemented
        if isinstance(self, timedelta64) and isinstance(other, int):
            other = timedelta64(other)
        if not isinstance(other, type(self)):
            try:
                other = type(self)(other)
            except (TypeError, ValueError):
                return NotImplemented
        if self._is_nat() or other._is_nat():
            return of_nat
        try:
            unit = _finest(self._dtype, other._dtype)
        except TypeError:
            return of_nat
        return operation(*[_converted_ticks(x._ticks, x._dtype, unit) for x in (self, other)])

    def __eq__(self, other):
        return self._compare(other, _operator.eq, False)

    def __ne__(self, other):
        return self._compare(other, _operator.ne, True)

    def __lt__(self, other):
        return self._compare(other, _operator.lt, False)

    def __le__(self, other):
        return self._compare(other, _operator.le, False)

    def __gt__(self, other):
        return self._compare(other, _operator.gt, False)

    def __ge__(self, other):
        return self._compare(other, _operator.ge, False)


def _difference(x):
    # An operand as a difference of times; None where it is none.
    if isinstance(x, timedelta64):
        return x
    if isinstance(x, bool) or isinstance(x, int):
        return timedelta64(int(x))
    if isinstance(x, np.ndarray) and not _is_items(x) and x.ndim == 0 and x.dtype.kind in "biu":
        return timedelta64(int(x))
    import datetime

    return timedelta64(x) if isinstance(x, datetime.timedelta) else None


def _sum_of_ticks(x, y, sign, kind):
    unit = (
        _finest(_TimeDType("m", x._dtype.unit, x._dtype.count), _TimeDType("m", y._dtype.unit, y._dtype.count))
        if kind == "m"
        else _finest_of_sum(x, y)
    )
    target = _TimeDType(kind, unit.unit, unit.count)
    if x._is_nat() or y._is_nat():
        return _time(_not_a_time, target)
    first, second = [_converted_ticks(t._ticks, t._dtype, target) for t in (x, y)]
    return _time(first + sign * second, target)


def _finest_of_sum(x, y):
    time, difference = (x, y) if x._dtype.kind == "M" else (y, x)
    if time._dtype.unit is not None and difference._dtype.unit is not None:
        if difference._dtype.unit in "YM" and time._dtype.unit not in "YM":
            raise TypeError(
                f"Cannot get a common metadata divisor for Numpy datetime64 metadata {time._dtype._unit_text()} and"
                f" {difference._dtype._unit_text()} because they have incompatible nonlinear base time units."
            )
    return _finest(
        _TimeDType("M", time._dtype.unit, time._dtype.count),
        _TimeDType("M", difference._dtype.unit, difference._dtype.count),
    )


def _refuse_times(name, *operands):
    kinds = [repr(asarray(x).dtype) for x in operands]
    raise TypeError(f"ufunc '{name}' cannot use operands with types {' and '.join(kinds)}")


class datetime64(_Time):
    """A time: a count of a unit from 1970 on."""

    def _read(self, value, asked):
        if value is None:
            return _not_a_time, None
        if isinstance(value, datetime64):
            return value._ticks, value._dtype
        if isinstance(value, (str, bytes)):
            return _parsed(value.decode() if isinstance(value, bytes) else _builtins.str(value))
        if isinstance(value, bool) or isinstance(value, int):
            if asked.unit is None:
                raise ValueError("Converting an integer to a NumPy datetime requires a specified unit")
            return int(value), asked
        if isinstance(value, np.ndarray) and value.ndim == 0:
            return self._read(value.item() if not _is_items(value) else value[()], asked)
        if hasattr(value, "year"):
            days = _days_of(value.year, value.month, value.day)
            if not hasattr(value, "hour"):
                return days, "D"
            seconds = days * 86400 + value.hour * 3600 + value.minute * 60 + value.second
            return seconds * 10**6 + value.microsecond, "us"
        raise ValueError("Could not convert object to NumPy datetime")

    def item(self, *args):
        import datetime

        if self._is_nat():
            return None
        unit = self._dtype.unit
        if unit is None or _order_of_units.index(unit) > _order_of_units.index("us"):
            return self._ticks
        micro = _converted_ticks(self._ticks, self._dtype, _TimeDType("M", "us"))
        days, rest = _builtins.divmod(micro, 86400 * 10**6)
        year, month, day = _date_of(days)
        if not 1 <= year <= 9999:
            return self._ticks
        if _order_of_units.index(unit) <= _order_of_units.index("D"):
            return datetime.date(year, month, day)
        return datetime.datetime(year, month, day) + datetime.timedelta(microseconds=rest)

    def __repr__(self):
        unit = self._dtype._unit_text()[1:-1]
        shown = (
            f",'{unit}'"
            if self._dtype.unit not in (None, "D", "M", "Y", "s", "ms", "us", "ns") or self._dtype.count != 1
            else ""
        )
        return f"np.datetime64('{self}'{shown})"

    def __add__(self, other):
        if isinstance(other, np.ndarray) and not _difference(other):
            return NotImplemented
        other = _difference(other)
        return NotImplemented if other is None else _sum_of_ticks(self, other, 1, "M")

    def __radd__(self, other):
        return NotImplemented if isinstance(other, datetime64) else self + other

    def __sub__(self, other):
        if isinstance(other, datetime64):
            return _time_difference(self, other)
        if hasattr(other, "year"):
            return self - datetime64(other)
        other = _difference(other)
        return NotImplemented if other is None else _sum_of_ticks(self, other, -1, "M")

    def __rsub__(self, other):
        return datetime64(other) - self if hasattr(other, "year") else NotImplemented


def _time_difference(x, y):
    unit = _finest(x._dtype, y._dtype)
    target = _TimeDType("m", unit.unit, unit.count)
    if x._is_nat() or y._is_nat():
        return _time(_not_a_time, target)
    return _time(_converted_ticks(x._ticks, x._dtype, unit) - _converted_ticks(y._ticks, y._dtype, unit), target)


class timedelta64(_Time):
    """A difference of times: a count of a unit."""

    def _read(self, value, asked):
        if value is None:
            return 0, asked
        if isinstance(value, timedelta64):
            return value._ticks, value._dtype
        if isinstance(value, (str, bytes)):
            text = (value.decode() if isinstance(value, bytes) else value).strip()
            if text.lower() == "nat" or not text:
                return _not_a_time, asked
            return int(text), asked
        if isinstance(value, bool) or isinstance(value, int):
            return int(value), asked
        if isinstance(value, np.ndarray) and value.ndim == 0:
            return self._read(value.item() if not _is_items(value) else value[()], asked)
        if hasattr(value, "microseconds"):
            return (value.days * 86400 + value.seconds) * 10**6 + value.microseconds, "us"
        raise ValueError("Could not convert object to NumPy timedelta")

    def item(self, *args):
        import datetime

        unit = self._dtype.unit
        if self._is_nat():
            return None
        if unit is None or unit in "YM" or _order_of_units.index(unit) > _order_of_units.index("us"):
            return self._ticks
        return datetime.timedelta(microseconds=_converted_ticks(self._ticks, self._dtype, _TimeDType("m", "us")))

    def __repr__(self):
        unit = self._dtype._unit_text()[1:-1]
        value = "'NaT'" if self._is_nat() else self._ticks
        return f"np.timedelta64({value},'{unit}')" if unit else f"np.timedelta64({value})"

    def __int__(self):
        return self._ticks

    def __float__(self):
        return _math.nan if self._is_nat() else float(self._ticks)

    def __bool__(self):
        return self._ticks != 0

    def __index__(self):
        raise TypeError("only integer scalar arrays can be converted to a scalar index")

    def _times(self, function):
        return self if self._is_nat() else _time(function(self._ticks), self._dtype)

    def __neg__(self):
        return self._times(_operator.neg)

    def __pos__(self):
        return self

    def __abs__(self):
        return self._times(_builtins.abs)

    def __add__(self, other):
        if isinstance(other, datetime64):
            return other + self
        if hasattr(other, "year"):
            return datetime64(other) + self
        other = _difference(other)
        return NotImplemented if other is None else _sum_of_ticks(self, other, 1, "m")

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, datetime64):
            _refuse_times("subtract", self, other)
        other = _difference(other)
        return NotImplemented if other is None else _sum_of_ticks(self, other, -1, "m")

    def __rsub__(self, other):
        if hasattr(other, "year"):
            return datetime64(other) - self
        other = _difference(other)
        return NotImplemented if other is None else _sum_of_ticks(other, self, -1, "m")

    def __mul__(self, other):
        other = _plain_number(other)
        if other is None or isinstance(other, complex):
            return NotImplemented if not isinstance(other, _Time) else _refuse_times("multiply", self, other)
        if self._is_nat() or other != other or other in (_math.inf, -_math.inf):
            return _time(_not_a_time, self._dtype)
        return _time(int(self._ticks * other), self._dtype)

    __rmul__ = __mul__

    def _with(self, other):
        unit = _finest(self._dtype, other._dtype)
        return [_converted_ticks(x._ticks, x._dtype, unit) for x in (self, other)] + [unit]

    def __truediv__(self, other):
        if isinstance(other, timedelta64):
            if self._is_nat() or other._is_nat():
                return np.float64(_math.nan)
            x, y, _ = self._with(other)
            return np.float64(x / y) if y else np.float64(x) / np.float64(0)
        other = _plain_number(other)
        if other is None:
            return NotImplemented
        if self._is_nat() or other == 0 or other != other:
            return _time(_not_a_time, self._dtype)
        return _time(
            int(self._ticks / other)
            if isinstance(other, float)
            else _divided(self._ticks, other, "m")
            if other > 0
            else int(self._ticks / other),
            self._dtype,
        )

    def __floordiv__(self, other):
        if isinstance(other, timedelta64):
            if self._is_nat() or other._is_nat():
                return np.int64(0)
            x, y, _ = self._with(other)
            return np.int64(x // y if y else 0)
        other = _plain_number(other)
        if other is None:
            return NotImplemented
        if self._is_nat() or other == 0 or other != other:
            return _time(_not_a_time, self._dtype)
        return _time(int(self._ticks // other), self._dtype)

    def __mod__(self, other):
        if not isinstance(other, timedelta64):
            return NotImplemented
        x, y, unit = self._with(other)
        if self._is_nat() or other._is_nat() or not y:
            return _time(_not_a_time, unit)
        return _time(x % y, unit)

    def __divmod__(self, other):
        return self // other, self % other


def _plain_number(x):
    if isinstance(x, np.ndarray) and not _is_items(x) and x.ndim == 0:
        return x.item()
    return x if _is_number(x) else None


def _time_text(ticks, dtype):
    if ticks == _not_a_time:
        return "NaT"
    if dtype.kind == "m":
        names = {"Y": "years", "M": "months", "W": "weeks", "D": "days", "h": "hours", "m": "minutes", "s": "seconds"}
        names.update({"ms": "milliseconds", "us": "microseconds", "ns": "nanoseconds", "ps": "picoseconds"})
        names.update({"fs": "femtoseconds", "as": "attoseconds", None: "generic time units"})
        return f"{ticks * dtype.count} {names[dtype.unit]}"
    if dtype.unit is None:
        return _builtins.str(ticks)
    return _date_text(ticks, dtype, dtype.unit)


def _date_text(ticks, dtype, unit):
    if dtype.unit in "YM":
        months = ticks * dtype.count * (12 if dtype.unit == "Y" else 1)
        year, month, day, rest = 1970 + months // 12, months % 12 + 1, 1, 0
    else:
        total = ticks * dtype.count * _attoseconds(dtype.unit)
        days, rest = _builtins.divmod(total, 86400 * 10**18)
        year, month, day = _date_of(days)
    text = f"{year:04d}" if year >= 0 else f"-{-year:04d}"
    at = _order_of_units.index(unit)
    if at >= 1:
        text += f"-{month:02d}"
    if at >= 2:
        text += f"-{day:02d}"
    if at >= 4:
        text += f"T{rest // (3600 * 10**18):02d}"
    if at >= 5:
        text += f":{rest // (60 * 10**18) % 60:02d}"
    if at >= 6:
        text += f":{rest // 10**18 % 60:02d}"
    if at >= 7:
        digits = 3 * (at - 6)
        text += "." + f"{rest % 10**18:018d}"[:digits]
    return text


def _texts_of_times(a):
    raw, kind = a._raw(), a.dtype
    if kind.kind == "M":
        texts = [_time_text(x, kind) for x in raw]
        texts = [f"'{text}'" for text in texts]
    else:
        texts = ["'NaT'" if x == _not_a_time else _builtins.str(x) for x in raw]
    width = _builtins.max(len(text) for text in texts)
    return [text.rjust(width) for text in texts]


# Arrays of times.
def _later(x, y):
    return x if x._is_nat() or (not y._is_nat() and x >= y) else y


def _earlier(x, y):
    return x if x._is_nat() or (not y._is_nat() and x <= y) else y


def _ignoring(function):
    def f(x, y):
        return y if x._is_nat() else x if y._is_nat() else function(x, y)

    return f


def _time_function(name):
    known = {"maximum": _later, "minimum": _earlier, "fmax": _ignoring(_later), "fmin": _ignoring(_earlier)}
    known["isnan"] = known["isnat"] = lambda x: x._is_nat()
    known["isfinite"], known["isinf"] = lambda x: not x._is_nat(), lambda x: False
    known["sign"] = lambda x: x if x._is_nat() else _time((x._ticks > 0) - (x._ticks < 0), x._dtype)
    if name in known:
        return known[name]
    allowed = (
        "add subtract multiply divide true_divide floor_divide remainder mod divmod negative positive absolute abs"
    )
    if name in _comparisons or name in allowed.split():
        return _function_of(name)
    return None


def _as_times(arrays, name):
    # Numbers and texts beside times as what they are there.
    kinds = _kinds(arrays)
    made = []
    for a in arrays:
        if _is_items(a) and a.dtype.kind in "SU" and "M" in kinds:
            a = _converted(a, _TimeDType("M"))
        elif not _is_items(a) and a.dtype.kind in "biu" and "m" in kinds and name in _comparisons:
            a = _converted(a, _TimeDType("m"))
        made.append(a)
    return made


def _computed_times(name, arrays, where):
    if name in ("logical_and", "logical_or", "logical_xor", "logical_not"):
        return getattr(np, name)(*[_truths(a) for a in arrays])
    function = _time_function(name)
    kinds = _kinds(arrays)
    if function is None or (
        name not in _comparisons
        and "M" in kinds
        and name in ("multiply", "divide", "true_divide", "floor_divide", "negative", "absolute")
    ):
        if len(arrays) == 2 and name in allowed_names:
            _refuse_times(name, *arrays)
        _refuse_input(name) if len(arrays) == 1 else _refuse_times(name, *arrays)
    arrays = _as_times(arrays, name)
    if name in _comparisons and len(set(_kinds(arrays))) > 1:
        return (
            NotImplemented
            if name not in ("equal", "not_equal")
            else np.full(_broadcast_shape(arrays), name == "not_equal")[()]
        )
    shape = _broadcast_shape(arrays)
    lines = _lined_up(arrays)[1]
    results = []
    for k in range(_math.prod(shape)):
        try:
            results.append(function(*[line[k] for line in lines]))
        except TypeError as error:
            if "unsupported operand" in _builtins.str(error):
                _refuse_times(name, *arrays)
            raise
    if not results:
        sample = function(*[a.dtype.type(1) if not _is_items(a) else _time(1, a.dtype) for a in arrays])
        if isinstance(sample, (bool, int, float)) or not isinstance(sample, _Time):
            return np.zeros(shape, bool if name in _comparisons or name.startswith("is") else asarray(sample).dtype)
        return _made([], sample._dtype, shape)
    if name == "divmod":
        return tuple([asarray([pair[k] for pair in results]).reshape(shape)[()] for k in range(2)])
    if isinstance(results[0], bool):
        return _of_bools(results, shape)[()]
    return asarray(results).reshape(shape)[()]


allowed_names = ("add", "subtract", "multiply", "divide", "true_divide", "floor_divide", "remainder")


def isnat(x, /, out=None, **options):
    """Whether each time is none."""
    a = asarray(x)
    if a.dtype.kind not in "Mm":
        raise TypeError("ufunc 'isnat' is only defined for np.datetime64 and np.timedelta64.")
    return _finished("isnat", a._nothing()[()], out, True, "same_kind")


def datetime_data(dtype):
    """The unit of a dtype of times and its count."""
    kind = _read_dtype(dtype)
    return ("generic" if kind.unit is None else kind.unit), kind.count


def _converted_times(a, target):
    target = (
        target
        if target.unit is not None or a.dtype.unit is None
        else _TimeDType(target.kind, a.dtype.unit, a.dtype.count)
    )
    if a.dtype.kind != target.kind:
        return _made(a._raw(), target, a.shape)
    return _made([_converted_ticks(raw, a.dtype, target) for raw in a._raw()], target, a.shape)


def _times_between(kind, start, stop=None, step=None, **options):
    if stop is None:
        start, stop = 0, start
    times = [x for x in (start, stop) if isinstance(x, _Time)]
    if kind is None:
        kind = times[0]._dtype if times else step._dtype
    for x in times:
        kind = _finest(kind, x._dtype) if kind.unit is None or len(times) > 1 else kind
    if kind.unit is None and isinstance(step, timedelta64):
        kind = _TimeDType(kind.kind, step._dtype.unit, step._dtype.count)

    def ticks(x, of):
        if isinstance(x, _Time):
            return _converted_ticks(x._ticks, x._dtype, of)
        return int(x) if isinstance(x, int) else of._take(x)

    difference = _TimeDType("m", kind.unit, kind.count)
    first, step = ticks(start, kind), 1 if step is None else ticks(step, difference)
    is_span = kind.kind == "M" and (isinstance(stop, timedelta64) or isinstance(stop, int))
    last = first + ticks(stop, difference) if is_span else ticks(stop, kind)
    raw = list(range(first, last, step))
    return _made(raw, kind, (len(raw),))
