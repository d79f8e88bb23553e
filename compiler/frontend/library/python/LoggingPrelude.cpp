// SPDX-License-Identifier: Apache-2.0
// `logging`, written in Python: loggers in a tree, levels, handlers, formats. A message that no handler takes is told as a diagnostic from
// WARNING on; there are no times, files or line numbers.
#include "compiler/frontend/library/python/Python.h"

const char tessera::frontend::library::loggingPrelude[] = R"py(
import warnings
NOTSET, DEBUG, INFO, WARNING, ERROR, CRITICAL = 0, 10, 20, 30, 40, 50
WARN, FATAL = WARNING, CRITICAL
_names = {CRITICAL: "CRITICAL", ERROR: "ERROR", WARNING: "WARNING", INFO: "INFO", DEBUG: "DEBUG", NOTSET: "NOTSET"}
def getLevelNamesMapping():
    mapping = {name: level for level, name in _names.items()}
    mapping.update({"WARN": WARNING, "FATAL": CRITICAL})
    return mapping
def getLevelName(level):
    if isinstance(level, str):
        return getLevelNamesMapping().get(level, "Level " + level)
    return _names.get(level, "Level " + str(level))
def addLevelName(level, levelName):
    _names[level] = levelName
def _level_of(level):
    if isinstance(level, int):
        return level
    if not isinstance(level, str):
        raise TypeError("Level not an integer or a valid string: " + repr(level))
    if level not in getLevelNamesMapping():
        raise ValueError("Unknown level: " + repr(level))
    return getLevelNamesMapping()[level]

class LogRecord:
    def __init__(self, name, level, msg, args):
        self.name, self.levelno, self.levelname, self.msg = name, level, getLevelName(level), msg
        self.args = args[0] if len(args) == 1 and isinstance(args[0], dict) and args[0] else args
        self.exc_info = None
    def getMessage(self):
        return str(self.msg) % self.args if self.args else str(self.msg)
    def __repr__(self):
        return "<LogRecord: " + self.name + ", " + str(self.levelno) + ', "' + str(self.msg) + '">'

class Formatter:
    def __init__(self, fmt=None, datefmt=None, style="%"):
        if style != "%":
            raise NotImplementedError("logging.Formatter(style=" + repr(style) + ") is not supported")
        self._fmt = "%(message)s" if fmt is None else fmt
    def format(self, record):
        if "%(asctime)" in self._fmt or "%(lineno)" in self._fmt or "%(filename)" in self._fmt:
            raise NotImplementedError("times and places in a logging format are not supported")
        return self._fmt % {"message": record.getMessage(), "name": record.name, "levelname": record.levelname, "levelno": record.levelno, "msg": record.msg}
BASIC_FORMAT = "%(levelname)s:%(name)s:%(message)s"

class Filter:
    def __init__(self, name=""):
        self.name = name
    def filter(self, record):
        return not self.name or record.name == self.name or record.name.startswith(self.name + ".")

class _Filtered:
    def __init__(self):
        self.filters = []
    def addFilter(self, filter):
        self.filters.append(filter)
    def removeFilter(self, filter):
        self.filters.remove(filter)
    def filter(self, record):
        return all([f.filter(record) if hasattr(f, "filter") else f(record) for f in self.filters])

class Handler(_Filtered):
    def __init__(self, level=NOTSET):
        _Filtered.__init__(self)
        self.level, self.formatter = _level_of(level), None
    def setLevel(self, level):
        self.level = _level_of(level)
    def setFormatter(self, fmt):
        self.formatter = fmt
    def format(self, record):
        return (self.formatter or Formatter()).format(record)
    def handle(self, record):
        if self.filter(record):
            self.emit(record)
    def emit(self, record):
        raise NotImplementedError("emit must be implemented by Handler subclasses")
    def flush(self):
        pass
    def close(self):
        pass

class NullHandler(Handler):
    def emit(self, record):
        pass

class StreamHandler(Handler):
    terminator = "\n"
    def __init__(self, stream=None):
        Handler.__init__(self)
        self.stream = stream
    def emit(self, record):
        if self.stream is not None:
            self.stream.write(self.format(record) + self.terminator)
        elif record.levelno >= WARNING: # the standard error output is where diagnostics are told
            warnings.warn(self.format(record))

_last_resort = StreamHandler()

class Logger(_Filtered):
    def __init__(self, name, level=NOTSET):
        _Filtered.__init__(self)
        self.name, self.level, self.handlers, self.disabled, self.propagate = name, _level_of(level), [], False, True
    @property
    def parent(self):
        if self is root:
            return None
        name = self.name
        while "." in name:
            name = name.rpartition(".")[0]
            if name in _loggers:
                return _loggers[name]
        return root
    def getChild(self, suffix):
        return getLogger(suffix if self is root else self.name + "." + suffix)
    def setLevel(self, level):
        self.level = _level_of(level)
    def getEffectiveLevel(self):
        logger = self
        while logger is not None:
            if logger.level:
                return logger.level
            logger = logger.parent
        return NOTSET
    def isEnabledFor(self, level):
        return not self.disabled and level > _manager["disable"] and level >= self.getEffectiveLevel()
    def addHandler(self, hdlr):
        if hdlr not in self.handlers:
            self.handlers.append(hdlr)
    def removeHandler(self, hdlr):
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)
    def hasHandlers(self):
        logger = self
        while logger is not None:
            if logger.handlers:
                return True
            logger = logger.parent if logger.propagate else None
        return False
    def handle(self, record):
        if self.disabled or not self.filter(record):
            return
        logger, found = self, False
        while logger is not None:
            for handler in list(logger.handlers):
                found = True
                if record.levelno >= handler.level:
                    handler.handle(record)
            logger = logger.parent if logger.propagate else None
        if not found and record.levelno >= WARNING:
            _last_resort.handle(record)
    def log(self, level, msg, *args, **kwargs):
        if self.isEnabledFor(level):
            self.handle(LogRecord(self.name, level, msg, args))
    def debug(self, msg, *args, **kwargs):
        self.log(DEBUG, msg, *args)
    def info(self, msg, *args, **kwargs):
        self.log(INFO, msg, *args)
    def warning(self, msg, *args, **kwargs):
        self.log(WARNING, msg, *args)
    warn = warning
    def error(self, msg, *args, **kwargs):
        self.log(ERROR, msg, *args)
    exception = error
    def critical(self, msg, *args, **kwargs):
        self.log(CRITICAL, msg, *args)
    fatal = critical
    def __repr__(self):
        return "<Logger " + self.name + " (" + getLevelName(self.getEffectiveLevel()) + ")>"

root = Logger("root", WARNING)
_loggers, _manager = {}, {"disable": NOTSET}
def getLogger(name=None):
    if not name or name == "root":
        return root
    return _loggers.setdefault(name, Logger(name))
def disable(level=CRITICAL):
    _manager["disable"] = _level_of(level)
def basicConfig(**kwargs):
    for key in kwargs:
        if key not in ("level", "format", "datefmt", "stream", "handlers", "force", "style", "encoding"):
            raise NotImplementedError("logging.basicConfig(" + key + "=...) is not supported")
    if kwargs.get("force"):
        root.handlers = []
    if not root.handlers:
        for handler in kwargs.get("handlers") or [StreamHandler(kwargs.get("stream"))]:
            if handler.formatter is None and kwargs.get("stream") is not None:
                handler.setFormatter(Formatter(kwargs.get("format", BASIC_FORMAT)))
            root.addHandler(handler)
    if kwargs.get("level") is not None:
        root.setLevel(kwargs["level"])
def debug(msg, *args, **kwargs):
    root.debug(msg, *args)
def info(msg, *args, **kwargs):
    root.info(msg, *args)
def warning(msg, *args, **kwargs):
    root.warning(msg, *args)
warn = warning
def error(msg, *args, **kwargs):
    root.error(msg, *args)
exception = error
def critical(msg, *args, **kwargs):
    root.critical(msg, *args)
def log(level, msg, *args, **kwargs):
    root.log(level, msg, *args)
def captureWarnings(capture):
    raise NotImplementedError("logging.captureWarnings is not supported")
)py";
