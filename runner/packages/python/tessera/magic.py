# SPDX-License-Identifier: Apache-2.0
"""`%load_ext tessera`, then `%%tessera` as a cell's first line: the cell is a program that Tessera compiles and runs.

    %%tessera --device emulator --set M=512 --tilings --timeline

It prints what the program prints, then its warnings and errors with the cell's lines. `--tilings` and `--timeline` draw
its launches. Nothing of the cell is run by this Python.
"""
from __future__ import annotations

import argparse
import ast
import importlib
import shlex
import sys
from typing import Any, Dict, List, NoReturn, Optional

from . import svg
from .errors import CompileError, RunError, TesseraError
from .program import Program, compile
from .results import RunResult

shown_launches = 8
"""Pictures of one kind that a cell draws at most."""


class Parser(argparse.ArgumentParser):
    """Tells a wrong option instead of ending the notebook's Python."""

    def error(self, message: str) -> NoReturn:
        raise ValueError(f"%%tessera: {message}\n{self.format_usage()}")


def make_parser() -> Parser:
    """The magic's options."""
    parser = Parser(prog="%%tessera", add_help=False, description="compiles and runs the cell")
    parser.add_argument("--device", default="interpreter", help="interpreter, emulator, cuda, auto")
    parser.add_argument("--target", help="sm_80, sm_90a")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a literal of the program")
    parser.add_argument("--tune", action="append", default=[], metavar="NAME=VALUE", help="a choice of the compiler's")
    parser.add_argument("--path", action="append", default=[], help="a folder to import from")
    parser.add_argument("--check", choices=["race", "none"])
    parser.add_argument("--timeout", type=float, default=300, help="seconds")
    parser.add_argument("--compile", action="store_true", help="compile only")
    parser.add_argument("--remarks", action="store_true", help="say how the kernels are scheduled")
    parser.add_argument("--ptx", action="store_true", help="print the kernels' PTX")
    parser.add_argument("--tilings", action="store_true", help="draw which program touches which block")
    parser.add_argument("--timeline", action="store_true", help="draw who did what when")
    parser.add_argument("--time", nargs="?", const="", metavar="CARD", help="predict what the launches take on a card")
    parser.add_argument("--as", dest="name", help="keep the Program by this name")
    return parser


def run_cell(line: str, cell: str, namespace: Optional[Dict[str, Any]] = None) -> None:
    """The magic itself. Errors of the program are printed, not raised: a notebook's traceback would be of this file."""
    arguments = make_parser().parse_args(shlex.split(line))
    settings = dict(split_setting(one) for one in arguments.set)
    try:
        program = compile(
            cell,
            target=arguments.target,
            set=settings,
            tune=";".join(arguments.tune) or None,
            path=arguments.path,
            timeout=arguments.timeout,
        )
        if arguments.name and namespace is not None:
            namespace[arguments.name] = program
        show_program(program, cell, arguments)
    except CompileError as error:
        sys.stdout.write(error.output)
        tell(error.diagnostics, cell, remarks=arguments.remarks)
    except RunError as error:
        if error.result:
            sys.stdout.write(error.result.output)
        tell(error.diagnostics, cell, remarks=arguments.remarks)
    except TesseraError as error:
        print(f"tessera: error: {error}", file=sys.stderr)


def split_setting(setting: str) -> "tuple[str, Any]":
    """`NAME=VALUE`, VALUE a Python literal."""
    name, equals, value = setting.partition("=")
    if not equals:
        raise ValueError(f"%%tessera: `--set {setting}`: expected NAME=VALUE")
    try:
        return name, ast.literal_eval(value)
    except (ValueError, SyntaxError):
        raise ValueError(f"%%tessera: `--set {setting}`: `{value}` is no Python literal") from None


def show_program(program: Program, cell: str, arguments: argparse.Namespace) -> None:
    """Everything that the options ask of a program that compiles."""
    if arguments.compile:
        tell(program.diagnostics, cell, remarks=arguments.remarks)
    else:
        result = program.run(arguments.device, check=arguments.check)
        show_result(result)
        tell(program.diagnostics + result.diagnostics, cell, remarks=arguments.remarks)
    if arguments.ptx:
        print(program.ptx())
    if arguments.time is not None:
        for prediction in program.time(arguments.time or None):
            print(
                f"{prediction.kernel}: {prediction.microseconds:.3f} us on {prediction.card}, predicted by model "
                f"{prediction.model}, limited by {prediction.limit}"
            )
    if arguments.tilings:
        draw([svg.draw_tiling(kernel) for kernel in program.tilings()])
    if arguments.timeline:
        launches = program.timeline("interpreter") if arguments.device == "interpreter" else []
        draw([svg.draw_timeline(launch) for launch in launches or program.timeline("emulator")])


def show_result(result: RunResult) -> None:
    """What the program printed, and which files it wrote: they are not kept."""
    sys.stdout.write(result.output)
    for name, text in result.files.items():
        print(f"(it wrote `{name}`, {len(text)} characters)")


def tell(diagnostics: List[Any], cell: str, *, remarks: bool) -> None:
    """Each once, as a compiler does, with the cell's lines. A cell's first line is the one below the magic."""
    texts = [one.format(cell) for one in diagnostics if remarks or one.severity != "remark"]
    for text in dict.fromkeys(texts):
        print(text.replace("<stdin>:", "cell:"), file=sys.stderr)


def draw(pictures: List[str]) -> None:
    """Shows pictures in the notebook; an interpreter at a prompt shows that they are there."""
    display = importlib.import_module("IPython.display")
    for picture in pictures[:shown_launches]:
        display.display(display.SVG(picture))
    if len(pictures) > shown_launches:
        print(f"({len(pictures) - shown_launches} more launches are not drawn)")


def register(shell: Any) -> None:
    """Gives a shell of IPython the magic."""

    def tessera(line: str, cell: str) -> None:
        run_cell(line, cell, shell.user_ns)

    tessera.__doc__ = f"{__doc__}\n{make_parser().format_help()}"
    shell.register_magic_function(tessera, magic_kind="cell", magic_name="tessera")
