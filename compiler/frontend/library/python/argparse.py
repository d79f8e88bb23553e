# SPDX-License-Identifier: Apache-2.0
"""`argparse`."""

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

    def __init__(
        self,
        option_strings,
        dest,
        nargs=None,
        const=None,
        default=None,
        type=None,
        choices=None,
        required=False,
        help=None,
        metavar=None,
    ):
        self.option_strings, self.dest, self.nargs, self.const, self.default = (
            option_strings,
            dest,
            nargs,
            const,
            default,
        )
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

    def __init__(
        self,
        prog=None,
        usage=None,
        description=None,
        epilog=None,
        parents=(),
        formatter_class=HelpFormatter,
        prefix_chars="-",
        fromfile_prefix_chars=None,
        argument_default=None,
        conflict_handler="error",
        add_help=True,
        allow_abbrev=True,
        exit_on_error=True,
    ):
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
        kinds = {
            "store": _Store,
            None: _Store,
            "append": _Append,
            "extend": _Extend,
            "count": _Count,
            "store_const": _Const,
            "append_const": _AppendConst,
            "version": _Version,
        }
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

    def add_subparsers(
        self,
        *,
        title=None,
        description=None,
        prog=None,
        parser_class=None,
        action=None,
        dest=SUPPRESS,
        required=False,
        help=None,
        metavar=None,
    ):
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
                if (
                    self._subparsers is not None
                    and not [a for a in self._actions if not a.option_strings][len(loose) :]
                ):
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
                    what = (
                        "one argument"
                        if n is None
                        else "at least one argument"
                        if n == "+"
                        else f"{n} argument" + ("s" if n != 1 else "")
                    )
                    self.error(str(ArgumentError(action, f"expected {what}")))
            seen.append(action)
            self._store(action, namespace, texts, name)
        missing = self._positionals(namespace, loose, extras, seen)
        missing += [a.name() for a in self._actions if a.option_strings and a.required and a not in seen]
        if self._subparsers is not None and self._subparsers.required and not self._subparsers.chosen:
            missing.append(
                self._subparsers.dest
                if self._subparsers.dest is not SUPPRESS
                else "{" + ",".join(self._subparsers.choices) + "}"
            )
        if missing:
            self.error("the following arguments are required: " + ", ".join(missing))
        self._check_groups(seen)
        for action in self._actions:  # texts given as defaults are converted, too
            if (
                isinstance(action.default, str)
                and action not in seen
                and action.type is not None
                and getattr(namespace, action.dest, None) is action.default
            ):
                setattr(namespace, action.dest, self._value(action, action.default))
        return namespace, extras

    def _positionals(self, namespace, loose, extras, seen):
        missing, actions = [], [a for a in self._actions if not a.option_strings]
        for k, action in enumerate(actions):
            least_after = sum(
                [a.nargs if isinstance(a.nargs, int) else 1 if a.nargs in (None, "+") else 0 for a in actions[k + 1 :]]
            )
            n = action.nargs
            available = len(loose) - least_after
            take = (
                n
                if isinstance(n, int)
                else 1
                if n is None
                else max(min(available, 1), 0)
                if n == "?"
                else max(available, 0)
            )
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
            parser.error(
                f"argument {self.dest if self.dest is not SUPPRESS else '{' + ','.join(self.choices) + '}'}: invalid"
                f" choice: {name!r} (choose from {choices})"
            )
        self.chosen = True
        if self.dest is not SUPPRESS:
            setattr(namespace, self.dest, name)
        self.choices[name].parse_args(rest, namespace)
