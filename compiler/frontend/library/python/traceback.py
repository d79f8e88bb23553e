# SPDX-License-Identifier: Apache-2.0
"""`traceback`."""

import sys as _sys

__all__ = ["extract_tb", "format_exception", "format_exception_only", "format_list", "format_tb", "print_exc"]
__all__ += [
    "format_exc",
    "print_exception",
    "print_tb",
    "walk_tb",
    "FrameSummary",
    "StackSummary",
    "TracebackException",
]
__all__ += ["print_list"]

_CAUSE = "\nThe above exception was the direct cause of the following exception:\n\n"
_CONTEXT = "\nDuring handling of the above exception, another exception occurred:\n\n"
_TITLE = "Traceback (most recent call last):\n"
_SHOWN_REPEATS = 3


class _Unset:
    def __repr__(self):
        return "<implicit>"


_unset = _Unset()
_PRECEDENCE = {"|": 1, "^": 2, "&": 3, "<<": 4, ">>": 4, "+": 5, "-": 5, "**": 8}
_PRECEDENCE.update(dict.fromkeys(["*", "/", "//", "%", "@"], 6))


class FrameSummary:
    """What a traceback says of one frame: file, line, name of the code, and the line's text."""

    def __init__(
        self,
        filename,
        lineno,
        name,
        *,
        lookup_line=True,
        locals=None,
        line=None,
        end_lineno=None,
        colno=None,
        end_colno=None,
    ):
        self.filename = filename
        self.lineno = lineno
        self.name = name
        self.end_lineno = end_lineno
        self.colno = colno
        self.end_colno = end_colno
        self._text = line
        self.locals = locals

    @property
    def line(self):
        """The line without blanks around it; None where nobody knows the file."""
        return None if self._text is None else self._text.strip()

    def __eq__(self, other):
        if isinstance(other, (FrameSummary, tuple)):
            return tuple(self) == tuple(other)
        return NotImplemented

    def __iter__(self):
        return iter((self.filename, self.lineno, self.name, self.line))

    def __getitem__(self, place):
        return tuple(self)[place]

    def __len__(self):
        return 4

    def __repr__(self):
        return f"<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>"


class StackSummary(list):
    """The frames of a traceback, outermost first."""

    @classmethod
    def extract(klass, frame_gen, *, limit=None, lookup_lines=True, capture_locals=False):
        """A summary of frames with their lines' numbers, as `walk_tb` gives them."""
        if capture_locals:
            raise NotImplementedError("`capture_locals` of a traceback")
        made = klass()
        for frame, lineno in _limited(list(frame_gen), limit):
            code, text = frame.f_code, frame._line if lineno == frame.f_lineno else None
            made.append(FrameSummary(code.co_filename, lineno, code.co_name, line=text))
        return made

    @classmethod
    def from_list(klass, a_list):
        """A summary of frames that are given as summaries or as tuples."""
        made = klass()
        for entry in a_list:
            if not isinstance(entry, FrameSummary):
                filename, lineno, name, line = entry
                entry = FrameSummary(filename, lineno, name, line=line)
            made.append(entry)
        return made

    def format_frame_summary(self, frame_summary):
        """The text of one frame."""
        text = f'  File "{frame_summary.filename}", line {frame_summary.lineno}, in {frame_summary.name}\n'
        if frame_summary.line:
            text += f"    {frame_summary.line}\n" + _carets(frame_summary)
        return text

    def format(self):
        """The text of each frame; one that comes again and again is told three times."""
        texts, last, count = [], None, 0
        for frame in self:
            text = self.format_frame_summary(frame)
            if text is None:
                continue
            key = (frame.filename, frame.lineno, frame.name)
            if key != last:
                texts += _repeated(count)
                last, count = key, 0
            count += 1
            if count <= _SHOWN_REPEATS:
                texts.append(text)
        return texts + _repeated(count)


def _repeated(count):
    more = count - _SHOWN_REPEATS
    return [f"  [Previous line repeated {more} more time{'s' if more > 1 else ''}]\n"] if more > 0 else []


def _carets(frame):
    """The line that marks the part of the frame's line at fault; empty where that is all of it."""
    if frame.colno is None or frame.end_colno is None:
        return ""
    stripped, indent = frame.line, len(frame._text) - len(frame._text.lstrip())
    start, end = frame.colno - indent, len(stripped)
    inner = None
    if frame.end_lineno == frame.lineno:
        end = frame.end_colno - indent
        inner = _part_at_fault(stripped[start:end])
    if inner is not None:
        first, last = inner
        marks = "~" * first + "^" * (last - first) + "~" * (end - start - last)
    elif end - start < len(stripped):
        marks = "^" * (end - start)
    else:
        return ""
    return "    " + " " * start + marks + "\n"


def _tokens(text):
    """Each operator, word and bracketed group outside of brackets: its text, where it begins, where it ends."""
    found, place = [], 0
    while place < len(text):
        begin, char = place, text[place]
        if char.isspace():
            place += 1
            continue
        if char in "([{":
            depth = 0
            while place < len(text):
                if text[place] in "'\"":
                    place = _end_of_string(text, place)
                    continue
                depth += (text[place] in "([{") - (text[place] in ")]}")
                place += 1
                if depth == 0:
                    break
        elif char in "'\"":
            place = _end_of_string(text, place)
        elif char.isalnum() or char in "_.":
            while place < len(text) and (text[place].isalnum() or text[place] in "_."):
                place += 1
        else:
            place += 2 if text[place : place + 2] in ("**", "//", "<<", ">>", "==", "!=", "<=", ">=", ":=") else 1
        found.append((text[begin:place], begin, place))
    return found


def _end_of_string(text, place):
    quote = text[place] * 3 if text[place : place + 3] == text[place] * 3 else text[place]
    place += len(quote)
    while place < len(text) and not text.startswith(quote, place):
        place += 2 if text[place] == "\\" else 1
    return place + len(quote)


def _part_at_fault(text):
    """The columns of the operator of `a + b`, or of the brackets of `a[b]`; None for other expressions."""
    tokens = _tokens(text)
    best, is_operand = None, False
    for token, begin, end in tokens:
        known = _PRECEDENCE.get(token)
        if not is_operand and token in ("+", "-", "~"):
            if best is not None:
                continue
            known, token = 7, "unary"
        elif known is None:
            no_operator = token[0].isalnum() or token[0] in "_.([{'\""
            if not no_operator or token in ("and", "or", "not", "in", "is", "if", "else", "lambda", "await", "yield"):
                return None
            is_operand = True
            continue
        is_operand = False
        leftmost = token in ("**", "unary")
        if best is None or known < best[0] or (known == best[0] and not leftmost):
            best = (known, token, begin, end)
    if best is not None:
        return None if best[1] == "unary" else best[2:]
    if len(tokens) > 1 and tokens[-1][0][0] == "[":
        return tokens[-1][1:]
    return None


def _limited(entries, limit):
    if limit is None:
        limit = getattr(_sys, "tracebacklimit", None)
        limit = None if limit is None else max(limit, 0)
    if limit is None:
        return entries
    return entries[:limit] if limit >= 0 else entries[limit:]


def walk_tb(tb):
    """Each frame of a traceback with its line's number, outermost first."""
    while tb is not None:
        yield tb.tb_frame, tb.tb_lineno
        tb = tb.tb_next


def extract_tb(tb, limit=None):
    """The frames of a traceback as a `StackSummary`."""
    found = []
    while tb is not None:
        code, (end_lineno, colno, end_colno) = tb.tb_frame.f_code, tb._position
        found.append(
            FrameSummary(
                code.co_filename,
                tb.tb_lineno,
                code.co_name,
                line=tb._line,
                end_lineno=end_lineno,
                colno=colno,
                end_colno=end_colno,
            )
        )
        tb = tb.tb_next
    return StackSummary.from_list(_limited(found, limit))


def format_list(extracted_list):
    """The text of each frame."""
    return StackSummary.from_list(extracted_list).format()


def format_tb(tb, limit=None):
    """The text of each frame of a traceback."""
    return extract_tb(tb, limit).format()


def print_list(extracted_list, file=None):
    """Writes the text of frames to `file` or `sys.stderr`."""
    print("".join(format_list(extracted_list)), end="", file=_sys.stderr if file is None else file)


def print_tb(tb, limit=None, file=None):
    """Writes the text of a traceback's frames to `file` or `sys.stderr`."""
    print("".join(format_tb(tb, limit)), end="", file=_sys.stderr if file is None else file)


class _Layout:
    """Where the text of an exception group stands."""

    def __init__(self):
        self.depth = 0
        self.needs_close = False

    def indent(self):
        return "  " * self.depth

    def emit(self, texts, margin="|"):
        before = self.indent() + margin + " " if self.depth else ""
        return ["".join(before + line for line in text.splitlines(True)) for text in texts]


class TracebackException:
    """The text of an exception, its causes and its calls, made without holding on to their frames."""

    def __init__(
        self,
        exc_type,
        exc_value,
        exc_traceback,
        *,
        limit=None,
        lookup_lines=True,
        capture_locals=False,
        compact=False,
        max_group_width=15,
        max_group_depth=10,
        _seen=None,
    ):
        if capture_locals:
            raise NotImplementedError("`capture_locals` of a traceback")
        seen = set() if _seen is None else _seen
        shared = dict(
            limit=limit, compact=compact, max_group_width=max_group_width, max_group_depth=max_group_depth, _seen=seen
        )
        self._take(exc_type, exc_value, exc_traceback, limit)
        self.max_group_width = max_group_width
        self.max_group_depth = max_group_depth
        # One after the other: a chain may be longer than calls nest.
        waiting = [(self, exc_value)]
        seen.add(id(exc_value))
        while waiting:
            made, error = waiting.pop()

            def of(other, made=made):
                if other is None or id(other) in seen:
                    return None
                seen.add(id(other))
                link = TracebackException.__new__(TracebackException)
                link._take(type(other), other, other.__traceback__, limit)
                link.max_group_width = max_group_width
                link.max_group_depth = max_group_depth
                waiting.append((link, other))
                return link

            made.__suppress_context__ = getattr(error, "__suppress_context__", False)
            made.__cause__ = of(getattr(error, "__cause__", None))
            is_hidden = made.__cause__ is not None or made.__suppress_context__ if compact else False
            made.__context__ = None if is_hidden else of(getattr(error, "__context__", None))
            made.exceptions = None
            if isinstance(error, BaseExceptionGroup):
                made.exceptions = [
                    TracebackException(type(part), part, part.__traceback__, **shared) for part in error.exceptions
                ]

    def _take(self, exc_type, exc_value, exc_traceback, limit):
        self.exc_type = exc_type
        self.stack = extract_tb(exc_traceback, limit)
        self._lines = format_exception_only(exc_value)
        self._text = _safe(exc_value, "exception")

    @classmethod
    def from_exception(cls, exc, *args, **kwargs):
        """That of an exception object."""
        return cls(type(exc), exc, exc.__traceback__, *args, **kwargs)

    def __str__(self):
        return self._text

    def __eq__(self, other):
        return self.__dict__ == other.__dict__ if isinstance(other, TracebackException) else NotImplemented

    def format_exception_only(self):
        """The class and message, as lines."""
        yield from self._lines

    def format(self, *, chain=True, _ctx=None):
        """The text, piece by piece: first what it was caused by."""
        layout = _Layout() if _ctx is None else _ctx
        links, error = [], self
        while error is not None:
            cause = error.__cause__ if chain else None
            hides = cause is not None or error.__suppress_context__
            context = error.__context__ if chain and not hides else None
            links.append((_CAUSE if cause is not None else _CONTEXT if context is not None else None, error))
            error = cause if cause is not None else context
        for message, error in reversed(links):
            if message is not None:
                yield from layout.emit([message])
            if error.exceptions is None:
                if error.stack:
                    yield from layout.emit([_TITLE])
                    yield from layout.emit(error.stack.format())
                yield from layout.emit(error.format_exception_only())
            elif layout.depth > self.max_group_depth:
                yield from layout.emit([f"... (max_group_depth is {self.max_group_depth})\n"])
            else:
                yield from error._format_group(chain, layout)

    def _format_group(self, chain, layout):
        is_outermost = layout.depth == 0
        layout.depth += is_outermost
        if self.stack:
            yield from layout.emit(["Exception Group " + _TITLE], "+" if is_outermost else "|")
            yield from layout.emit(self.stack.format())
        yield from layout.emit(self.format_exception_only())
        shown = min(len(self.exceptions), self.max_group_width + 1)
        layout.needs_close = False
        for place in range(shown):
            is_last, is_cut = place == shown - 1, place >= self.max_group_width
            layout.needs_close |= is_last
            title = "..." if is_cut else str(place + 1)
            yield f"{layout.indent()}{'  ' if place else '+-'}+---------------- {title} ----------------\n"
            layout.depth += 1
            if is_cut:
                more = len(self.exceptions) - self.max_group_width
                yield from layout.emit([f"and {more} more exception{'s' if more > 1 else ''}\n"])
            else:
                yield from self.exceptions[place].format(chain=chain, _ctx=layout)
            if is_last and layout.needs_close:
                yield layout.indent() + "+------------------------------------\n"
                layout.needs_close = False
            layout.depth -= 1
        layout.depth -= is_outermost

    def print(self, *, file=None, chain=True):
        """Writes the text to `file` or `sys.stderr`."""
        print("".join(self.format(chain=chain)), end="", file=_sys.stderr if file is None else file)


def _syntax_lines(error):
    """Where a SyntaxError says that the text is wrong."""
    if error.lineno is None:
        return []
    lines = [f'  File "{error.filename or "<string>"}", line {error.lineno}\n']
    if error.text is not None:
        text = error.text.rstrip("\n")
        stripped = text.lstrip(" \n\f")
        lines.append(f"    {stripped}\n")
        if error.offset is not None:
            begin = error.offset
            end = error.end_offset if error.end_offset not in (None, 0) else begin
            end = end if end > begin else begin + 1
            column = begin - 1 - (len(text) - len(stripped))
            if column >= 0:
                blanks = "".join(c if c.isspace() else " " for c in stripped[:column])
                lines.append("    " + blanks + "^" * (end - begin) + "\n")
    return lines


def format_exception_only(exc, value=_unset, /):
    """The class and message of an exception, as lines."""
    if value is _unset:
        value, _ = _value_and_traceback(exc, value, _unset)
    error = value
    kind = exc if isinstance(exc, type) else type(error)
    name, module = getattr(kind, "__qualname__", str(kind)), getattr(kind, "__module__", "builtins")
    if module not in ("__main__", "builtins"):
        name = f"{module if isinstance(module, str) else '<unknown>'}.{name}"
    lines = []
    text = _safe(error, "exception")
    if isinstance(error, SyntaxError):
        lines, text = _syntax_lines(error), error.msg or "<no detail available>"
        if error.lineno is None and error.filename:
            text += f" ({error.filename})"
    lines.append(name + (": " + text if text else "") + "\n")
    notes = getattr(error, "__notes__", None)
    if isinstance(notes, (list, tuple)):
        for note in notes:
            lines += [line + "\n" for line in _safe(note, "note").split("\n")]
    elif notes is not None:
        lines.append(_safe(notes, "__notes__", repr) + "\n")
    return lines


def _safe(value, what, text=str):
    try:
        return text(value)
    except BaseException:
        return f"<{what} {text.__name__}() failed>"


def _value_and_traceback(exc, value, tb):
    if (value is _unset) != (tb is _unset):
        raise ValueError("Both or neither of value and tb must be given")
    if value is not _unset:
        return value, tb
    if exc is None:
        return None, None
    if isinstance(exc, BaseException):
        return exc, exc.__traceback__
    raise TypeError(f"Exception expected for value, {type(exc).__name__} found")


def format_exception(exc, /, value=_unset, tb=_unset, limit=None, chain=True):
    """The exception's text as lines: the calls that led there, then its class and message."""
    value, tb = _value_and_traceback(exc, value, tb)
    if value is None:
        return format_exception_only(type(None), None)
    return list(TracebackException(type(value), value, tb, limit=limit).format(chain=chain))


def format_exc(limit=None, chain=True):
    """The text of the exception being handled."""
    return "".join(format_exception(*_sys.exc_info(), limit=limit, chain=chain))


def print_exc(limit=None, file=None, chain=True):
    """Writes the text of the exception being handled to `file` or `sys.stderr`."""
    print_exception(*_sys.exc_info(), limit=limit, file=file, chain=chain)


def print_exception(exc, /, value=_unset, tb=_unset, limit=None, file=None, chain=True):
    """Writes the exception's text to `file` or `sys.stderr`."""
    text = "".join(format_exception(exc, value, tb, limit, chain))
    print(text, end="", file=_sys.stderr if file is None else file)
