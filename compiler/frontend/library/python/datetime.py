# SPDX-License-Identifier: Apache-2.0
"""`datetime`: dates, times and their differences; what asks a clock is refused."""

import math as _math
import operator as _operator

_written_in_c = ("date", "datetime", "time", "timedelta", "timezone", "tzinfo")

MINYEAR = 1
MAXYEAR = 9999
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_MONTHS = "January February March April May June July August September October November December".split()


def _is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_in(year, month):
    return 29 if month == 2 and _is_leap(year) else [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]


def _before_year(year):
    y = year - 1
    return y * 365 + y // 4 - y // 100 + y // 400


def _before_month(year, month):
    return sum(_days_in(year, m) for m in range(1, month))


def _ordinal(year, month, day):
    return _before_year(year) + _before_month(year, month) + day


def _from_ordinal(n):
    year = n * 400 // 146097 + 1
    while _before_year(year) >= n:
        year -= 1
    rest, month = n - _before_year(year), 1
    while rest > _days_in(year, month):
        rest -= _days_in(year, month)
        month += 1
    return year, month, rest


def _no_clock(what):
    raise NotImplementedError(
        f"the clock of `datetime.{what}` (a program is recorded, so it would show the compiler's time)"
    )


def _rounded_half_even(x):
    whole = _math.floor(x)
    rest = x - whole
    return whole + (1 if rest > 0.5 or (rest == 0.5 and whole % 2) else 0)


def _divided(a, b):
    """`a / b` of integers, rounded half to even."""
    if b < 0:
        a, b = -a, -b
    quotient, rest = divmod(a, b)
    return quotient + (1 if 2 * rest > b or (2 * rest == b and quotient % 2) else 0)


def _offset_text(delta, colon=":"):
    if delta is None:
        return ""
    total = delta._total
    sign, total = ("-", -total) if total < 0 else ("+", total)
    seconds, micro = divmod(total, 1000000)
    text = f"{sign}{seconds // 3600:02d}{colon}{seconds // 60 % 60:02d}"
    if seconds % 60 or micro:
        text += f"{colon}{seconds % 60:02d}"
    return text + (f".{micro:06d}" if micro else "")


def _ordering(compare):
    def method(self, other):
        return self._compared(other, compare)

    return method


_ORDER = [_ordering(compare) for compare in (_operator.lt, _operator.le, _operator.gt, _operator.ge)]


class timedelta:
    """A difference of two times, to the microsecond."""

    def __init__(self, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        total = rest = 0
        for name, value, unit in (
            ("days", days, 86400000000),
            ("seconds", seconds, 1000000),
            ("microseconds", microseconds, 1),
            ("milliseconds", milliseconds, 1000),
            ("minutes", minutes, 60000000),
            ("hours", hours, 3600000000),
            ("weeks", weeks, 604800000000),
        ):
            if isinstance(value, float):
                whole = int(value)
                total += whole * unit
                rest += (value - whole) * unit
            elif isinstance(value, int):
                total += value * unit
            else:
                raise TypeError(f"unsupported type for timedelta {name} component: {type(value).__name__}")
        if rest:
            whole = int(rest)
            total += whole
            rest -= whole
            near = _rounded_half_even(rest)
            if abs(rest) == 0.5:
                near = int(_math.copysign(1, rest)) if total % 2 else 0
            total += near
        self._set(total)

    def _set(self, total):
        self._total = total
        days = total // 86400000000
        if not -999999999 <= days <= 999999999:
            raise OverflowError(f"days={days}; must have magnitude <= 999999999")

    @classmethod
    def _of(cls, total):
        made = object.__new__(cls)
        made._set(total)
        return made

    @property
    def days(self):
        return self._total // 86400000000

    @property
    def seconds(self):
        return self._total // 1000000 % 86400

    @property
    def microseconds(self):
        return self._total % 1000000

    def total_seconds(self):
        return self._total / 1000000

    def __repr__(self):
        parts = [f"{n}={getattr(self, n)}" for n in ("days", "seconds", "microseconds") if getattr(self, n)]
        return f"{_qualified(self)}({', '.join(parts) or '0'})"

    def __str__(self):
        s = self.seconds
        text = f"{s // 3600}:{s // 60 % 60:02d}:{s % 60:02d}"
        if self.days:
            text = f"{self.days} day{'' if abs(self.days) == 1 else 's'}, " + text
        return text + (f".{self.microseconds:06d}" if self.microseconds else "")

    def __add__(self, other):
        return timedelta._of(self._total + other._total) if isinstance(other, timedelta) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        return timedelta._of(self._total - other._total) if isinstance(other, timedelta) else NotImplemented

    def __rsub__(self, other):
        return timedelta._of(other._total - self._total) if isinstance(other, timedelta) else NotImplemented

    def __neg__(self):
        return timedelta._of(-self._total)

    def __pos__(self):
        return timedelta._of(self._total)

    def __abs__(self):
        return timedelta._of(abs(self._total))

    def __mul__(self, other):
        if isinstance(other, int):
            return timedelta._of(self._total * other)
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return timedelta._of(_divided(self._total * a, b))
        return NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._total / other._total
        if isinstance(other, int):
            if other == 0:
                raise ZeroDivisionError("integer division or modulo by zero")
            return timedelta._of(_divided(self._total, other))
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            if a == 0:
                raise ZeroDivisionError("integer division or modulo by zero")
            return timedelta._of(_divided(self._total * b, a))
        return NotImplemented

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._total // other._total
        return timedelta._of(self._total // other) if isinstance(other, int) else NotImplemented

    def __mod__(self, other):
        return timedelta._of(self._total % other._total) if isinstance(other, timedelta) else NotImplemented

    def __divmod__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        return self._total // other._total, timedelta._of(self._total % other._total)

    def __eq__(self, other):
        return self._total == other._total if isinstance(other, timedelta) else NotImplemented

    def _compared(self, other, compare):
        return compare(self._total, other._total) if isinstance(other, timedelta) else NotImplemented

    __lt__, __le__, __gt__, __ge__ = _ORDER

    def __hash__(self):
        return hash(("timedelta", self._total))

    def __bool__(self):
        return self._total != 0


timedelta.min = timedelta(-999999999)
timedelta.max = timedelta(days=999999999, hours=23, minutes=59, seconds=59, microseconds=999999)
timedelta.resolution = timedelta(microseconds=1)


def _qualified(value):
    kind = type(value)
    return ("datetime." if kind.__module__ == "datetime" else "") + kind.__qualname__


class tzinfo:
    """What a time zone answers."""

    def utcoffset(self, dt):
        raise NotImplementedError("`tzinfo.utcoffset` without a subclass that has it")

    def dst(self, dt):
        raise NotImplementedError("`tzinfo.dst` without a subclass that has it")

    def tzname(self, dt):
        raise NotImplementedError("`tzinfo.tzname` without a subclass that has it")

    def fromutc(self, dt):
        if not isinstance(dt, datetime):
            raise TypeError("fromutc() requires a datetime argument")
        if dt.tzinfo is not self:
            raise ValueError("dt.tzinfo is not self")
        offset = dt.utcoffset()
        if offset is None:
            raise ValueError("fromutc() requires a non-None utcoffset() result")
        dst = dt.dst()
        if dst is None:
            raise ValueError("fromutc() requires a non-None dst() result")
        standard = offset - dst
        if standard:
            dt += standard
            dst = dt.dst()
            if dst is None:
                raise ValueError("fromutc(): dt.dst gave inconsistent results; cannot convert")
        return dt + dst


class timezone(tzinfo):
    """A fixed distance from UTC."""

    def __new__(cls, offset, name=None):
        if not isinstance(offset, timedelta):
            raise TypeError(f"timezone() argument 1 must be datetime.timedelta, not {type(offset).__name__}")
        if name is not None and not isinstance(name, str):
            raise TypeError("name must be a string")
        if not abs(offset) < timedelta(1):
            raise ValueError(
                "offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), "
                f"not {offset!r}."
            )
        if cls is timezone and name is None and not offset and hasattr(cls, "utc"):
            return cls.utc
        made = object.__new__(cls)
        made._offset, made._name = offset, name
        return made

    def __init__(self, *args, **kwargs):
        pass

    def __getinitargs__(self):
        return (self._offset,) if self._name is None else (self._offset, self._name)

    def __reduce__(self):
        return type(self), self.__getinitargs__()

    def utcoffset(self, dt):
        return self._offset

    def dst(self, dt):
        return None

    def tzname(self, dt):
        if self._name is not None:
            return self._name
        return "UTC" + _offset_text(self._offset) if self._offset else "UTC"

    def fromutc(self, dt):
        return dt + self._offset

    def __eq__(self, other):
        return self._offset == other._offset if isinstance(other, timezone) else NotImplemented

    def __hash__(self):
        return hash(self._offset)

    def __str__(self):
        return self.tzname(None)

    def __repr__(self):
        if self is timezone.utc:
            return "datetime.timezone.utc"
        if self._name is None:
            return f"{_qualified(self)}({self._offset!r})"
        return f"{_qualified(self)}({self._offset!r}, {self._name!r})"


timezone.utc = UTC = timezone(timedelta(0))
timezone.min = timezone(-timedelta(hours=23, minutes=59))
timezone.max = timezone(timedelta(hours=23, minutes=59))


def _integer(value):
    if isinstance(value, float):
        raise TypeError("'float' object cannot be interpreted as an integer")
    return _operator.index(value)


def _checked_date(year, month, day):
    year, month, day = _integer(year), _integer(month), _integer(day)
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError(f"year {year} is out of range")
    if not 1 <= month <= 12:
        raise ValueError("month must be in 1..12")
    if not 1 <= day <= _days_in(year, month):
        raise ValueError("day is out of range for month")
    return year, month, day


def _checked_time(hour, minute, second, microsecond, tz, fold):
    hour, minute, second, microsecond = _integer(hour), _integer(minute), _integer(second), _integer(microsecond)
    for name, value, end in (("hour", hour, 23), ("minute", minute, 59), ("second", second, 59)):
        if not 0 <= value <= end:
            raise ValueError(f"{name} must be in 0..{end}")
    if not 0 <= microsecond <= 999999:
        raise ValueError("microsecond must be in 0..999999")
    if tz is not None and not isinstance(tz, tzinfo):
        raise TypeError(f"tzinfo argument must be None or of a tzinfo subclass, not type '{type(tz).__name__}'")
    if fold not in (0, 1):
        raise ValueError("fold must be either 0 or 1")
    return hour, minute, second, microsecond


def _iso_week(year, month, day):
    ordinal = _ordinal(year, month, day)
    weekday = (ordinal + 6) % 7
    thursday = _from_ordinal(ordinal - weekday + 3) if 1 <= ordinal - weekday + 3 <= 3652059 else (year, month, day)
    first = _ordinal(thursday[0], 1, 1)
    return thursday[0], (ordinal - weekday + 3 - first) // 7 + 1, weekday + 1


def _iso_week_start(year):
    fourth = _ordinal(year, 1, 4)
    return fourth - (fourth + 6) % 7
