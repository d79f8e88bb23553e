// SPDX-License-Identifier: Apache-2.0
// `logging`, `argparse`, `os.path`, `pathlib` and `fnmatch`, written in Python.
#include "compiler/frontend/library/python/Python.h"

using namespace tessera::frontend;

static constexpr char loggingText[] = R"py(
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
            if other is not logger and other.name.startswith(name + ".") and not (other.parent.name + ".").startswith(name + "."):
                other.parent = logger
    return _loggers[name]

def basicConfig(*, filename=None, filemode="a", format=None, datefmt=None, style="%", level=None, stream=None, handlers=None, force=False,
                encoding=None, errors=None):
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
)py";

static constexpr char argparseText[] = R"py(
import sys

SUPPRESS, OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE, REMAINDER, PARSER = "==SUPPRESS==", "?", "*", "+", "...", "A..."

class ArgumentError(Exception):
    """Raised for an argument that is not what its option wants."""
    def __init__(self, argument, message):
        self.argument_name = argument.name() if argument is not None else None
        self.message = message
    def __str__(self):
        return self.message if self.argument_name is None else f"argument {self.argument_name}: {self.message}"

class ArgumentTypeError(Exception):
    """Raised by a type function for a text that it can't convert."""

class Namespace:
    """The values of the arguments as attributes."""
    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)
    def __contains__(self, key):
        return key in self.__dict__
    def __eq__(self, other):
        return vars(self) == vars(other) if isinstance(other, Namespace) else NotImplemented
    def __repr__(self):
        return "Namespace(" + ", ".join([f"{k}={v!r}" for k, v in self.__dict__.items()]) + ")"

class HelpFormatter:
    """A name for `formatter_class`; help is not printed here."""
class ArgumentDefaultsHelpFormatter(HelpFormatter):
    """A name for `formatter_class`."""
class RawDescriptionHelpFormatter(HelpFormatter):
    """A name for `formatter_class`."""
class RawTextHelpFormatter(HelpFormatter):
    """A name for `formatter_class`."""
class MetavarTypeHelpFormatter(HelpFormatter):
    """A name for `formatter_class`."""

class Action:
    """What an argument does."""
    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None, required=False, help=None, metavar=None):
        self.option_strings, self.dest, self.nargs, self.const, self.default = option_strings, dest, nargs, const, default
        self.type, self.choices, self.required, self.help, self.metavar = type, choices, required, help, metavar
    def name(self):
        return "/".join(self.option_strings) or self.metavar or self.dest
    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError(".__call__() not defined")

class _Store(Action):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)

class _Const(Action):
    def __init__(self, option_strings, dest, const=None, **kwargs):
        super().__init__(option_strings, dest, nargs=0, const=const, **kwargs)
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, self.const)

class _Append(Action):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, list(getattr(namespace, self.dest, None) or []) + [values])

class _AppendConst(_Const):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, list(getattr(namespace, self.dest, None) or []) + [self.const])

class _Extend(Action):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, list(getattr(namespace, self.dest, None) or []) + list(values))

class _Count(Action):
    def __init__(self, option_strings, dest, **kwargs):
        super().__init__(option_strings, dest, nargs=0, **kwargs)
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, (getattr(namespace, self.dest, None) or 0) + 1)

class _Version(Action):
    def __init__(self, option_strings, dest, version=None, **kwargs):
        super().__init__(option_strings, dest, nargs=0, default=SUPPRESS, **kwargs)
        self.version = version
    def __call__(self, parser, namespace, values, option_string=None):
        print(self.version)
        sys.exit(0)

class BooleanOptionalAction(Action):
    """An option with a `--no-` form."""
    def __init__(self, option_strings, dest, default=None, **kwargs):
        names = []
        for option in option_strings:
            names.append(option)
            if option.startswith("--"):
                names.append("--no-" + option[2:])
        super().__init__(names, dest, nargs=0, default=default, **kwargs)
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, not option_string.startswith("--no-"))

class FileType:
    """Refused: a program has no files to open by name on a command line."""
    def __init__(self, mode="r", bufsize=-1, encoding=None, errors=None):
        raise NotImplementedError("argparse.FileType is not supported")

class _Group:
    def __init__(self, parser, required=False, exclusive=False):
        self._parser, self.required, self._exclusive, self._actions = parser, required, exclusive, []
    def add_argument(self, *args, **kwargs):
        action = self._parser.add_argument(*args, **kwargs)
        self._actions.append(action)
        return action
    def add_argument_group(self, *args, **kwargs):
        return self
    def add_mutually_exclusive_group(self, *, required=False):
        return self._parser.add_mutually_exclusive_group(required=required)

class ArgumentParser:
    """Reads `sys.argv`, which holds the program's name alone unless the program sets it."""
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=(), formatter_class=HelpFormatter, prefix_chars="-",
                 fromfile_prefix_chars=None, argument_default=None, conflict_handler="error", add_help=True, allow_abbrev=True, exit_on_error=True):
        self.prog = prog if prog is not None else sys.argv[0].rpartition("/")[2]
        self.usage, self.description, self.epilog, self.argument_default = usage, description, epilog, argument_default
        self.allow_abbrev, self.exit_on_error = allow_abbrev, exit_on_error
        if prefix_chars != "-" or fromfile_prefix_chars is not None:
            raise NotImplementedError("argparse with prefix_chars or fromfile_prefix_chars is not supported yet")
        self._actions, self._options, self._groups, self._defaults, self._subparsers = [], {}, [], {}, None
        for parent in parents:
            for action in parent._actions:
                self._add(action)
            self._defaults.update(parent._defaults)
    def _add(self, action):
        for option in action.option_strings:
            if option in self._options:
                raise ArgumentError(action, f"conflicting option string: {option}")
            self._options[option] = action
        self._actions.append(action)
        return action
    def add_argument(self, *args, action="store", dest=None, **kwargs):
        options = [a for a in args if a.startswith("-")]
        if dest is None:
            if options:
                longs = [a for a in options if a.startswith("--")]
                dest = (longs or options)[0].lstrip("-").replace("-", "_")
            else:
                dest = args[0]
        kinds = {"store": _Store, None: _Store, "append": _Append, "extend": _Extend, "count": _Count, "store_const": _Const,
                 "append_const": _AppendConst, "version": _Version}
        if "default" not in kwargs and self.argument_default is not None:
            kwargs["default"] = self.argument_default
        if action in ("store_true", "store_false"):
            kwargs.setdefault("default", action == "store_false")
            made = _Const(options, dest, const=action == "store_true", **kwargs)
        elif isinstance(action, str) or action is None:
            if action not in kinds:
                raise ValueError(f'unknown action "{action}"')
            if action == "extend":
                kwargs.setdefault("nargs", "+")
            made = kinds[action](options, dest, **kwargs)
        else:
            made = action(options, dest, **kwargs)
        if not options and not made.option_strings:
            made.required = made.nargs not in ("?", "*", "...") or False
            if made.nargs == "*" and "default" not in kwargs:
                made.required = False
        return self._add(made)
    def add_argument_group(self, title=None, description=None, **kwargs):
        return _Group(self)
    def add_mutually_exclusive_group(self, *, required=False):
        group = _Group(self, required, True)
        self._groups.append(group)
        return group
    def add_subparsers(self, *, title=None, description=None, prog=None, parser_class=None, action=None, dest=SUPPRESS, required=False, help=None,
                       metavar=None):
        self._subparsers = _Subparsers(self, dest, required)
        return self._subparsers
    def set_defaults(self, **kwargs):
        self._defaults.update(kwargs)
        for action in self._actions:
            if action.dest in kwargs:
                action.default = kwargs[action.dest]
    def get_default(self, dest):
        for action in self._actions:
            if action.dest == dest and action.default is not None:
                return action.default
        return self._defaults.get(dest)
    def error(self, message):
        if not self.exit_on_error:
            raise ArgumentError(None, message)
        print(f"{self.prog}: error: {message}", file=sys.stderr)
        sys.exit(2)
    def exit(self, status=0, message=None):
        if message:
            print(message, end="", file=sys.stderr)
        sys.exit(status)
    def _value(self, action, text):
        if action.type is not None:
            try:
                value = action.type(text)
            except ArgumentTypeError as e:
                self.error(str(ArgumentError(action, str(e))))
            except (TypeError, ValueError):
                name = getattr(action.type, "__name__", repr(action.type))
                self.error(str(ArgumentError(action, f"invalid {name} value: {text!r}")))
        else:
            value = text
        if action.choices is not None and value not in action.choices:
            choices = ", ".join([repr(c) for c in action.choices])
            self.error(str(ArgumentError(action, f"invalid choice: {value!r} (choose from {choices})")))
        return value
    def _option(self, arg):
        name = arg.split("=", 1)[0]
        if name in self._options:
            return name
        if self.allow_abbrev and name.startswith("--"):
            found = [o for o in self._options if o.startswith(name)]
            if len(found) == 1:
                return found[0]
            if found:
                self.error(f"ambiguous option: {arg} could match {', '.join(found)}")
        return None
    def _looks_like_option(self, arg):
        if not arg.startswith("-") or arg == "-":
            return False
        try:
            float(arg)
            return False
        except ValueError:
            return " " not in arg
    def _store(self, action, namespace, texts, option):
        n = action.nargs
        if n == 0:
            value = []
        elif n is None:
            value = self._value(action, texts[0])
        elif n == "?":
            value = self._value(action, texts[0]) if texts else (action.const if option else action.default)
        elif n in ("*", "+", "...") or isinstance(n, int):
            value = [self._value(action, t) for t in texts]
            if n == "*" and not texts and not option and action.default is not None:
                value = action.default
        action(self, namespace, value, option)
    def parse_known_args(self, args=None, namespace=None):
        args = list(sys.argv[1:] if args is None else args)
        namespace = Namespace() if namespace is None else namespace
        for action in self._actions:
            if action.dest is not SUPPRESS and action.default is not SUPPRESS and not hasattr(namespace, action.dest):
                setattr(namespace, action.dest, action.default)
        for name, value in self._defaults.items():
            if not hasattr(namespace, name):
                setattr(namespace, name, value)
        seen, extras, loose, i, only_loose = [], [], [], 0, False
        while i < len(args):
            arg = args[i]
            i += 1
            if arg == "--" and not only_loose:
                only_loose = True
                continue
            name = None if only_loose else self._option(arg) if arg.startswith("-") else None
            inline = arg.split("=", 1)[1] if name is not None and "=" in arg else None
            if name is None and not only_loose and self._looks_like_option(arg):
                if len(arg) > 2 and arg[:2] in self._options and arg[1] != "-":
                    name, inline = arg[:2], arg[2:]
                    if self._options[name].nargs == 0:
                        args.insert(i, "-" + inline)
                        inline = None
                else:
                    extras.append(arg)
                    continue
            if name is None:
                if self._subparsers is not None and not [a for a in self._actions if not a.option_strings][len(loose):]:
                    self._subparsers.parse(self, namespace, arg, args[i:])
                    i = len(args)
                    continue
                loose.append(arg)
                continue
            action = self._options[name]
            n, texts = action.nargs, []
            if inline is not None:
                if n == 0:
                    self.error(str(ArgumentError(action, f"ignored explicit argument {inline!r}")))
                texts = [inline]
            else:
                limit = 0 if n == 0 else 1 if n in (None, "?") else n if isinstance(n, int) else len(args)
                while len(texts) < limit and i < len(args) and not self._looks_like_option(args[i]):
                    texts.append(args[i])
                    i += 1
                least = n if isinstance(n, int) else 1 if n in (None, "+") else 0
                if len(texts) < least:
                    what = "one argument" if n is None else "at least one argument" if n == "+" else f"{n} argument" + ("s" if n != 1 else "")
                    self.error(str(ArgumentError(action, f"expected {what}")))
            seen.append(action)
            self._store(action, namespace, texts, name)
        missing = self._positionals(namespace, loose, extras, seen)
        missing += [a.name() for a in self._actions if a.option_strings and a.required and a not in seen]
        if self._subparsers is not None and self._subparsers.required and not self._subparsers.chosen:
            missing.append(self._subparsers.dest if self._subparsers.dest is not SUPPRESS else "{" + ",".join(self._subparsers.choices) + "}")
        if missing:
            self.error("the following arguments are required: " + ", ".join(missing))
        self._check_groups(seen)
        for action in self._actions: # texts given as defaults are converted, too
            if isinstance(action.default, str) and action not in seen and action.type is not None and getattr(namespace, action.dest, None) is action.default:
                setattr(namespace, action.dest, self._value(action, action.default))
        return namespace, extras
    def _positionals(self, namespace, loose, extras, seen):
        missing, actions = [], [a for a in self._actions if not a.option_strings]
        for k, action in enumerate(actions):
            least_after = sum([a.nargs if isinstance(a.nargs, int) else 1 if a.nargs in (None, "+") else 0 for a in actions[k + 1:]])
            n = action.nargs
            available = len(loose) - least_after
            take = n if isinstance(n, int) else 1 if n is None else max(min(available, 1), 0) if n == "?" else max(available, 0)
            least = n if isinstance(n, int) else 1 if n in (None, "+") else 0
            if len(loose) < least or (n == "+" and take < 1):
                missing.append(action.name())
                continue
            texts, loose[:take] = loose[:take], []
            if texts or action.nargs not in ("?", "*"):
                seen.append(action)
            self._store(action, namespace, texts, None)
        extras.extend(loose)
        return missing
    def _check_groups(self, seen):
        for group in self._groups:
            given = [a for a in group._actions if a in seen]
            if len(given) > 1:
                self.error(str(ArgumentError(given[1], f"not allowed with argument {given[0].name()}")))
            if group.required and not given:
                self.error("one of the arguments " + " ".join([a.name() for a in group._actions]) + " is required")
    def parse_args(self, args=None, namespace=None):
        namespace, extras = self.parse_known_args(args, namespace)
        if extras:
            self.error("unrecognized arguments: " + " ".join(extras))
        return namespace
    def print_help(self, file=None):
        print(self.format_help(), file=file, end="")
    def print_usage(self, file=None):
        print(self.format_usage(), file=file, end="")
    def format_usage(self):
        raise NotImplementedError("argparse's help texts are not supported yet")
    format_help = format_usage

class _Subparsers:
    def __init__(self, parser, dest, required):
        self._parser, self.dest, self.required, self.choices, self.chosen = parser, dest, required, {}, False
    def add_parser(self, name, *, aliases=(), help=None, **kwargs):
        kwargs.setdefault("prog", self._parser.prog + " " + name)
        made = ArgumentParser(**kwargs)
        for each in (name, *aliases):
            self.choices[each] = made
        return made
    def parse(self, parser, namespace, name, rest):
        if name not in self.choices:
            choices = ", ".join([repr(c) for c in self.choices])
            parser.error(f"argument {self.dest if self.dest is not SUPPRESS else '{' + ','.join(self.choices) + '}'}: invalid choice: {name!r} (choose from {choices})")
        self.chosen = True
        if self.dest is not SUPPRESS:
            setattr(namespace, self.dest, name)
        self.choices[name].parse_args(rest, namespace)
)py";

static constexpr char osPathText[] = R"py(
sep, curdir, pardir, extsep, altsep, pathsep = "/", ".", "..", ".", None, ":"

def _text(path):
    return path.__fspath__() if hasattr(path, "__fspath__") else path

def join(a, *p):
    """The paths one after the other, from the last absolute one on."""
    path = _text(a)
    for part in p:
        part = _text(part)
        if part.startswith("/"):
            path = part
        elif not path or path.endswith("/"):
            path += part
        else:
            path += "/" + part
    return path

def split(p):
    """What is before the last slash, and what is behind it."""
    p = _text(p)
    i = p.rfind("/") + 1
    head, tail = p[:i], p[i:]
    if head and head != "/" * len(head):
        head = head.rstrip("/")
    return head, tail

def basename(p):
    """The path's last part."""
    return split(p)[1]

def dirname(p):
    """The path without its last part."""
    return split(p)[0]

def splitext(p):
    """The path without its extension, and the extension."""
    p = _text(p)
    slash, dot = p.rfind("/"), p.rfind(".")
    if dot > slash and p[slash + 1:dot].strip(".") != "":
        return p[:dot], p[dot:]
    return p, ""

def splitdrive(p):
    """No drive, and the path."""
    return "", _text(p)

def isabs(s):
    """Whether the path begins at the root."""
    return _text(s).startswith("/")

def normpath(path):
    """The path without `.`, `..` and repeated slashes."""
    path = _text(path)
    if not path:
        return "."
    slashes = 2 if path.startswith("//") and not path.startswith("///") else 1 if path.startswith("/") else 0
    parts = []
    for part in path.split("/"):
        if part in ("", "."):
            continue
        if part != ".." or (not slashes and not parts) or (parts and parts[-1] == ".."):
            parts.append(part)
        elif parts:
            parts.pop()
    return "/" * slashes + "/".join(parts) or "."

def normcase(s):
    """The path itself."""
    return _text(s)

def abspath(path):
    """The path from the root; programs stand in `/`."""
    return normpath(join("/", path))

realpath = abspath

def relpath(path, start="."):
    """The path as seen from `start`."""
    here, there = [p for p in abspath(start).split("/") if p], [p for p in abspath(path).split("/") if p]
    n = 0
    while n < len(here) and n < len(there) and here[n] == there[n]:
        n += 1
    return "/".join([".."] * (len(here) - n) + there[n:]) or "."

def commonprefix(m):
    """The characters that all begin with."""
    if not m:
        return ""
    low, high = min(m), max(m)
    for i, c in enumerate(low):
        if c != high[i]:
            return low[:i]
    return low

def commonpath(paths):
    """The folders that all begin with."""
    parts = [[p for p in path.split("/") if p and p != "."] for path in paths]
    low, high = min(parts), max(parts)
    common = low
    for i, c in enumerate(low):
        if c != high[i]:
            common = low[:i]
            break
    return ("/" if isabs(list(paths)[0]) else "") + "/".join(common)

def expanduser(path):
    """The path itself: nobody has a home here."""
    return _text(path)

def expandvars(path):
    """The path itself: there are no environment variables."""
    return _text(path)

def exists(path):
    """False: a program has no files but those it writes."""
    return False

isfile = isdir = islink = lexists = exists
)py";

static constexpr char pathlibText[] = R"py(
import os.path as _path

class PurePath:
    """A path as text; it asks nothing of a file system."""
    def __init__(self, *segments):
        parts = [p.__fspath__() if hasattr(p, "__fspath__") else p for p in segments]
        for p in parts:
            if not isinstance(p, str):
                raise TypeError(f"expected str, bytes or os.PathLike object, not {type(p).__name__}")
        text = _path.join(*parts) if parts else ""
        self._root = "//" if text.startswith("//") and not text.startswith("///") else "/" if text.startswith("/") else ""
        self._tail = [p for p in text.split("/") if p and p != "."]
    def _with(self, root, tail):
        made = object.__new__(type(self))
        made._root, made._tail = root, tail
        return made
    def __str__(self):
        return self._root + "/".join(self._tail) or "."
    __fspath__ = __str__
    as_posix = __str__
    def __repr__(self):
        return f"{type(self).__name__}({str(self)!r})"
    def __truediv__(self, key):
        return type(self)(self, key) if isinstance(key, (str, PurePath)) else NotImplemented
    def __rtruediv__(self, key):
        return type(self)(key, self) if isinstance(key, (str, PurePath)) else NotImplemented
    def joinpath(self, *others):
        return type(self)(self, *others)
    def __eq__(self, other):
        return str(self) == str(other) if isinstance(other, PurePath) else NotImplemented
    def __hash__(self):
        return hash(str(self))
    def __lt__(self, other):
        return self.parts < other.parts if isinstance(other, PurePath) else NotImplemented
    def __le__(self, other):
        return self.parts <= other.parts if isinstance(other, PurePath) else NotImplemented
    @property
    def parts(self):
        return tuple(([self._root] if self._root else []) + self._tail)
    @property
    def root(self):
        return self._root
    @property
    def drive(self):
        return ""
    @property
    def anchor(self):
        return self._root
    @property
    def name(self):
        return self._tail[-1] if self._tail else ""
    @property
    def suffix(self):
        name = self.name
        i = name.rfind(".")
        return name[i:] if 0 < i < len(name) - 1 else ""
    @property
    def suffixes(self):
        name = self.name
        return [] if name.endswith(".") else ["." + s for s in name.lstrip(".").split(".")[1:]]
    @property
    def stem(self):
        return self.name[:len(self.name) - len(self.suffix)] if self.suffix else self.name
    @property
    def parent(self):
        return self._with(self._root, self._tail[:-1]) if self._tail else self
    @property
    def parents(self):
        return tuple([self._with(self._root, self._tail[:i]) for i in range(len(self._tail) - 1, -1, -1)])
    def is_absolute(self):
        return bool(self._root)
    def with_name(self, name):
        if not self.name:
            raise ValueError(f"{self!r} has an empty name")
        if not name or "/" in name or name == ".":
            raise ValueError(f"Invalid name {name!r}")
        return self._with(self._root, self._tail[:-1] + [name])
    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)
    def with_suffix(self, suffix):
        if suffix and (not suffix.startswith(".") or suffix == "." or "/" in suffix):
            raise ValueError(f"Invalid suffix {suffix!r}")
        return self.with_name(self.stem + suffix)
    def relative_to(self, *other):
        base = type(self)(*other)
        n = len(base._tail)
        if base._root != self._root or self._tail[:n] != base._tail:
            raise ValueError(f"{str(self)!r} is not in the subpath of {str(base)!r}")
        return self._with("", self._tail[n:])
    def is_relative_to(self, *other):
        base = type(self)(*other)
        return base._root == self._root and self._tail[:len(base._tail)] == base._tail
    def match(self, path_pattern):
        from fnmatch import fnmatchcase
        pattern = type(self)(path_pattern)
        own, wanted = list(self.parts), list(pattern.parts)
        if not wanted:
            raise ValueError("empty pattern")
        if len(wanted) > len(own) or (pattern._root and len(wanted) != len(own)):
            return False
        return all(fnmatchcase(a, b) for a, b in zip(own[::-1], wanted[::-1]))

class PurePosixPath(PurePath):
    """A path with slashes."""

class Path(PurePosixPath):
    """A path. A program has no files but those it writes, so that nothing exists until it does."""
    def __repr__(self):
        return f"{'PosixPath' if type(self) is Path else type(self).__name__}({str(self)!r})"
    @classmethod
    def cwd(cls):
        return cls("/")
    def exists(self):
        return False
    is_file = is_dir = is_symlink = exists
    def absolute(self):
        return self if self._root else type(self)("/", self)
    def resolve(self, strict=False):
        return type(self)(_path.normpath(str(self.absolute())))
    def expanduser(self):
        return self
    def open(self, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        return open(str(self), mode)
    def write_text(self, data, encoding=None, errors=None, newline=None):
        with open(str(self), "w") as f:
            return f.write(data)
    def read_text(self, encoding=None, errors=None):
        return open(str(self), "r").read()
    def mkdir(self, mode=511, parents=False, exist_ok=False):
        """Does nothing: folders are made by what is written into them."""

PosixPath = Path
)py";

static constexpr char fnmatchText[] = R"py(
import re

def translate(pat):
    """A shell pattern as a regular expression."""
    out, i = "", 0
    while i < len(pat):
        c = pat[i]
        i += 1
        if c == "*":
            out += ".*"
        elif c == "?":
            out += "."
        elif c == "[":
            j = i
            if j < len(pat) and pat[j] == "!":
                j += 1
            if j < len(pat) and pat[j] == "]":
                j += 1
            while j < len(pat) and pat[j] != "]":
                j += 1
            if j >= len(pat):
                out += "\\["
            else:
                stuff = pat[i:j].replace("\\", "\\\\")
                i = j + 1
                out += "[" + ("^" + stuff[1:] if stuff[0] == "!" else "\\^" + stuff[1:] if stuff[0] == "^" else stuff) + "]"
        else:
            out += re.escape(c)
    return "(?s:" + out + ")\\Z"

def fnmatchcase(name, pat):
    """Whether the name matches the shell pattern."""
    return re.match(translate(pat), name) is not None

fnmatch = fnmatchcase

def filter(names, pat):
    """The names that match."""
    return [name for name in names if fnmatchcase(name, pat)]
)py";

llvm::ArrayRef<LibrarySource> library::systemSources() {
  static const LibrarySource sources[] = {{"logging", loggingText}, {"argparse", argparseText}, {"os.path", osPathText}, {"pathlib", pathlibText}, {"fnmatch", fnmatchText}};
  return sources;
}
