# SPDX-License-Identifier: Apache-2.0
"""pytest's `monkeypatch`, `capsys`, `caplog` and `recwarn`; Capture.cpp has what they take from C++."""

import collections
import io
import itertools
import logging
import os
import pathlib
import tempfile
from contextlib import contextmanager, _begin_capture, _read_capture, _skip_capture, _end_capture
from pytest import _begin_warnings, _take_warnings
from unittest.mock import _find_object

_absent = object()


class MonkeyPatch:
    def __init__(self):
        self._undo = []

    @classmethod
    @contextmanager
    def context(cls):
        inner = MonkeyPatch()
        try:
            yield inner
        finally:
            inner.undo()

    def setattr(self, target, name, value=_absent, raising=True):
        if isinstance(target, str):
            if value is not _absent:
                raise TypeError(
                    "use setattr(target, name, value) or setattr(target, value) with target being a dotted import"
                    " string"
                )
            path, dot, attribute = target.rpartition(".")
            target, name, value = _find_object(path), attribute, name
        elif value is _absent:
            raise TypeError(
                "use setattr(target, name, value) or setattr(target, value) with target being a dotted import string"
            )
        old = getattr(target, name, _absent)
        if raising and old is _absent:
            getattr(target, name)
        if isinstance(target, type) and name in vars(target):
            old = vars(target)[name]
        setattr(target, name, value)
        self._undo.append(lambda: delattr(target, name) if old is _absent else setattr(target, name, old))

    def delattr(self, target, name=_absent, raising=True):
        if isinstance(target, str):
            path, dot, name = target.rpartition(".")
            target = _find_object(path)
        if not hasattr(target, name):
            if raising:
                raise AttributeError(name)
            return
        old = getattr(target, name)
        delattr(target, name)
        self._undo.append(lambda: setattr(target, name, old))

    def setitem(self, dic, name, value):
        old = dic[name] if name in dic else _absent
        dic[name] = value
        self._undo.append(lambda: self._restore(dic, name, old))

    def delitem(self, dic, name, raising=True):
        if name not in dic:
            if raising:
                raise KeyError(name)
            return
        old = dic[name]
        del dic[name]
        self._undo.append(lambda: self._restore(dic, name, old))

    def _restore(self, dic, name, old):
        if old is not _absent:
            dic[name] = old
        elif name in dic:
            del dic[name]

    def setenv(self, name, value, prepend=None):
        if prepend and name in os.environ:
            value = str(value) + prepend + os.environ[name]
        self.setitem(os.environ, name, str(value))

    def delenv(self, name, raising=True):
        self.delitem(os.environ, name, raising)

    def syspath_prepend(self, path):
        raise NotImplementedError(
            "monkeypatch.syspath_prepend is not supported: give the folder with `tessera test --path`"
        )

    def chdir(self, path):
        old = os.getcwd()
        os.chdir(path)
        self._undo.append(lambda: os.chdir(old))

    def undo(self):
        while self._undo:
            self._undo.pop()()


CaptureResult = collections.namedtuple("CaptureResult", ["out", "err"])


class CaptureFixture:
    def __init__(self):
        self._capture, self._kept = _begin_capture(), ("", "")

    def readouterr(self):
        out, err = _read_capture(self._capture)
        kept, self._kept = self._kept, ("", "")
        return CaptureResult(kept[0] + out, kept[1] + err)

    @contextmanager
    def disabled(self):
        out, err = _read_capture(self._capture)
        self._kept = (self._kept[0] + out, self._kept[1] + err)
        yield
        _skip_capture(self._capture)

    def close(self):
        _end_capture(self._capture)


class WarningMessage:
    def __init__(self, message):
        self.message, self.category, self.filename, self.lineno = message, type(message), "", 0

    def __repr__(self):
        return "WarningMessage(" + repr(self.message) + ")"

    def __str__(self):
        return "{message : " + repr(self.message) + ", category : '" + self.category.__name__ + "'}"


class WarningsRecorder:
    def __init__(self):
        _begin_warnings()
        self._list = []

    def _update(self):
        for message in _take_warnings(False):
            self._list.append(WarningMessage(message))
        return self._list

    @property
    def list(self):
        return self._update()

    def __getitem__(self, i):
        return self._update()[i]

    def __iter__(self):
        return iter(self._update())

    def __len__(self):
        return len(self._update())

    def pop(self, cls=Warning):
        for i, one in enumerate(self._update()):
            if issubclass(one.category, cls):
                return self._list.pop(i)
        raise AssertionError(repr(cls) + " not found in warning list")

    def clear(self):
        self._update()
        self._list = []

    def _finish(self):
        _take_warnings(True)


class _CaptureHandler(logging.Handler):
    def __init__(self):
        logging.Handler.__init__(self)
        self.records = []

    def emit(self, record):
        self.records.append(record)


class LogCaptureFixture:
    def __init__(self):
        self.handler, self._levels = _CaptureHandler(), []
        logging.getLogger().addHandler(self.handler)

    @property
    def records(self):
        return self.handler.records

    @property
    def messages(self):
        return [r.getMessage() for r in self.records]

    @property
    def record_tuples(self):
        return [(r.name, r.levelno, r.getMessage()) for r in self.records]

    @property
    def text(self):
        return "".join([r.levelname.ljust(8) + " " + r.name + ":" + r.getMessage() + "\n" for r in self.records])

    def get_records(self, when):
        return self.records

    def clear(self):
        self.handler.records = []

    def set_level(self, level, logger=None):
        target = logging.getLogger(logger)
        self._levels.append((target, target.level))
        target.setLevel(level)

    @contextmanager
    def at_level(self, level, logger=None):
        target = logging.getLogger(logger)
        old = target.level
        target.setLevel(level)
        try:
            yield
        finally:
            target.setLevel(old)

    def _finish(self):
        for target, level in reversed(self._levels):
            target.setLevel(level)
        logging.getLogger().removeHandler(self.handler)


class TempPathFactory:
    """Folders for tests, below one of the run."""

    def __init__(self):
        self._base = None

    def getbasetemp(self):
        if self._base is None:
            self._base = pathlib.Path(tempfile.gettempdir(), "pytest-of-tessera", "pytest-0")
            self._base.mkdir(parents=True)
            io._tree.temporary.append(str(self._base))
        return self._base

    def mktemp(self, basename, numbered=True):
        if os.path.normpath(basename) != basename or "/" in basename or basename in (".", ".."):
            raise ValueError(f"{basename} is not a normalized and relative path")
        path = self.getbasetemp() / basename
        if numbered:
            path = next(p for p in (self.getbasetemp() / f"{basename}{n}" for n in itertools.count()) if not p.exists())
        path.mkdir()
        return path

    def _makeFor(self, test):
        return self.mktemp("".join([c if c.isalnum() or c == "_" else "_" for c in test])[:30])


_factory = TempPathFactory()
