# SPDX-License-Identifier: Apache-2.0
"""man pages in troff's man macros: tessera(1), and a page tessera-COMMAND(1) for each command.

A page of a command with commands of its own (`admin`) has them all. Texts are the binary's; what is written here is
what a page has and `--help` has not: files, environment, exit codes, where to read on.
"""
from __future__ import annotations

import datetime
import re
import textwrap

exit_codes = [
    ("0", "success"),
    ("1", "a kernel is slower than its baseline"),
    ("2", "usage: the command line, a file that can't be read, a token that the runner does not take"),
    ("3", "a compile error, or an artifact that is refused"),
    ("4", "a wrong result, or a launch that failed"),
    ("5", "infrastructure: no runner, no GPU, no disk, a deadline; trying again may help"),
    ("6", "a comparison with a baseline says neither"),
    ("70", "a bug of Tessera's own"),
    ("130", "interrupted"),
]


def escape(text):
    r"""Text for troff: no macro begins a line with it, hyphens are those that one types, backticks become bold.

    >>> escape(".x -o a\\b `--json` it's")
    '\\&.x \\-o a\\eb \\fB\\-\\-json\\fP it\\(aqs'
    >>> escape("K\u1d40")  # whatever troff takes its input for
    'K\\[u1D40]'
    """
    text = (
        text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("^", "\\(ha").replace("~", "\\(ti")
    )
    text = re.sub(r"`([^`]*)`", lambda found: f"\\fB{found.group(1)}\\fP", text).replace("`", "\\(ga")
    text = "".join(one if ord(one) < 128 else f"\\[u{ord(one):04X}]" for one in text)
    return "\n".join("\\&" + line if line.startswith(".") else line for line in text.split("\n"))


def wrap(text):
    """A paragraph, in lines of a length that reads; a break before a dot would make it a macro."""
    lines = textwrap.wrap(escape(text), 100, break_long_words=False, break_on_hyphens=False)
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in lines)


def format_option(option):
    """`.TP`, its names in bold and its value in italics, then what it does."""
    value = f"\\fI{escape(option.value)}\\fP" if option.value else ""
    parts = []
    for name in option.names:
        equals = "=" if name.startswith("--") and value else " " if value else ""
        shown = f"[{equals}{value}]" if option.is_value_optional else equals + value
        parts.append(f"\\fB{escape(name)}\\fP{shown}" if name.startswith("-") else f"\\fI{escape(name)}\\fP")
    more = [option.text + "." if option.text and not option.text.endswith(".") else option.text]
    if option.choices:
        more.append(f"One of {', '.join(f'`{one}`' for one in option.choices)}.")
    if option.range:
        more.append(f"A number in {option.range}.")
    if option.default:
        more.append(f"Default: `{option.default}`.")
    if option.environment:
        more.append(f"Default: the environment variable `{option.environment}`.")
    if option.is_required and option.names[0].startswith("-"):
        more.append("Needed.")
    if option.is_repeated:
        more.append("May be given several times.")
    if option.conditions:
        more.append(option.conditions + ".")
    return f".TP\n{', '.join(parts)}\n{wrap(' '.join(part for part in more if part))}\n"


def format_usage(usage):
    """The line of usage, the program's words in bold."""
    return "".join(
        escape(part) if part.startswith(("[", " ")) or part.isupper() or not part.strip() else f"\\fB{escape(part)}\\fP"
        for part in re.split(r"(\s+)", usage)
    )


def format_command(command, heading):
    """What a command takes."""
    parts = []
    if command.arguments:
        parts.append(f"{heading} ARGUMENTS\n" if heading == ".SH" else "")
        parts += [format_option(option) for option in command.arguments]
    for title, options in command.groups:
        if options:
            parts.append(f".SH {title.upper()}\n" if heading == ".SH" else "")
            parts += [format_option(option) for option in options]
    for inner in command.commands:
        parts.append(f".SS {escape(' '.join(inner.path))}\n{wrap(inner.summary)}.\n.PP\n{format_usage(inner.usage)}\n")
        parts.append(format_command(inner, ".SS"))
    return "".join(parts)


def format_page(command, version, date):
    """The page of a command, or of `tessera` itself."""
    name = "-".join(["tessera", *command.path])
    parts = [f'.TH {name.upper().replace("-", chr(92) + "-")} 1 "{date}" "tessera {version}" "Tessera"\n']
    summary = command.summary.rstrip(".")
    told = summary[0].upper() + summary[1:]
    if not command.path:
        summary = "compile, run and emulate Pallas and Triton GPU kernels"
    parts.append(f".SH NAME\n{escape(name)} \\- {escape(summary)}\n")
    parts.append(f".SH SYNOPSIS\n{format_usage(command.usage)}\n.SH DESCRIPTION\n{wrap(told)}.\n")
    if not command.path:
        parts.append(
            ".PP\nPrograms are Python text with Pallas or Triton kernels. Neither Python nor a GPU is needed:\n"
        )
        parts.append("the compiler evaluates the text itself.\n.SH COMMANDS\n")
        for inner in command.commands:
            parts.append(
                f".TP\n\\fB{inner.path[0]}\\fP\n{wrap(inner.summary)}; see \\fBtessera\\-{inner.path[0]}\\fP(1).\n"
            )
        parts += [f".SH {title.upper()}\n" + "".join(map(format_option, options)) for title, options in command.groups]
        parts.append(".SH EXIT STATUS\n")
        parts += [f".TP\n\\fB{code}\\fP\n{wrap(text)}\n" for code, text in exit_codes]
        others = ", ".join(f"\\fBtessera\\-{inner.path[0]}\\fP(1)" for inner in command.commands)
        parts.append(f".SH SEE ALSO\n{others}\n")
    elif command.path == ("opt",):
        parts.append(
            ".PP\nReads IR from a file, or - for standard input, and runs passes over it, in the order in which they\n"
        )
        parts.append(
            "stand on the command line. \\fBtessera opt \\-\\-help\\fP lists all options of MLIR, too.\n.SH PASSES\n"
        )
        parts += [f".TP\n\\fB\\-\\-{escape(one)}\\fP\n{wrap(about)}\n" for one, about in command.passes]
        parts.append(".SH SEE ALSO\n\\fBtessera\\fP(1), \\fBtessera\\-show\\fP(1)\n")
    else:
        if not command.arguments and not command.options and not command.commands:
            raise ValueError(f"`{name}` has neither arguments nor options")
        parts.append(format_command(command, ".SH"))
        if command.epilogue:
            parts.append(f".SH NOTES\n{wrap(command.epilogue[0].upper() + command.epilogue[1:])}.\n")
        parts.append(".SH SEE ALSO\n\\fBtessera\\fP(1)\n")
    return '.\\" SPDX-License-Identifier: Apache-2.0\n.\\" Made from the binary\'s own --help.\n' + "".join(parts)


def make_pages(program, version, epoch):
    """`{file name: text}`; `epoch` is the pages' date in seconds."""
    date = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc).strftime("%Y-%m-%d")
    commands = [program, *program.commands]
    return {"-".join(["tessera", *one.path]) + ".1": format_page(one, version, date) for one in commands}
