# SPDX-License-Identifier: Apache-2.0
"""pytest's plugin: `pytest --tessera` has Tessera run the tests of kernels, beside those that pytest runs itself.

Without `--tessera` it does nothing. With it, a file that pytest would collect is Tessera's where it imports `triton` or
`jax.experimental.pallas`, where a path in the ini option `tessera_files` matches it, or where `pytestmark` is
`pytest.mark.tessera`; of other files, the functions and classes under `@pytest.mark.tessera` are. Such files are not
imported by this Python, so JAX, Triton and torch need not be installed.

The tests of a file run in one process, as soon as the first of them is due: only those that are selected. Each is
reported by its own id, outcome, place and duration (CPU time of the interpreter). What `tessera test` skips is skipped,
an expected failure too.
"""
# pluggy's decorators have no types everywhere.
# mypy: allow-untyped-decorators
from __future__ import annotations

import ast
import fnmatch
import os
from pathlib import Path
from typing import Any, Dict, Generator, Iterator, List, Optional, Sequence, Set, Tuple, Union

import pytest

from .diagnostics import Diagnostic
from .errors import TesseraError
from .program import test as run_tests
from .results import TestResult

modules = ("triton", "jax.experimental.pallas")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("tessera", "kernels' tests without a GPU")
    group.addoption(
        "--tessera", action="store_true", help="have Tessera run the tests of Triton's and Pallas's kernels"
    )
    group.addoption(
        "--tessera-device",
        choices=["h100", "cpu"],
        default="h100",
        help="what these tests believe they run on; their skips follow (the interpreter runs them either way)",
    )
    group.addoption(
        "--tessera-limit", type=float, default=60, metavar="SECONDS", help="the longest that a test may run"
    )
    parser.addini("tessera_files", "files (patterns) whose tests Tessera runs", type="args", default=[])
    parser.addini("tessera_path", "folders whose modules these tests import", type="paths", default=[])


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "tessera: with --tessera, Tessera runs this test")


def imports_kernels(tree: ast.AST) -> bool:
    """Whether a file imports Triton or Pallas, wherever in it.

    >>> texts = ("import triton.language as tl", "import jax", "import tritonclient")
    >>> [imports_kernels(ast.parse(text)) for text in texts]
    [True, False, False]
    >>> imports_kernels(ast.parse("from jax.experimental import pallas as pl"))
    True
    """
    for node in ast.walk(tree):
        names: List[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        if any(name == module or name.startswith(module + ".") for name in names for module in modules):
            return True
    return False


def is_mark(node: ast.AST) -> bool:
    """`pytest.mark.tessera`, called or not."""
    if isinstance(node, ast.Call):
        node = node.func
    if not isinstance(node, ast.Attribute) or node.attr != "tessera":
        return False
    mark = node.value
    return isinstance(mark, ast.Attribute) and mark.attr == "mark" or isinstance(mark, ast.Name) and mark.id == "mark"


def marked_names(tree: ast.Module) -> Optional[Set[str]]:
    """The functions and classes under the mark, methods as `Class::method`; None where `pytestmark` marks the file.

    >>> sorted(marked_names(ast.parse("@pytest.mark.tessera\\ndef test_a(): ...\\ndef test_b(): ...")) or ())
    ['test_a']
    """
    names = set()
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(
            isinstance(to, ast.Name) and to.id == "pytestmark" for to in node.targets
        ):
            marks = node.value.elts if isinstance(node.value, (ast.List, ast.Tuple)) else [node.value]
            if any(is_mark(mark) for mark in marks):
                return None
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and any(is_mark(one) for one in node.decorator_list):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and any(is_mark(one) for one in inner.decorator_list):
                    names.add(f"{node.name}::{inner.name}")
    return names


def split_id(name: str) -> List[str]:
    """The parts of a test's id: a class, if any, and the test with its case.

    >>> split_id("KernelTest.test_add"), split_id("TestTable::test_sums[a.b::c]"), split_id("test_x[1.5]")
    (['KernelTest', 'test_add'], ['TestTable', 'test_sums[a.b::c]'], ['test_x[1.5]'])
    """
    head, bracket, case = name.partition("[")
    parts = head.replace("::", ".").split(".")
    return [*parts[:-1], parts[-1] + bracket + case]


@pytest.hookimpl(hookwrapper=True)
def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Generator[None, Any, None]:
    outcome = yield
    if not parent.config.getoption("tessera") or file_path.suffix != ".py":
        return
    collected = outcome.get_result()
    patterns = parent.config.getini("tessera_files")
    relative = os.path.relpath(file_path, parent.config.rootpath)
    named = any(fnmatch.fnmatch(relative, one) or fnmatch.fnmatch(file_path.name, one) for one in patterns)
    if not named and not any(isinstance(one, pytest.Module) for one in collected):
        return
    try:
        tree = ast.parse(file_path.read_bytes())
    except (SyntaxError, ValueError):
        if named:
            outcome.force_result([TesseraFile.from_parent(parent, path=file_path)])
        return
    marked = marked_names(tree)
    if named or marked is None or imports_kernels(tree):
        outcome.force_result([TesseraFile.from_parent(parent, path=file_path)])
    elif marked:
        file = TesseraFile.from_parent(parent, path=file_path)
        file.only = marked
        outcome.force_result([*collected, file])


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: List[pytest.Item]) -> None:
    """Takes those under the mark out of pytest's own: they are there a second time, as Tessera's."""
    if config.getoption("tessera"):
        items[:] = [one for one in items if isinstance(one, TesseraItem) or not one.get_closest_marker("tessera")]


class TesseraFile(pytest.File):
    """A file whose tests `tessera test` runs. `only` are the names under the mark; None: all."""

    only: Optional[Set[str]] = None
    results: Optional[Dict[str, TestResult]] = None

    def collect(self) -> Iterator[Union["TesseraClass", "TesseraItem"]]:
        ids, report = list_tests(str(self.path), self.search_path())
        if report is not None:
            raise self.CollectError(report)
        classes: Dict[str, TesseraClass] = {}
        for name in ids:
            parts = split_id(name)
            plain = "::".join(parts).partition("[")[0]
            if self.only is not None and parts[0].partition("[")[0] not in self.only and plain not in self.only:
                continue
            if len(parts) == 1:
                yield TesseraItem.from_parent(self, name=parts[0], test=name)
                continue
            head = "::".join(parts[:-1])
            if head not in classes:
                classes[head] = TesseraClass.from_parent(self, name=head)
            classes[head].tests.append((parts[-1], name))
        yield from classes.values()

    def search_path(self) -> List[str]:
        return [str(folder) for folder in self.config.getini("tessera_path")]

    def run(self) -> Dict[str, TestResult]:
        """All selected tests of this file, once."""
        if self.results is None:
            items = [one for one in self.session.items if isinstance(one, TesseraItem) and one.file is self]
            ids, _ = list_tests(str(self.path), self.search_path())
            wanted = [one.test for one in items]
            files = [str(self.path)] if wanted == ids else [f"{self.path}::{one}" for one in wanted]
            report = run_tests(
                files,
                device=self.config.getoption("tessera_device"),
                limit=self.config.getoption("tessera_limit"),
                path=self.search_path(),
                timeout=None,
            )
            self.results = {one.id: one for one in report.results}
            for one in report.results:
                if one.outcome == "broken":
                    raise TesseraFailure(format_failure(one, self.path))
        return self.results


class TesseraClass(pytest.Collector):
    """A class of tests, for ids as pytest has them."""

    def __init__(self, name: str, parent: pytest.Collector, **rest: Any) -> None:
        super().__init__(name, parent, **rest)
        self.tests: List[Tuple[str, str]] = []

    def collect(self) -> Iterator["TesseraItem"]:
        for name, test in self.tests:
            yield TesseraItem.from_parent(self, name=name, test=test)


class TesseraFailure(Exception):
    """A test's failure, with a text that is whole."""


class TesseraItem(pytest.Item):
    """One test. `test` is its id for `tessera test`."""

    def __init__(self, name: str, parent: pytest.Collector, test: str, **rest: Any) -> None:
        super().__init__(name, parent, **rest)
        self.test = test
        self.result: Optional[TestResult] = None

    @property
    def file(self) -> TesseraFile:
        found = self.getparent(TesseraFile)
        assert found is not None
        return found

    def runtest(self) -> None:
        results = self.file.run()
        self.result = results.get(self.test)
        if self.result is None:
            raise TesseraFailure(f"`tessera test` did not tell how `{self.test}` ended")
        if self.result.output:
            self.add_report_section("call", "stdout", self.result.output)
        if self.result.outcome == "skipped":
            pytest.skip(self.result.reason)
        if self.result.outcome != "passed":
            raise TesseraFailure(format_failure(self.result, self.path))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, (TesseraFailure, TesseraError)):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> Tuple[Path, Optional[int], str]:
        place = self.result.range if self.result else None
        return self.path, place.line - 1 if place else None, self.test


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Generator[None, Any, None]:
    """The time of the call is that of this test alone, not of its whole file."""
    outcome = yield
    if isinstance(item, TesseraItem) and call.when == "call" and item.result is not None:
        outcome.get_result().duration = item.result.milliseconds / 1000


def list_tests(file: str, path: Sequence[str]) -> Tuple[List[str], Optional[str]]:
    """The ids of a file's tests; or none, and what is wrong with the file. A file without tests has none."""
    from .binary import call

    options = [word for folder in path for word in ("--path", folder)]
    answer = call(["test", "--list", *options, "--", file])
    if answer.code not in (0, 2):
        return [], answer.stderr.strip() or f"`tessera test --list` ended with {answer.code}"
    prefix = file + "::"
    return [line[len(prefix) :] for line in answer.stdout.splitlines() if line.startswith(prefix)], None


def format_failure(result: TestResult, path: Path) -> str:
    """What is wrong and where, with the file's lines."""
    try:
        source: Optional[str] = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        source = None

    def show(one: Diagnostic) -> str:
        return one.format(source if one.range and Path(one.range.file).name == path.name else None)

    return "\n".join(show(one) for one in result.diagnostics) or result.reason or result.outcome
