# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.items
"""Units of times, the calendar, their dtype, and dates in words: `datetime64` counts from 1970 on."""

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


def datetime_data(dtype):
    """The unit of a dtype of times and its count."""
    kind = _read_dtype(dtype)
    return ("generic" if kind.unit is None else kind.unit), kind.count
