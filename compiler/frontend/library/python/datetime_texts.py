# SPDX-License-Identifier: Apache-2.0
# module: datetime
"""Dates and times as texts: `strftime`, ISO 8601, `strptime`."""


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
