# SPDX-License-Identifier: Apache-2.0
"""What the binary can do, read from its own `--help`: the one source of man pages and completions.

CLI11 prints an option's name from column 3 and its description from column 31, on the next line where the name is too
long for that, so the next line says which it is:

      --sandbox TEXT:{require,try,off}=try Excludes: --database
                                  walls around each job: ..

A name is followed by what it takes and by conditions. Read here are the value's name, its choices (`{a,b}`), its
default (`=x`), `REQUIRED`, `...` (may be repeated) and `(Env:X)`.
"""
from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass, field

column = 30


@dataclass
class Option:
    """An option, or an argument by position (then `names` is its one name)."""

    names: list
    text: str
    value: str = ""
    """What the value is called; empty for a flag."""
    choices: list = field(default_factory=list)
    default: str = ""
    is_required: bool = False
    is_repeated: bool = False
    is_value_optional: bool = False
    range: str = ""
    """`[1 - 10000]` of a number."""
    environment: str = ""
    conditions: str = ""


@dataclass
class Command:
    """`tessera`, one of its commands, or a command's."""

    path: tuple
    summary: str
    usage: str
    arguments: list
    groups: list
    """`(title, options)`."""
    commands: list
    epilogue: str

    @property
    def options(self):
        return [option for _, options in self.groups for option in options]

    def walk(self):
        """This and all commands below it."""
        yield self
        for command in self.commands:
            yield from command.walk()


def read_name(text):
    """A name with what it takes, without its description.

    >>> one = read_name("--check TEXT:{race,none}=race Needs: --time")
    >>> one.names, one.value, one.choices, one.default, one.conditions
    (['--check'], 'TEXT', ['race', 'none'], 'race', 'Needs: --time')
    >>> one = read_name("--limit,--most INT:INT in [1 - 100]=20 REQUIRED (Env:LIMIT)")
    >>> one.names, one.value, one.range, one.default, one.is_required, one.environment
    (['--limit', '--most'], 'INT', '[1 - 100]', '20', True, 'LIMIT')
    >>> one = read_name("--expect N=@FILE ...")
    >>> one.value, one.default, one.is_repeated
    ('N=@FILE', '', True)
    >>> one = read_name("--explain{text} :{text,json}")
    >>> one.is_value_optional, one.choices
    (True, ['text', 'json'])
    >>> read_name("--wait,--no-wait{false}").value
    ''
    """
    match = re.match(r"(-[\w-]+(?:,-[\w-]+)*|[A-Z_]+)(.*)$", text)
    if not match:
        raise ValueError(f"`{text}` of `--help` is not understood")
    names, rest = match.group(1).split(","), match.group(2)
    option = Option(names, "")
    found = re.search(r"\(Env:(\w+)\)", rest)
    if found:
        option.environment = found.group(1)
    rest = re.sub(r"\(Env:\w+\)", "", rest)
    conditions = re.search(r"\b(Needs|Excludes):.*$", rest)
    if conditions:
        option.conditions = conditions.group(0).strip()
        rest = rest[: conditions.start()]
    option.is_required = " REQUIRED" in rest
    rest = rest.replace(" REQUIRED", "")
    option.is_repeated = rest.rstrip().endswith("...")
    rest = rest.rstrip().removesuffix("...").strip()
    if rest.startswith("{"):  # a flag that may have a value, or `{false}` after one that is negated
        inside, _, rest = rest[1:].partition("}")
        option.is_value_optional = inside != "false"
    found = re.search(r":\{([^}]*)\}", rest)
    if found:
        option.choices = found.group(1).split(",")
        rest = rest[: found.start()] + rest[found.end() :]
    if "=" in rest and not re.match(r"[A-Z]+=[A-Z@]", rest):
        rest, _, option.default = rest.rpartition("=")
    found = re.search(r" in (\[[^\]]*\])", rest)
    option.range = found.group(1) if found else ""
    value = rest.split(":")[0].split(" in [")[0].strip()
    option.value = value or ("VALUE" if option.is_value_optional or option.choices else "")
    return option


def read_help(text, path=()):
    """A command of its help's text, without the commands below it: those are named in `commands`, as pairs.

    >>> told = "does it\\nUsage: tessera do [OPTIONS] SUBCOMMAND\\n\\nOptions:\\n  -h,--help                   Print\\n"
    >>> told += "  --queue-limit INT:INT in [1 - 1000000]=1000\\n" + " " * 30 + "jobs\\n"
    >>> told += "\\nSubcommands:\\n  list        list it\\n\\nend\\n"
    >>> command = read_help(told, ("do",))
    >>> [(option.names, option.text) for option in command.options]
    [(['-h', '--help'], 'Print'), (['--queue-limit'], 'jobs')]
    >>> command.summary, command.commands, command.epilogue
    ('does it', [('list', 'list it')], 'end')
    """
    lines = text.rstrip().splitlines()
    usage = next(line for line in lines if line.startswith("Usage: "))
    summary = " ".join(lines[: lines.index(usage)]).strip()
    command = Command(path, summary, usage.removeprefix("Usage: "), [], [], [], "")
    title, epilogue, names = None, [], []
    begin = lines.index(usage) + 1
    for line, following in zip(lines[begin:], [*lines[begin + 1 :], ""]):
        if re.fullmatch(r"[A-Z][\w ]*:", line):
            title = line[:-1]
            if title not in ("Positionals", "Subcommands"):
                command.groups.append((title, []))
        elif not line.strip():
            continue
        elif not line.startswith("  "):
            title = None
            epilogue.append(line)
        elif title == "Subcommands" or (title and re.match(r"  [a-z]+ {2,}", line)):
            name, _, about = line.strip().partition(" ")
            names.append((name, about.strip()))
        else:
            of = command.arguments if title == "Positionals" else command.groups[-1][1]
            if line.startswith(" " * column):
                of[-1].text = f"{of[-1].text} {line.strip()}".strip()
                continue
            is_short = not following.startswith(" " * column)
            option = read_name((line[:column] if is_short else line).strip())
            option.text = line[column:].strip() if is_short else ""
            of.append(option)
    command.commands, command.epilogue = names, "\n".join(epilogue)
    return command


def read_passes(text):
    """Tessera's own passes in `tessera opt --help`, which is LLVM's: `(name, description)`."""
    lines = text.splitlines()
    begin = lines.index("    Passes:")
    found = (re.match(r"      --([\w-]+) +- +(.*)$", line) for line in lines[begin:])
    return [(one.group(1), one.group(2)) for one in found if one and re.match(r"schedule-|tile|verify-", one.group(1))]


def ask(binary, *words):
    """What a command prints on standard output."""
    told = subprocess.run(
        [binary, *words], capture_output=True, text=True, env={"NO_COLOR": "1", "PATH": "/usr/bin:/bin"}
    )
    if told.returncode:
        raise RuntimeError(f"`{binary} {' '.join(words)}` ended with {told.returncode}: {told.stderr.strip()}")
    return told.stdout


def read_program(binary):
    """All that `binary` tells about itself. `opt`, whose help is LLVM's, has `passes` and no options."""

    def read(path, about):
        if path == ("opt",):
            command = Command(path, about.split(" (")[0], "tessera opt [OPTIONS] FILE", [], [], [], "")
            command.passes = read_passes(ask(binary, "opt", "--help"))
            return command
        command = read_help(ask(binary, *path, "--help"), path)
        command.commands = [read((*path, name), told) for name, told in command.commands]
        return command

    return read((), "")
