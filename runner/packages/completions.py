# SPDX-License-Identifier: Apache-2.0
"""Completions for bash, zsh and fish, from the binary's own `--help`: commands, options, and words for their values.

Words are an option's choices where `--help` has a list of them (`{race,none}`), else those of `known_words`, which are
words of its description; a test holds them to that. Where an option takes a file or a folder, files are completed.
"""
from __future__ import annotations

import re

known_words = {
    "--device": ["interpreter", "emulator", "cuda", "auto"],
    "--stage": ["tile", "tilegpu", "llvm", "ptx", "sass"],
    "--target": ["sm_80", "sm_90a"],
    "--card": ["a100", "a100-80gb", "h100", "h100-nvl", "h100-pcie", "h200"],
    "--schedules": ["exhaustive"],
    "--tune": ["auto"],
    "--state": ["queued", "running", "succeeded", "failed", "cancelled", "timed-out"],
    "--baseline": ["auto", "none", "cublas", "cudnn"],
}
folders = {"--path", "--output-dir", "--data", "--site"}
files = {
    "--output",
    "--timeline",
    "--sarif",
    "--junit",
    "--csv",
    "--svg",
    "--save",
    "--gitlab",
    "--markdown",
    "--trace",
}
files |= {
    "--chrome-trace",
    "--config",
    "--token-file",
    "--ca",
    "--tls-cert",
    "--tls-key",
    "--compare-trace",
    "--overlay",
}
files |= {"--machine-map", "--save-machine-map", "--baseline"}


def words_of(option):
    """What may stand as an option's value."""
    if option.choices:
        return option.choices
    for name in option.names:
        if name in known_words:
            text = option.text
            return [
                word for word in known_words[name] if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text)
            ] or (known_words[name] if name in ("--target", "--card") else [])
    return []


def takes_files(option):
    return any(name in files or name in folders for name in option.names)


def takes_value(option):
    return bool(option.value) and not option.is_value_optional


def quote(text):
    """For any of the three shells, inside single quotes.

    >>> quote("it's")
    "'it'\\\\''s'"
    """
    return "'" + text.replace("'", "'\\''") + "'"


def make_bash(program):
    """A function that finds the command on the line, and tables of what stands below each."""
    cases = []
    for command in program.walk():
        names = [name for option in command.options for name in option.names]
        inner = [one.path[-1] for one in command.commands]
        if command.path == ("opt",):
            names = [f"--{name}" for name, _ in command.passes]
        where = " ".join(command.path)
        takes_file = any(one.names[0] in ("FILE",) for one in command.arguments) or command.path == ("opt",)
        cases.append(
            f"    {quote(where)}) commands={quote(' '.join(inner))} options={quote(' '.join(names))}"
            f" files={1 if takes_file else 0} ;;\n"
        )
    values = []
    for command in program.walk():
        for option in command.options:
            words = words_of(option)
            if not takes_value(option) and not words:
                continue
            what = f"words={quote(' '.join(words))}" if words else "words=''"
            plain = 1 if takes_files(option) else 0
            for name in option.names:
                values.append(f"    {quote(' '.join([*command.path, name]))}) {what} files={plain} ;;\n")
    return f"""# SPDX-License-Identifier: Apache-2.0
# bash completion for tessera, made from its own --help.
_tessera_command() {{
  commands='' options='' files=0
  case $1 in
{''.join(cases)}  esac
}}
_tessera_value() {{
  words='' files=0
  case $1 in
{''.join(values)}    *) return 1 ;;
  esac
}}
_tessera() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} place='' word i commands options files words option=''
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${{COMP_WORDS[i]}}
    _tessera_command "$place"
    [[ $word == [a-z]* && " $commands " == *" $word "* ]] && place="${{place:+$place }}$word"
  done
  # `--name VALUE` and `--name=VALUE`, which bash has as three words.
  if [[ $current == = ]]; then
    option=${{COMP_WORDS[COMP_CWORD-1]}} current=''
  elif ((COMP_CWORD > 1)) && [[ ${{COMP_WORDS[COMP_CWORD-1]}} == = ]]; then
    option=${{COMP_WORDS[COMP_CWORD-2]}}
  elif ((COMP_CWORD > 0)) && [[ ${{COMP_WORDS[COMP_CWORD-1]}} == -* ]]; then
    option=${{COMP_WORDS[COMP_CWORD-1]}}
  fi
  if [[ $option == -* ]] && _tessera_value "${{place:+$place }}$option"; then
    [[ -z $words ]] || mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    ((!files)) || mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -f -- "$current")
    return
  fi
  _tessera_command "$place"
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current")
    ((!files)) || mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -f -- "$current")
  fi
}}
complete -o filenames -F _tessera tessera
"""


def zsh_text(text):
    """A description inside `[..]` of _arguments."""
    return re.sub(r"([\[\]:\\])", r"\\\1", text)


def make_zsh(program):
    """A function a command, each with `_arguments`."""

    def action(option):
        words = words_of(option)
        if words and not takes_files(option):
            return f"({' '.join(words)})"
        if any(name in folders for name in option.names):
            return "_files -/"
        return "_files" if takes_files(option) else " "

    def specs(option):
        text = zsh_text(option.text.split(";")[0].split(". ")[0])
        for name in option.names:
            again = "*" if option.is_repeated else ""
            value = ""
            if option.value:
                optional = ":" if option.is_value_optional else ""
                value = f"{optional}:{zsh_text(option.value.lower())}:{action(option)}"
            equals = "=" if value and name.startswith("--") else ""
            equals = equals + "-" if option.is_value_optional and equals else equals
            yield quote(f"{again}{name}{equals}[{text}]{value}")

    functions = []
    for command in program.walk():
        name = "_".join(["_tessera", *command.path])
        lines = [spec for option in command.options for spec in specs(option)]
        if command.path == ("opt",):
            lines = [quote(f"--{one}[{zsh_text(about)}]") for one, about in command.passes] + [quote("*:file:_files")]
        if command.commands:
            listed = " ".join(quote(f"{one.path[-1]}:{zsh_text(one.summary)}") for one in command.commands)
            cases = "".join(f"        {one.path[-1]}) {name}_{one.path[-1]} ;;\n" for one in command.commands)
            arguments = " \\\n    ".join([*lines, "'1: :->command'", "'*:: :->rest'"])
            functions.append(
                f"{name}() {{\n  local state line\n  local -a commands\n  commands=({listed})\n"
                f"  _arguments -C \\\n    {arguments}\n  case $state in\n"
                f"    command) _describe command commands ;;\n    rest)\n      case $line[1] in\n{cases}      esac ;;\n"
                f"  esac\n}}\n"
            )
        else:
            for argument in command.arguments:
                lines.append(
                    quote("*:file:_files" if argument.names[0] == "FILE" else f"*:{argument.names[0].lower()}: ")
                )
            functions.append(
                f"{name}() {{\n  _arguments \\\n    {' '.join([chr(92) + chr(10) + '    ']).join(lines)}\n}}\n"
            )
    return (
        "#compdef tessera\n# SPDX-License-Identifier: Apache-2.0\n"
        + "# zsh completion for tessera, made from its own --help.\n"
        + "".join(functions)
        + '_tessera "$@"\n'
    )


def make_fish(program):
    """A line an option. Conditions look at the commands on the line so far."""
    lines = ["# SPDX-License-Identifier: Apache-2.0", "# fish completion for tessera, made from its own --help."]
    lines += ["complete -c tessera -e", "complete -c tessera -f"]

    def add(path, command, *words):
        condition = " && ".join(f"__fish_seen_subcommand_from {one}" for one in path) or "__fish_use_subcommand"
        inner = [one.path[-1] for one in command.commands]
        if path and inner and words[0] == "-a":
            condition += f" && not __fish_seen_subcommand_from {' '.join(inner)}"
        lines.append(f"complete -c tessera -n {quote(condition)} {' '.join(words)}")

    for command in program.walk():
        for inner in command.commands:
            add(command.path, command, "-a", inner.path[-1], "-d", quote(inner.summary))
        takes_file = any(one.names[0] == "FILE" for one in command.arguments) or command.path == ("opt",)
        if takes_file:
            add(command.path, command, "-F")
        for option in command.options:
            names = [f"-l {one[2:]}" if one.startswith("--") else f"-s {one[1:]}" for one in option.names]
            words = [*names, "-d", quote(option.text.split(";")[0].split(". ")[0])]
            values = words_of(option)
            if takes_value(option) or values:
                words.append("-rF" if takes_files(option) and not values else "-xa" if values else "-x")
                words += [quote(" ".join(values))] if values and words[-1] == "-xa" else []
            add(command.path, command, *words)
        if command.path == ("opt",):
            for name, about in command.passes:
                add(command.path, command, "-l", name, "-d", quote(about))
    return "\n".join(lines) + "\n"
