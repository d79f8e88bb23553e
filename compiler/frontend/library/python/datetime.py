# SPDX-License-Identifier: Apache-2.0
"""`datetime`: dates, times and their differences; what asks a clock is refused."""

import math as _math
import operator as _operator

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

    def __lt__(self, other):
        return self._total < other._total if isinstance(other, timedelta) else NotImplemented

    def __le__(self, other):
        return self._total <= other._total if isinstance(other, timedelta) else NotImplemented

    def __gt__(self, other):
        return self._total > other._total if isinstance(other, timedelta) else NotImplemented

    def __ge__(self, other):
        return self._total >= other._total if isinstance(other, timedelta) else NotImplemented

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

    def __init__(self, offset, name=None):
        if not isinstance(offset, timedelta):
            raise TypeError(f"timezone() argument 1 must be datetime.timedelta, not {type(offset).__name__}")
        if name is not None and not isinstance(name, str):
            raise TypeError("name must be a string")
        if not abs(offset) < timedelta(1):
            raise ValueError(
                "offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), "
                f"not {offset!r}."
            )
        self._offset, self._name = offset, name

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


def _format(self, pattern, year, month, day, hour, minute, second, microsecond):
    ordinal = _ordinal(year, month, day)
    weekday, of_year = (ordinal + 6) % 7, ordinal - _before_year(year)
    out, i = [], 0
    while i < len(pattern):
        c = pattern[i]
        i += 1
        if c != "%" or i == len(pattern):
            out.append(c)
            continue
        c = pattern[i]
        i += 1
        nested = {"c": "%a %b %e %H:%M:%S %Y", "x": "%m/%d/%y", "X": "%H:%M:%S", "D": "%m/%d/%y", "F": "%Y-%m-%d"}
        nested.update({"T": "%H:%M:%S", "R": "%H:%M", "r": "%I:%M:%S %p", "h": "%b"})
        if c in nested:
            out.append(_format(self, nested[c], year, month, day, hour, minute, second, microsecond))
        elif c in "aA":
            out.append(_DAYS[weekday][: 3 if c == "a" else None])
        elif c in "bB":
            out.append(_MONTHS[month - 1][: 3 if c == "b" else None])
        elif c in "dmyHMSIjUWCVGgeukws":
            if c == "s":
                raise NotImplementedError("`%s` of `strftime` (there is no local time)")
            iso = _iso_week(year, month, day)
            out.append(
                {
                    "d": f"{day:02d}",
                    "m": f"{month:02d}",
                    "y": f"{year % 100:02d}",
                    "H": f"{hour:02d}",
                    "k": f"{hour:2d}",
                    "M": f"{minute:02d}",
                    "S": f"{second:02d}",
                    "I": f"{(hour + 11) % 12 + 1:02d}",
                    "j": f"{of_year:03d}",
                    "U": f"{(of_year + 6 - (weekday + 1) % 7) // 7:02d}",
                    "W": f"{(of_year + 6 - weekday) // 7:02d}",
                    "C": f"{year // 100:02d}",
                    "V": f"{iso[1]:02d}",
                    "G": f"{iso[0]}",
                    "g": f"{iso[0] % 100:02d}",
                    "e": f"{day:2d}",
                    "u": f"{weekday + 1}",
                    "w": f"{(weekday + 1) % 7}",
                }[c]
            )
        elif c == "Y":
            out.append(str(year))
        elif c == "p":
            out.append("AM" if hour < 12 else "PM")
        elif c == "f":
            out.append(f"{microsecond:06d}")
        elif c == "z":
            out.append(_offset_text(self.utcoffset(), "") if hasattr(self, "utcoffset") else "")
        elif c == "Z":
            out.append((self.tzname() or "") if hasattr(self, "tzname") else "")
        elif c in "%nt":
            out.append({"%": "%", "n": "\n", "t": "\t"}[c])
        else:
            out.append("%" + c)
    return "".join(out)


class IsoCalendarDate(tuple):
    """Year, week and weekday as ISO 8601 counts them."""

    @property
    def year(self):
        return self[0]

    @property
    def week(self):
        return self[1]

    @property
    def weekday(self):
        return self[2]

    def __repr__(self):
        return f"datetime.IsoCalendarDate(year={self[0]}, week={self[1]}, weekday={self[2]})"


def _parse_digits(text, width, whole):
    if len(text) < width or not (text[:width].isascii() and text[:width].isdigit()):
        raise ValueError(f"Invalid isoformat string: {whole!r}")
    return int(text[:width]), text[width:]


def _parse_iso_date(text, whole):
    """The date that a text begins with, and the rest."""
    year, rest = _parse_digits(text, 4, whole)
    dashed = rest.startswith("-")
    rest = rest[1:] if dashed else rest
    if rest.startswith("W"):
        week, rest = _parse_digits(rest[1:], 2, whole)
        day = 1
        if dashed and rest.startswith("-"):
            day, rest = _parse_digits(rest[1:], 1, whole)
        elif not dashed and rest[:1].isdigit():
            day, rest = _parse_digits(rest, 1, whole)
        if not 1 <= week <= 53 or (week == 53 and _iso_week_start(year + 1) - _iso_week_start(year) == 52 * 7):
            raise ValueError(f"Invalid week: {week}")
        if not 1 <= day <= 7:
            raise ValueError(f"Invalid weekday: {day} (range is [1, 7])")
        return _from_ordinal(_iso_week_start(year) + (week - 1) * 7 + day - 1), rest
    month, rest = _parse_digits(rest, 2, whole)
    if dashed:
        if not rest.startswith("-"):
            raise ValueError(f"Invalid isoformat string: {whole!r}")
        rest = rest[1:]
    day, rest = _parse_digits(rest, 2, whole)
    return (year, month, day), rest


def _parse_iso_clock(text, whole):
    """`[hour, minute, second, microsecond]`."""
    values = [0, 0, 0, 0]
    values[0], rest = _parse_digits(text, 2, whole)
    colon = rest.startswith(":")
    for i in (1, 2):
        if not rest:
            return values
        if colon:
            if not rest.startswith(":"):
                raise ValueError(f"Invalid isoformat string: {whole!r}")
            rest = rest[1:]
        values[i], rest = _parse_digits(rest, 2, whole)
    if rest:
        if rest[0] not in ".," or not rest[1:].isdigit():
            raise ValueError(f"Invalid isoformat string: {whole!r}")
        values[3] = int(rest[1:7].ljust(6, "0"))
    return values


def _parse_iso_time(text, whole):
    text = text[1:] if text.startswith("T") else text
    zone, clock = None, text
    if text.endswith("Z"):
        zone, clock = timezone.utc, text[:-1]
    for sign in "+-":
        if sign in clock:
            at = clock.rindex(sign)
            h, m, s, us = _parse_iso_clock(clock[at + 1 :], whole)
            delta = timedelta(hours=h, minutes=m, seconds=s, microseconds=us)
            zone, clock = timezone(-delta if sign == "-" else delta) if delta else timezone.utc, clock[:at]
    return _parse_iso_clock(clock, whole) + [zone]


class date:
    """A day."""

    def __new__(cls, year, month=None, day=None):
        if month is None or day is None:
            name, at = ("month", 2) if month is None else ("day", 3)
            raise TypeError(f"function missing required argument '{name}' (pos {at})")
        made = object.__new__(cls)
        made._year, made._month, made._day = _checked_date(year, month, day)
        return made

    def __init__(self, *args, **kwargs):
        pass

    @property
    def year(self):
        return self._year

    @property
    def month(self):
        return self._month

    @property
    def day(self):
        return self._day

    @classmethod
    def today(cls):
        _no_clock("date.today")

    @classmethod
    def fromtimestamp(cls, timestamp, /):
        found = datetime.fromtimestamp(timestamp)
        return cls(found.year, found.month, found.day)

    @classmethod
    def fromordinal(cls, ordinal, /):
        if ordinal < 1:
            raise ValueError("ordinal must be >= 1")
        return cls(*_from_ordinal(ordinal))

    @classmethod
    def fromisoformat(cls, date_string, /):
        if not isinstance(date_string, str):
            raise TypeError("fromisoformat: argument must be str")
        found, rest = _parse_iso_date(date_string, date_string)
        if rest:
            raise ValueError(f"Invalid isoformat string: {date_string!r}")
        return cls(*found)

    @classmethod
    def fromisocalendar(cls, year, week, day):
        if not MINYEAR <= year <= MAXYEAR:
            raise ValueError(f"Year is out of range: {year}")
        if not 1 <= week <= 53 or (week == 53 and _iso_week_start(year + 1) - _iso_week_start(year) == 52 * 7):
            raise ValueError(f"Invalid week: {week}")
        if not 1 <= day <= 7:
            raise ValueError(f"Invalid weekday: {day} (range is [1, 7])")
        return cls(*_from_ordinal(_iso_week_start(year) + (week - 1) * 7 + day - 1))

    def toordinal(self):
        return _ordinal(self._year, self._month, self._day)

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        return self.weekday() + 1

    def isocalendar(self):
        return IsoCalendarDate(_iso_week(self._year, self._month, self._day))

    def replace(self, year=None, month=None, day=None):
        return type(self)(
            self._year if year is None else year,
            self._month if month is None else month,
            self._day if day is None else day,
        )

    def isoformat(self):
        return f"{self._year:04d}-{self._month:02d}-{self._day:02d}"

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        return f"{_qualified(self)}({self._year}, {self._month}, {self._day})"

    def ctime(self):
        return f"{_DAYS[self.weekday()][:3]} {_MONTHS[self._month - 1][:3]} {self._day:2d} 00:00:00 {self._year:04d}"

    def strftime(self, format):
        return _format(self, format, self._year, self._month, self._day, 0, 0, 0, 0)

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def timetuple(self):
        import time as _time

        if not hasattr(_time, "struct_time"):
            raise NotImplementedError("`timetuple` (there is no `time.struct_time`)")
        first = _ordinal(self._year, 1, 1)
        fields = (self._year, self._month, self._day, 0, 0, 0, self.weekday(), self.toordinal() - first + 1, -1)
        return _time.struct_time(fields)

    def _key(self):
        return self._year, self._month, self._day

    def _same_kind(self, other):
        return isinstance(other, date) and not isinstance(other, datetime)

    def _other_kind(self, other):
        if isinstance(other, date):
            raise TypeError(f"can't compare {_qualified(self)} to {_qualified(other)}")
        return NotImplemented

    def __eq__(self, other):
        return self._key() == other._key() if self._same_kind(other) else NotImplemented

    def __lt__(self, other):
        return self._key() < other._key() if self._same_kind(other) else self._other_kind(other)

    def __le__(self, other):
        return self._key() <= other._key() if self._same_kind(other) else self._other_kind(other)

    def __gt__(self, other):
        return self._key() > other._key() if self._same_kind(other) else self._other_kind(other)

    def __ge__(self, other):
        return self._key() >= other._key() if self._same_kind(other) else self._other_kind(other)

    def __hash__(self):
        return hash(self._key())

    def _at_ordinal(self, n):
        if not 1 <= n <= 3652059:
            raise OverflowError("date value out of range")
        return type(self)(*_from_ordinal(n))

    def __add__(self, other):
        return self._at_ordinal(self.toordinal() + other.days) if isinstance(other, timedelta) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self._at_ordinal(self.toordinal() - other.days)
        if isinstance(other, date) and not isinstance(other, datetime):
            return timedelta(self.toordinal() - other.toordinal())
        return NotImplemented


date.min = date(1, 1, 1)
date.max = date(9999, 12, 31)
date.resolution = timedelta(days=1)


def _clock_text(self, timespec):
    text = f"{self.hour:02d}:{self.minute:02d}:{self.second:02d}"
    if timespec == "auto":
        return text + (f".{self.microsecond:06d}" if self.microsecond else "")
    if timespec == "hours":
        return text[:2]
    if timespec == "minutes":
        return text[:5]
    if timespec == "seconds":
        return text
    if timespec == "milliseconds":
        return text + f".{self.microsecond // 1000:03d}"
    if timespec == "microseconds":
        return text + f".{self.microsecond:06d}"
    raise ValueError("Unknown timespec value")


class time:
    """A time of some day."""

    def __new__(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        made = object.__new__(cls)
        made._clock = _checked_time(hour, minute, second, microsecond, tzinfo, fold)
        made._zone, made._fold = tzinfo, fold
        return made

    def __init__(self, *args, **kwargs):
        pass

    @property
    def hour(self):
        return self._clock[0]

    @property
    def minute(self):
        return self._clock[1]

    @property
    def second(self):
        return self._clock[2]

    @property
    def microsecond(self):
        return self._clock[3]

    @property
    def tzinfo(self):
        return self._zone

    @property
    def fold(self):
        return self._fold

    @classmethod
    def fromisoformat(cls, time_string, /):
        if not isinstance(time_string, str):
            raise TypeError("fromisoformat: argument must be str")
        return cls(*_parse_iso_time(time_string, time_string))

    def utcoffset(self):
        return None if self._zone is None else self._zone.utcoffset(None)

    def dst(self):
        return None if self._zone is None else self._zone.dst(None)

    def tzname(self):
        return None if self._zone is None else self._zone.tzname(None)

    def replace(self, hour=None, minute=None, second=None, microsecond=None, tzinfo=True, *, fold=None):
        given = [old if new is None else new for old, new in zip(self._clock, (hour, minute, second, microsecond))]
        zone = self._zone if tzinfo is True else tzinfo
        return type(self)(*given, zone, fold=self._fold if fold is None else fold)

    def isoformat(self, timespec="auto"):
        return _clock_text(self, timespec) + _offset_text(self.utcoffset())

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        fields = list(self._clock)
        while len(fields) > 2 and not fields[-1]:
            fields.pop()
        text = f"{_qualified(self)}({', '.join(map(str, fields))}"
        text += "" if self._zone is None else f", tzinfo={self._zone!r}"
        return text + (", fold=1)" if self._fold else ")")

    def strftime(self, format):
        return _format(self, format, 1900, 1, 1, *self._clock)

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def _key(self, other):
        mine, theirs = self.utcoffset(), other.utcoffset()
        if mine == theirs:
            return self._clock, other._clock
        if mine is None or theirs is None:
            return None
        return tuple(
            ((t._clock[0] * 60 + t._clock[1]) * 60 + t._clock[2]) * 1000000 + t._clock[3] - d._total
            for t, d in ((self, mine), (other, theirs))
        )

    def __eq__(self, other):
        if not isinstance(other, time):
            return NotImplemented
        keys = self._key(other)
        return keys is not None and keys[0] == keys[1]

    def _compared(self, other, compare):
        if not isinstance(other, time):
            return NotImplemented
        keys = self._key(other)
        if keys is None:
            raise TypeError("can't compare offset-naive and offset-aware times")
        return compare(*keys)

    def __lt__(self, other):
        return self._compared(other, _operator.lt)

    def __le__(self, other):
        return self._compared(other, _operator.le)

    def __gt__(self, other):
        return self._compared(other, _operator.gt)

    def __ge__(self, other):
        return self._compared(other, _operator.ge)

    def __hash__(self):
        offset = self.utcoffset()
        if offset is None:
            return hash(self._clock)
        h, m, s, us = self._clock
        return hash(((h * 60 + m) * 60 + s) * 1000000 + us - offset._total)


time.min = time(0, 0, 0)
time.max = time(23, 59, 59, 999999)
time.resolution = timedelta(microseconds=1)


class datetime(date):
    """A day and a time."""

    def __new__(cls, year, month=None, day=None, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        made = date.__new__(cls, year, month, day)
        made._clock = _checked_time(hour, minute, second, microsecond, tzinfo, fold)
        made._zone, made._fold = tzinfo, fold
        return made

    @property
    def hour(self):
        return self._clock[0]

    @property
    def minute(self):
        return self._clock[1]

    @property
    def second(self):
        return self._clock[2]

    @property
    def microsecond(self):
        return self._clock[3]

    @property
    def tzinfo(self):
        return self._zone

    @property
    def fold(self):
        return self._fold

    @classmethod
    def now(cls, tz=None):
        _no_clock("datetime.now")

    @classmethod
    def utcnow(cls):
        _no_clock("datetime.utcnow")

    @classmethod
    def today(cls):
        _no_clock("datetime.today")

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        """The time that many seconds after 1970 began; without a zone it is UTC's, since there is no local time."""
        made = cls.utcfromtimestamp(timestamp)
        return made if tz is None else tz.fromutc(made.replace(tzinfo=tz))

    @classmethod
    def utcfromtimestamp(cls, timestamp, /):
        if isinstance(timestamp, float):
            if timestamp != timestamp:
                raise ValueError("cannot convert float NaN to integer")
            whole = _math.floor(timestamp)
            micro = whole * 1000000 + _rounded_half_even((timestamp - whole) * 1000000)
        else:
            micro = timestamp * 1000000
        return cls._of_micro(micro + 719163 * 86400000000)

    @classmethod
    def _of_micro(cls, total, zone=None):
        days, rest = divmod(total, 86400000000)
        if not 1 <= days <= 3652059:
            raise OverflowError("date value out of range")
        seconds, micro = divmod(rest, 1000000)
        clock = seconds // 3600, seconds // 60 % 60, seconds % 60, micro
        return cls(*_from_ordinal(days), *clock, zone)

    @classmethod
    def combine(cls, date, time, tzinfo=True):
        zone = time._zone if tzinfo is True else tzinfo
        return cls(date.year, date.month, date.day, *time._clock, zone, fold=time._fold)

    @classmethod
    def fromisoformat(cls, date_string, /):
        if not isinstance(date_string, str):
            raise TypeError("fromisoformat: argument must be str")
        found, rest = _parse_iso_date(date_string, date_string)
        if not rest:
            return cls(*found)
        if len(rest) == 1:
            raise ValueError(f"Invalid isoformat string: {date_string!r}")
        return cls(*found, *_parse_iso_time(rest[1:], date_string))

    @classmethod
    def strptime(cls, date_string, format, /):
        fields = _parse(date_string, format)
        return cls(*fields)

    def _micro(self):
        h, m, s, us = self._clock
        return (self.toordinal() * 86400 + (h * 60 + m) * 60 + s) * 1000000 + us

    def utcoffset(self):
        return None if self._zone is None else self._zone.utcoffset(self)

    def dst(self):
        return None if self._zone is None else self._zone.dst(self)

    def tzname(self):
        return None if self._zone is None else self._zone.tzname(self)

    def date(self):
        return date(self._year, self._month, self._day)

    def time(self):
        return time(*self._clock, fold=self._fold)

    def timetz(self):
        return time(*self._clock, self._zone, fold=self._fold)

    def timestamp(self):
        """Seconds since 1970 began; a time without a zone is taken as UTC's, since there is no local time."""
        offset = self.utcoffset()
        return (self._micro() - 719163 * 86400000000 - (offset._total if offset else 0)) / 1000000

    def replace(
        self,
        year=None,
        month=None,
        day=None,
        hour=None,
        minute=None,
        second=None,
        microsecond=None,
        tzinfo=True,
        *,
        fold=None,
    ):
        given = (year, month, day, hour, minute, second, microsecond)
        fields = [old if new is None else new for old, new in zip(date._key(self) + self._clock, given)]
        zone = self._zone if tzinfo is True else tzinfo
        return type(self)(*fields, zone, fold=self._fold if fold is None else fold)

    def astimezone(self, tz=None):
        tz = timezone.utc if tz is None else tz
        if not isinstance(tz, tzinfo):
            raise TypeError(f"tzinfo argument must be an instance of tzinfo, not {type(tz).__name__}")
        if tz is self._zone:
            return self
        offset = self.utcoffset() or timedelta(0)
        return tz.fromutc((self - offset).replace(tzinfo=tz))

    def isoformat(self, sep="T", timespec="auto"):
        return date.isoformat(self) + sep + _clock_text(self, timespec) + _offset_text(self.utcoffset())

    def __str__(self):
        return self.isoformat(" ")

    def __repr__(self):
        fields = list(date._key(self) + self._clock)
        while len(fields) > 5 and not fields[-1]:
            fields.pop()
        text = f"{_qualified(self)}({', '.join(map(str, fields))}"
        text += ", fold=1" if self._fold else ""
        return text + (")" if self._zone is None else f", tzinfo={self._zone!r})")

    def ctime(self):
        h, m, s, _ = self._clock
        day = f"{_DAYS[self.weekday()][:3]} {_MONTHS[self._month - 1][:3]} {self._day:2d}"
        return f"{day} {h:02d}:{m:02d}:{s:02d} {self._year:04d}"

    def strftime(self, format):
        return _format(self, format, self._year, self._month, self._day, *self._clock)

    def _same_kind(self, other):
        return isinstance(other, datetime)

    def _keys(self, other):
        mine, theirs = self.utcoffset(), other.utcoffset()
        if mine is None and theirs is None:
            return self._micro(), other._micro()
        if mine is None or theirs is None:
            return None
        return self._micro() - mine._total, other._micro() - theirs._total

    def __eq__(self, other):
        if not isinstance(other, datetime):
            return NotImplemented
        keys = self._keys(other)
        return keys is not None and keys[0] == keys[1]

    def _compared(self, other, compare):
        if not isinstance(other, datetime):
            return self._other_kind(other)
        keys = self._keys(other)
        if keys is None:
            raise TypeError("can't compare offset-naive and offset-aware datetimes")
        return compare(*keys)

    def __lt__(self, other):
        return self._compared(other, _operator.lt)

    def __le__(self, other):
        return self._compared(other, _operator.le)

    def __gt__(self, other):
        return self._compared(other, _operator.gt)

    def __ge__(self, other):
        return self._compared(other, _operator.ge)

    def __hash__(self):
        offset = self.utcoffset()
        return hash(self._micro() - (offset._total if offset else 0))

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        return type(self)._of_micro(self._micro() + other._total, self._zone)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return type(self)._of_micro(self._micro() - other._total, self._zone)
        if not isinstance(other, datetime):
            return NotImplemented
        if self._zone is other._zone:
            return timedelta._of(self._micro() - other._micro())
        keys = self._keys(other)
        if keys is None:
            raise TypeError("can't subtract offset-naive and offset-aware datetimes")
        return timedelta._of(keys[0] - keys[1])


datetime.min = datetime(1, 1, 1)
datetime.max = datetime(9999, 12, 31, 23, 59, 59, 999999)
datetime.resolution = timedelta(microseconds=1)


def _parse(text, format):
    """The fields of `datetime` that a text has after a pattern."""
    import re

    names = {"A": _DAYS, "a": [d[:3] for d in _DAYS], "B": _MONTHS, "b": [m[:3] for m in _MONTHS], "p": ["AM", "PM"]}
    digits = {"Y": r"\d{4}", "m": r"1[0-2]|0[1-9]|[1-9]", "d": r"3[01]|[12]\d|0[1-9]|[1-9]| [1-9]", "y": r"\d\d"}
    digits.update({"H": r"2[0-3]|[01]\d|\d", "I": r"1[0-2]|0[1-9]|[1-9]", "M": r"[0-5]\d|\d", "S": r"6[01]|[0-5]\d|\d"})
    digits.update(
        {"f": r"\d{1,6}", "j": r"36[0-6]|3[0-5]\d|[12]\d\d|0[1-9]\d|00[1-9]|[1-9]\d|0[1-9]|[1-9]", "w": "[0-6]"}
    )
    digits.update({"z": r"[+-]\d\d:?[0-5]\d(?::?[0-5]\d(?:\.\d{1,6})?)?|Z", "Z": r"utc|gmt"})
    whole = {"c": "%a %b %d %H:%M:%S %Y", "x": "%m/%d/%y", "X": "%H:%M:%S", "T": "%H:%M:%S", "D": "%m/%d/%y"}
    pattern, seen, i = "", [], 0
    expanded = format
    for letter in "cxXTD":
        expanded = expanded.replace("%" + letter, whole[letter])
    while i < len(expanded):
        c = expanded[i]
        i += 1
        if c.isspace():
            while i < len(expanded) and expanded[i].isspace():
                i += 1
            pattern += r"\s+"
            continue
        if c != "%":
            pattern += re.escape(c)
            continue
        if i == len(expanded):
            raise ValueError(f"stray %% in format '{format}'")
        c = expanded[i]
        i += 1
        if c == "%":
            pattern += "%"
            continue
        if c not in names and c not in digits:
            if c in "GuVUW":
                raise NotImplementedError(f"`%{c}` of `strptime`")
            raise ValueError(f"'{c}' is a bad directive in format '{format}'")
        if c in seen:
            raise re.error(f"redefinition of group name '{c}'")
        seen.append(c)
        pattern += "(" + ("|".join(sorted(names[c], key=len, reverse=True)) if c in names else digits[c]) + ")"
    found = re.match(pattern, text, re.IGNORECASE)
    if not found:
        raise ValueError(f"time data {text!r} does not match format {format!r}")
    if found.end() != len(text):
        raise ValueError(f"unconverted data remains: {text[found.end():]}")
    fields = {c: found.group(n + 1) for n, c in enumerate(seen)}

    def named(letter):
        return [n.lower() for n in names[letter]].index(fields[letter].lower())

    year = int(fields["Y"]) if "Y" in fields else 1900
    if "y" in fields:
        year = int(fields["y"]) + (2000 if int(fields["y"]) <= 68 else 1900)
    month = int(fields["m"]) if "m" in fields else named("B") + 1 if "B" in fields else 1
    month = named("b") + 1 if "b" in fields else month
    day = int(fields["d"]) if "d" in fields else 1
    if "j" in fields and not {"m", "b", "B", "d"} & set(fields):
        year, month, day = _from_ordinal(_before_year(year) + int(fields["j"]))
    hour = int(fields.get("H", 0))
    if "I" in fields:
        hour = int(fields["I"]) % 12 + (12 if "p" in fields and named("p") == 1 else 0)
    zone = None
    if "z" in fields:
        if fields["z"] in "Zz":
            zone = timezone.utc
        else:
            sign = -1 if fields["z"][0] == "-" else 1
            h, m, s, us = _parse_iso_clock(fields["z"][1:], text)
            zone = timezone(sign * timedelta(hours=h, minutes=m, seconds=s, microseconds=us))
    micro = int(fields["f"].ljust(6, "0")) if "f" in fields else 0
    return year, month, day, hour, int(fields.get("M", 0)), int(fields.get("S", 0)), micro, zone
