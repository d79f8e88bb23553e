# SPDX-License-Identifier: Apache-2.0
"""`logging`."""

NOTSET, DEBUG, INFO, WARNING, ERROR, CRITICAL = 0, 10, 20, 30, 40, 50
WARN, FATAL = WARNING, CRITICAL
_names = {NOTSET: "NOTSET", DEBUG: "DEBUG", INFO: "INFO", WARNING: "WARNING", ERROR: "ERROR", CRITICAL: "CRITICAL"}
BASIC_FORMAT = "%(levelname)s:%(name)s:%(message)s"


def getLevelNamesMapping():
    """The level of each name."""
    return {**{name: level for level, name in _names.items()}, "WARN": WARNING, "FATAL": CRITICAL}


def getLevelName(level):
    """The level's name, or the level of a name."""
    if isinstance(level, str):
        for number, name in _names.items():
            if name == level:
                return number
        return f"Level {level}"
    return _names.get(level, f"Level {level}")


def addLevelName(level, levelName):
    """Names a level."""
    _names[level] = levelName


def _level(level):
    if isinstance(level, str):
        number = getLevelName(level)
        if not isinstance(number, int):
            raise ValueError(f"Unknown level: {level!r}")
        return number
    return level


class LogRecord:
    """A message and what is known of it."""

    def __init__(self, name, level, msg, args, exc_info=None, extra=None):
        self.name, self.levelno, self.levelname, self.msg, self.args = name, level, getLevelName(level), msg, args
        self.exc_info = exc_info
        self.__dict__.update(extra or {})

    def getMessage(self):
        text = str(self.msg)
        if self.args:
            args = self.args[0] if len(self.args) == 1 and isinstance(self.args[0], dict) else self.args
            text = text % args
        return text


class Formatter:
    """How a record becomes text. There is no clock: `asctime` is refused."""

    def __init__(self, fmt=None, datefmt=None, style="%", validate=True, *, defaults=None):
        self._fmt, self._style = fmt or "%(message)s", style
        if "asctime" in self._fmt or "created" in self._fmt or "relativeCreated" in self._fmt:
            from time import _refuse_clock

            self._fmt = _refuse_clock(self._fmt)

    def format(self, record):
        record.message = record.getMessage()
        values = record.__dict__
        if self._style == "{":
            text = self._fmt.format(**values)
        elif self._style == "$":
            from string import Template

            text = Template(self._fmt).substitute(**values)
        else:
            text = self._fmt % values
        if record.exc_info:
            import traceback

            text += "\n" + "".join(traceback.format_exception(record.exc_info)).rstrip("\n")
        return text


class Filter:
    """Passes what a logger of its name, or one below it, says."""

    def __init__(self, name=""):
        self.name = name

    def filter(self, record):
        return not self.name or record.name == self.name or record.name.startswith(self.name + ".")


class Handler:
    """Where records go."""

    def __init__(self, level=NOTSET):
        self.level, self.formatter, self.filters = _level(level), None, []

    def setLevel(self, level):
        self.level = _level(level)

    def setFormatter(self, fmt):
        self.formatter = fmt

    def addFilter(self, filter):
        self.filters.append(filter)

    def removeFilter(self, filter):
        self.filters.remove(filter)

    def format(self, record):
        return (self.formatter or Formatter()).format(record)

    def handle(self, record):
        if record.levelno >= self.level and _passes(self.filters, record):
            self.emit(record)

    def emit(self, record):
        raise NotImplementedError("emit must be implemented by Handler subclasses")

    def flush(self):
        pass

    def close(self):
        pass


def _passes(filters, record):
    return all((f.filter(record) if hasattr(f, "filter") else f(record)) for f in filters)


class StreamHandler(Handler):
    """Writes records to a stream; without one, warnings and errors are told as diagnostics and the rest is dropped."""

    terminator = "\n"

    def __init__(self, stream=None):
        super().__init__()
        self.stream = stream

    def emit(self, record):
        text = self.format(record)
        if self.stream is None:
            _tell(record.levelno, text)
        else:
            self.stream.write(text + self.terminator)


class NullHandler(Handler):
    """Drops records."""

    def emit(self, record):
        pass


class FileHandler(Handler):
    """Writes records to one of the run's output files."""

    def __init__(self, filename, mode="a", encoding=None, delay=False, errors=None):
        super().__init__()
        self.stream = open(filename, mode)

    def emit(self, record):
        self.stream.write(self.format(record) + "\n")


def _tell(level, text):
    if level >= WARNING:
        import warnings

        warnings.warn(text)


class Logger:
    """Takes messages and hands them to handlers."""

    def __init__(self, name, level=NOTSET):
        self.name, self.level, self.parent, self.propagate = name, _level(level), None, True
        self.handlers, self.filters, self.disabled = [], [], False

    def setLevel(self, level):
        self.level = _level(level)

    def getEffectiveLevel(self):
        logger = self
        while logger is not None:
            if logger.level:
                return logger.level
            logger = logger.parent
        return NOTSET

    def isEnabledFor(self, level):
        return not self.disabled and level > _state["disabled"] and level >= self.getEffectiveLevel()

    def addHandler(self, hdlr):
        if hdlr not in self.handlers:
            self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)

    def hasHandlers(self):
        return bool(self.handlers) or (self.propagate and self.parent is not None and self.parent.hasHandlers())

    def addFilter(self, filter):
        self.filters.append(filter)

    def getChild(self, suffix):
        return getLogger(suffix if self is root else self.name + "." + suffix)

    def handle(self, record):
        if not _passes(self.filters, record):
            return
        logger, found = self, False
        while logger is not None:
            for handler in logger.handlers:
                found = True
                handler.handle(record)
            logger = logger.parent if logger.propagate else None
        if not found:
            _tell(record.levelno, record.getMessage())

    def _log(self, level, msg, args, exc_info=None, stack_info=False, stacklevel=1, extra=None):
        if exc_info is True:
            import sys

            exc_info = sys.exc_info()[1]
        self.handle(LogRecord(self.name, level, msg, args, exc_info or None, extra))

    def log(self, level, msg, *args, **kwargs):
        if self.isEnabledFor(level):
            self._log(level, msg, args, **kwargs)

    def debug(self, msg, *args, **kwargs):
        self.log(DEBUG, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self.log(INFO, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self.log(WARNING, msg, *args, **kwargs)

    warn = warning

    def error(self, msg, *args, **kwargs):
        self.log(ERROR, msg, *args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.log(ERROR, msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        self.log(CRITICAL, msg, *args, **kwargs)

    fatal = critical

    def __repr__(self):
        return f"<Logger {self.name} ({getLevelName(self.getEffectiveLevel())})>"


class LoggerAdapter:
    """A logger that adds something to each message."""

    def __init__(self, logger, extra=None):
        self.logger, self.extra = logger, extra

    def process(self, msg, kwargs):
        kwargs["extra"] = self.extra
        return msg, kwargs

    def log(self, level, msg, *args, **kwargs):
        msg, kwargs = self.process(msg, kwargs)
        self.logger.log(level, msg, *args, **kwargs)

    def debug(self, msg, *args, **kwargs):
        self.log(DEBUG, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self.log(INFO, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self.log(WARNING, msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        self.log(ERROR, msg, *args, **kwargs)


root = Logger("root", WARNING)
_loggers, _state = {}, {"disabled": -1}


def getLogger(name=None):
    """The logger of that name."""
    if not name or name == "root":
        return root
    if name not in _loggers:
        logger = _loggers[name] = Logger(name)
        above, _, _ = name.rpartition(".")
        logger.parent = getLogger(above) if above in _loggers or not above else root
        for other in _loggers.values():
            if (
                other is not logger
                and other.name.startswith(name + ".")
                and not (other.parent.name + ".").startswith(name + ".")
            ):
                other.parent = logger
    return _loggers[name]


def basicConfig(
    *,
    filename=None,
    filemode="a",
    format=None,
    datefmt=None,
    style="%",
    level=None,
    stream=None,
    handlers=None,
    force=False,
    encoding=None,
    errors=None,
):
    """Sets the root logger up: its level, and where messages go."""
    if force:
        root.handlers = []
    if not root.handlers:
        if handlers is None:
            handlers = [FileHandler(filename, filemode) if filename is not None else StreamHandler(stream)]
        for handler in handlers:
            if handler.formatter is None:
                handler.setFormatter(Formatter(format or BASIC_FORMAT, datefmt, style))
            root.addHandler(handler)
        if level is not None:
            root.setLevel(level)


def disable(level=CRITICAL):
    """Drops messages of this level and below."""
    _state["disabled"] = level


def captureWarnings(capture):
    """Does nothing."""


def log(level, msg, *args, **kwargs):
    """A message of the root logger."""
    root.log(level, msg, *args, **kwargs)


def debug(msg, *args, **kwargs):
    """A message of the root logger."""
    root.debug(msg, *args, **kwargs)


def info(msg, *args, **kwargs):
    """A message of the root logger."""
    root.info(msg, *args, **kwargs)


def warning(msg, *args, **kwargs):
    """A message of the root logger."""
    root.warning(msg, *args, **kwargs)


def error(msg, *args, **kwargs):
    """A message of the root logger."""
    root.error(msg, *args, **kwargs)


def exception(msg, *args, **kwargs):
    """A message of the root logger about the exception being handled."""
    root.exception(msg, *args, **kwargs)


def critical(msg, *args, **kwargs):
    """A message of the root logger."""
    root.critical(msg, *args, **kwargs)
