# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.items
"""A time and a difference of times: `datetime64` and `timedelta64` with their arithmetic, and their texts."""


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
