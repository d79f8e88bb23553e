# SPDX-License-Identifier: Apache-2.0
# module: datetime
"""Times of a day, and days with one: `time`, `datetime`."""


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


def _field(index):
    return property(lambda self: self._clock[index])


# hour, minute, second, microsecond, tzinfo, fold
_CLOCK = [_field(k) for k in range(4)] + [property(lambda self: self._zone), property(lambda self: self._fold)]


def _packed_clock(clock, zone, day=b""):
    """What a pickle has of a time: its bytes, and its zone if it has one."""
    packed = day + bytes(clock[:3]) + clock[3].to_bytes(3, "big")
    return (packed,) if zone is None else (packed, zone)


def _unpacked_clock(packed):
    return *packed[:3], int.from_bytes(packed[3:], "big")


def _late(packed, at):
    """With the mark of a time that comes a second time, which the protocols from 4 on have."""
    return packed[:at] + bytes([packed[at] | 128]) + packed[at + 1 :]


class time:
    """A time of some day."""

    def __new__(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        if isinstance(hour, bytes) and len(hour) == 6:  # of a pickle
            tzinfo, fold = minute or None, hour[0] >> 7
            hour, minute, second, microsecond = _unpacked_clock(bytes([hour[0] & 127]) + hour[1:])
        made = object.__new__(cls)
        made._clock = _checked_time(hour, minute, second, microsecond, tzinfo, fold)
        made._zone, made._fold = tzinfo, fold
        return made

    def __init__(self, *args, **kwargs):
        pass

    hour, minute, second, microsecond, tzinfo, fold = _CLOCK

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

    __lt__, __le__, __gt__, __ge__ = _ORDER

    def __hash__(self):
        offset = self.utcoffset()
        if offset is None:
            return hash(self._clock)
        h, m, s, us = self._clock
        return hash(((h * 60 + m) * 60 + s) * 1000000 + us - offset._total)

    def __reduce_ex__(self, protocol):
        state, *zone = _packed_clock(self._clock, self._zone)
        return type(self), (_late(state, 0) if self._fold and protocol > 3 else state, *zone)

    def __reduce__(self):
        return self.__reduce_ex__(2)


time.min = time(0, 0, 0)
time.max = time(23, 59, 59, 999999)
time.resolution = timedelta(microseconds=1)


class datetime(date):
    """A day and a time."""

    def __new__(cls, year, month=None, day=None, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        if isinstance(year, bytes) and len(year) == 10:  # of a pickle
            tzinfo, fold = month, year[2] >> 7
            hour, minute, second, microsecond = _unpacked_clock(year[4:])
            year, month, day = _unpacked_day(year)
        made = date.__new__(cls, year, month, day)
        made._clock = _checked_time(hour, minute, second, microsecond, tzinfo, fold)
        made._zone, made._fold = tzinfo, fold
        return made

    hour, minute, second, microsecond, tzinfo, fold = _CLOCK

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

    def __reduce_ex__(self, protocol):
        state, *zone = _packed_clock(self._clock, self._zone, _packed_day(*date._key(self)))
        return type(self), (_late(state, 2) if self._fold and protocol > 3 else state, *zone)

    def __reduce__(self):
        return self.__reduce_ex__(2)


datetime.min = datetime(1, 1, 1)
datetime.max = datetime(9999, 12, 31, 23, 59, 59, 999999)
datetime.resolution = timedelta(microseconds=1)
