# SPDX-License-Identifier: Apache-2.0
"""`csv`: tables as text, a row a line, by the rules that a dialect has for separators and quotes."""

QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = range(4)
__version__ = "1.0"
_limit = 131072
_registered = {}


class Error(Exception):
    """A text is no table, or a row can't be written."""


class Dialect:
    """Rules for separators and quotes."""

    _name, _valid = "", False
    delimiter = quotechar = escapechar = doublequote = skipinitialspace = lineterminator = quoting = None

    def __init__(self):
        try:
            _Rules(self, {})
        except TypeError as problem:
            raise Error(str(problem)) from None


class excel(Dialect):
    """The rules of Excel."""

    delimiter, quotechar, doublequote, skipinitialspace = ",", '"', True, False
    lineterminator, quoting = "\r\n", QUOTE_MINIMAL


class excel_tab(excel):
    """The same, between tabulators."""

    delimiter = "\t"


class unix_dialect(Dialect):
    """All quoted, with plain line breaks."""

    delimiter, quotechar, doublequote, skipinitialspace = ",", '"', True, False
    lineterminator, quoting = "\n", QUOTE_ALL


class _Rules:
    """A dialect and what the call changes of it, checked."""

    _defaults = {
        "delimiter": ",",
        "quotechar": '"',
        "escapechar": None,
        "doublequote": True,
        "skipinitialspace": False,
        "lineterminator": "\r\n",
        "quoting": QUOTE_MINIMAL,
        "strict": False,
    }

    def __init__(self, dialect, changes):
        if isinstance(dialect, str):
            dialect = get_dialect(dialect)
        for name in changes:
            if name not in self._defaults:
                raise TypeError(f"{name!r} is an invalid keyword argument for this function")
        for name, default in self._defaults.items():
            value = getattr(dialect, name, default) if dialect is not None else default
            if name not in changes and name == "quotechar" and value is None and dialect is None:
                value = default
            setattr(self, name, changes.get(name, value))
        if "quotechar" in changes and changes["quotechar"] is None and "quoting" not in changes:
            self.quoting = QUOTE_NONE
        self.doublequote, self.skipinitialspace = bool(self.doublequote), bool(self.skipinitialspace)
        self.strict = bool(self.strict)
        if isinstance(self.quoting, bool) or not isinstance(self.quoting, int):
            raise TypeError('"quoting" must be an integer')
        if not 0 <= self.quoting <= 3:
            raise TypeError('bad "quoting" value')
        for name in ("delimiter", "quotechar", "escapechar"):
            self._checkCharacter(name, getattr(self, name))
        if self.quoting != QUOTE_NONE and self.quotechar is None:
            raise TypeError("quotechar must be set if quoting enabled")
        if not isinstance(self.lineterminator, str):
            isAbsent = self.lineterminator is None
            raise TypeError("lineterminator must be set" if isAbsent else '"lineterminator" must be a string')

    def _checkCharacter(self, name, value):
        if value is None and name != "delimiter":
            return
        if not isinstance(value, str):
            tail = "" if name == "delimiter" else " or None"
            raise TypeError(f'"{name}" must be string{tail}, not {type(value).__name__}')
        if len(value) != 1:
            raise TypeError(f'"{name}" must be a 1-character string')


def register_dialect(name, dialect=None, /, **fmtparams):
    """Gives rules a name."""
    if not isinstance(name, str):
        raise TypeError("dialect name must be a string")
    _registered[name] = _Rules(dialect, fmtparams)


def unregister_dialect(name, /):
    """Forgets a name."""
    get_dialect(name)
    del _registered[name]


def get_dialect(name, /):
    """The rules of a name."""
    if name not in _registered:
        raise Error("unknown dialect")
    return _registered[name]


def list_dialects():
    """All names."""
    return list(_registered)


def field_size_limit(*limit):
    """How long a field may be; sets it where it is given."""
    global _limit
    old = _limit
    if limit:
        if not isinstance(limit[0], int):
            raise TypeError("limit must be an integer")
        _limit = limit[0]
    return old


class _Reader:
    """The rows of an iterable of lines."""

    def __init__(self, lines, dialect, changes):
        self._lines, self.dialect, self.line_num = iter(lines), _Rules(dialect, changes), 0

    def __iter__(self):
        return self

    def __next__(self):
        self._fields, self._field, self._isNumber, self._state = [], [], False, "begin"
        while True:
            try:
                line = next(self._lines)
            except StopIteration:
                if self._field or self._state == "quoted":
                    if self.dialect.strict:
                        raise Error("unexpected end of data") from None
                    self._save()
                    return self._fields
                raise
            if not isinstance(line, str):
                kind = type(line).__name__
                raise Error(f"iterator should return strings, not {kind} (the file should be opened in text mode)")
            self.line_num += 1
            for c in line:
                self._take(c)
            self._take("")
            if self._state == "begin":
                return self._fields

    def _save(self):
        text = "".join(self._field)
        self._fields.append(float(text) if self._isNumber else text)
        self._field, self._isNumber = [], False

    def _add(self, c):
        if len(self._field) >= _limit:
            raise Error(f"field larger than field limit ({_limit})")
        self._field.append(c)

    def _take(self, c):
        # "" is the end of a line that the iterable gave.
        rules, isEnd = self.dialect, c in ("\n", "\r", "")
        if self._state == "begin":
            if c == "":
                return
            if isEnd:
                self._state = "eat"
                return
            self._state = "field"
        if self._state == "field":
            self._beginField(c, isEnd)
        elif self._state == "escaped":
            self._add(c or "\n")
            self._state = "inner" if c != "" else "newline-escaped"
        elif self._state in ("inner", "newline-escaped"):
            if self._state == "newline-escaped" and c == "":
                return
            self._inner(c, isEnd)
        elif self._state == "quoted":
            if c == rules.escapechar and c != "":
                self._state = "quoted-escaped"
            elif c == rules.quotechar and rules.quoting != QUOTE_NONE and c != "":
                self._state = "quote-in-quoted" if rules.doublequote else "inner"
            elif c != "":
                self._add(c)
        elif self._state == "quoted-escaped":
            self._add(c or "\n")
            self._state = "quoted"
        elif self._state == "quote-in-quoted":
            self._afterQuote(c, isEnd)
        elif self._state == "eat":
            if c == "":
                self._state = "begin"
            elif not isEnd:
                advice = "do you need to open the file in universal-newline mode?"
                raise Error("new-line character seen in unquoted field - " + advice)

    def _endRow(self, c):
        self._save()
        self._state = "begin" if c == "" else "eat"

    def _beginField(self, c, isEnd):
        rules = self.dialect
        if isEnd:
            self._endRow(c)
        elif c == rules.quotechar and rules.quoting != QUOTE_NONE:
            self._state = "quoted"
        elif c == rules.escapechar:
            self._state = "escaped"
        elif c == " " and rules.skipinitialspace:
            pass
        elif c == rules.delimiter:
            self._save()
        else:
            self._isNumber = rules.quoting == QUOTE_NONNUMERIC
            self._add(c)
            self._state = "inner"

    def _inner(self, c, isEnd):
        if isEnd:
            self._endRow(c)
        elif c == self.dialect.escapechar:
            self._state = "escaped"
        elif c == self.dialect.delimiter:
            self._save()
            self._state = "field"
        else:
            self._add(c)
            self._state = "inner"

    def _afterQuote(self, c, isEnd):
        rules = self.dialect
        if rules.quoting != QUOTE_NONE and c == rules.quotechar and c != "":
            self._add(c)
            self._state = "quoted"
        elif c == rules.delimiter:
            self._save()
            self._state = "field"
        elif isEnd:
            self._endRow(c)
        elif not rules.strict:
            self._add(c)
            self._state = "inner"
        else:
            raise Error(f"'{rules.delimiter}' expected after '{rules.quotechar}'")


class _Writer:
    """Writes rows to what has `write`."""

    def __init__(self, file, dialect, changes):
        if not hasattr(file, "write"):
            raise TypeError('argument 1 must have a "write" method')
        self._write, self.dialect = file.write, _Rules(dialect, changes)

    def writerow(self, row, /):
        """Writes one row."""
        if not hasattr(row, "__iter__"):
            raise Error(f"iterable expected, not {type(row).__name__}")
        cells = list(row)
        fields = [self._quoted(cell, len(cells) == 1) for cell in cells]
        return self._write(self.dialect.delimiter.join(fields) + self.dialect.lineterminator)

    def writerows(self, rows, /):
        """Writes each of the rows."""
        for row in rows:
            self.writerow(row)

    def _quoted(self, cell, isOnly):
        rules = self.dialect
        isNumber = isinstance(cell, (int, float, complex))
        quotes = rules.quoting == QUOTE_ALL or (rules.quoting == QUOTE_NONNUMERIC and not isNumber)
        text = "" if cell is None else repr(cell) if isinstance(cell, float) else str(cell)
        if not text and isOnly and not quotes:
            if rules.quoting == QUOTE_NONE:
                raise Error("single empty field record must be quoted")
            quotes = True
        special = [rules.delimiter, rules.escapechar, rules.quotechar] + list(rules.lineterminator)
        parts = []
        for c in text:
            if c in special:
                isEscaped = rules.quoting == QUOTE_NONE
                if not isEscaped and c == rules.quotechar:
                    if rules.doublequote:
                        parts.append(c)
                    else:
                        isEscaped = True
                elif not isEscaped and c == rules.escapechar:
                    isEscaped = True
                if not isEscaped:
                    quotes = True
                elif rules.escapechar is None:
                    raise Error("need to escape, but no escapechar set")
                else:
                    parts.append(rules.escapechar)
            parts.append(c)
        return rules.quotechar + "".join(parts) + rules.quotechar if quotes else "".join(parts)


def reader(iterable, /, dialect="excel", **fmtparams):
    """The rows of an iterable of lines, each a list of texts."""
    if not hasattr(iterable, "__iter__"):
        raise TypeError(f"'{type(iterable).__name__}' object is not iterable")
    return _Reader(iterable, dialect, fmtparams)


def writer(fileobj, /, dialect="excel", **fmtparams):
    """Writes rows to a file."""
    return _Writer(fileobj, dialect, fmtparams)


class DictReader:
    """The rows as dicts; the first row has the keys where they are not given."""

    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel", *args, **kwds):
        self._names, self.restkey, self.restval = fieldnames, restkey, restval
        self.reader, self.dialect, self.line_num = reader(f, dialect, *args, **kwds), dialect, 0

    def __iter__(self):
        return self

    @property
    def fieldnames(self):
        """The keys."""
        if self._names is None:
            self._names = next(self.reader, None)
        self.line_num = self.reader.line_num
        return self._names

    @fieldnames.setter
    def fieldnames(self, value):
        self._names = value

    def __next__(self):
        names = self.fieldnames
        row = next(self.reader)
        while not row:
            row = next(self.reader)
        self.line_num = self.reader.line_num
        made = dict(zip(names, row))
        if len(names) < len(row):
            made[self.restkey] = row[len(names) :]
        for name in names[len(row) :]:
            made[name] = self.restval
        return made


class DictWriter:
    """Writes dicts as rows."""

    def __init__(self, f, fieldnames, restval="", extrasaction="raise", dialect="excel", *args, **kwds):
        if extrasaction.lower() not in ("raise", "ignore"):
            raise ValueError("extrasaction (%s) must be 'raise' or 'ignore'" % extrasaction)
        self.fieldnames, self.restval, self.extrasaction = fieldnames, restval, extrasaction.lower()
        self.writer = writer(f, dialect, *args, **kwds)

    def writeheader(self):
        """Writes the keys."""
        return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))

    def _row(self, rowdict):
        if self.extrasaction == "raise":
            wrong = [repr(name) for name in rowdict if name not in self.fieldnames]
            if wrong:
                raise ValueError("dict contains fields not in fieldnames: " + ", ".join(wrong))
        return [rowdict.get(name, self.restval) for name in self.fieldnames]

    def writerow(self, rowdict):
        """Writes one dict."""
        return self.writer.writerow(self._row(rowdict))

    def writerows(self, rowdicts):
        """Writes each of the dicts."""
        return self.writer.writerows([self._row(row) for row in rowdicts])


register_dialect("excel", excel)
register_dialect("excel-tab", excel_tab)
register_dialect("unix", unix_dialect)
