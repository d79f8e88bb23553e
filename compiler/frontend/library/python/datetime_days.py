# SPDX-License-Identifier: Apache-2.0
# module: datetime
"""Days: `date`."""


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


def _packed_day(year, month, day):
    return bytes([year >> 8, year & 255, month, day])


def _unpacked_day(packed):
    return packed[0] << 8 | packed[1], packed[2] & 127, packed[3]


class date:
    """A day."""

    def __new__(cls, year, month=None, day=None):
        if month is None and isinstance(year, bytes) and len(year) == 4:  # of a pickle
            year, month, day = _unpacked_day(year)
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

    def _compared(self, other, compare):
        return compare(self._key(), other._key()) if self._same_kind(other) else self._other_kind(other)

    __lt__, __le__, __gt__, __ge__ = _ORDER

    def __hash__(self):
        return hash(self._key())

    def __reduce__(self):
        return type(self), (_packed_day(*self._key()),)

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
