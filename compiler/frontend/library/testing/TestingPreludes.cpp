// SPDX-License-Identifier: Apache-2.0
// Parts of the testing libraries that are written in Python: pytest's `monkeypatch`, `capsys`, `caplog` and `recwarn`, blocks of JAX's
// `test_util`, and `assertLogs`. See Capture.cpp for what they take from C++.
#include "compiler/frontend/library/testing/Testing.h"

const char tessera::frontend::testing::pytestPrelude[] = R"py(
import collections
import logging
import os
import warnings
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
                raise TypeError("use setattr(target, name, value) or setattr(target, value) with target being a dotted import string")
            path, dot, attribute = target.rpartition(".")
            target, name, value = _find_object(path), attribute, name
        elif value is _absent:
            raise TypeError("use setattr(target, name, value) or setattr(target, value) with target being a dotted import string")
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
        raise NotImplementedError("monkeypatch.syspath_prepend is not supported: give the folder with `tessera test --path`")
    def chdir(self, path):
        raise NotImplementedError("monkeypatch.chdir is not supported: tests have no working directory")
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
)py";

const char tessera::frontend::testing::testUtilPrelude[] = R"py(
import os
import jax.numpy as jnp
from contextlib import contextmanager, _begin_capture, _read_capture, _end_capture
from jax._src.test_util import is_cuda_compute_capability_at_least, is_cuda_compute_capability_equal

default_gradient_tolerance = {jnp.dtype(jnp.bfloat16): 1e-1, jnp.dtype(jnp.float16): 1e-2, jnp.dtype(jnp.float32): 2e-3, jnp.dtype(jnp.float64): 1e-5}

class CudaArchSpecificTest:
    def skip_unless_sm90a(self):
        if not is_cuda_compute_capability_equal("9.0"):
            self.skipTest("Only works on GPU with capability sm90a")
    def skip_unless_sm100a(self):
        if not is_cuda_compute_capability_equal("10.0"):
            self.skipTest("Only works on GPU with capability sm100a")
    def skip_unless_tcgen05(self):
        if not is_cuda_compute_capability_at_least("10.0"):
            self.skipTest("Only works on GPU with tcgen05 support")

@contextmanager
def capture_stdout():
    capture, texts = _begin_capture(), []
    def output():
        if not texts:
            raise ValueError("the output is there after the block")
        return texts[0]
    try:
        yield output
    finally:
        texts.append(_read_capture(capture)[0])
        _end_capture(capture)

@contextmanager
def set_env(**kwargs):
    old = {}
    for name, value in kwargs.items():
        old[name] = os.environ.get(name)
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
    try:
        yield
    finally:
        for name, value in old.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
)py";

const char tessera::frontend::testing::unittestPrelude[] = R"py(
import collections
import logging

LoggingWatcher = collections.namedtuple("LoggingWatcher", ["records", "output"])

class _WatchingHandler(logging.Handler):
    def __init__(self):
        logging.Handler.__init__(self)
        self.watcher = LoggingWatcher([], [])
    def emit(self, record):
        self.watcher.records.append(record)
        self.watcher.output.append(record.levelname + ":" + record.name + ":" + record.getMessage())

class AssertLogsContext:
    def __init__(self, logger, level, wants):
        self.logger = logger if isinstance(logger, logging.Logger) else logging.getLogger(logger)
        self.level = logging.INFO if level is None else logging.getLevelNamesMapping()[level] if isinstance(level, str) else level
        self.wants = wants
    def __enter__(self):
        self.handler = _WatchingHandler()
        self.old = (self.logger.handlers, self.logger.level, self.logger.propagate)
        self.logger.handlers = [self.handler]
        self.logger.setLevel(self.level)
        self.logger.propagate = False
        return self.handler.watcher if self.wants else None
    def __exit__(self, kind, error, traceback):
        self.logger.handlers, level, self.logger.propagate = self.old
        self.logger.setLevel(level)
        if error is not None:
            return False
        told = [r for r in self.handler.watcher.records if r.levelno >= self.level]
        name = logging.getLevelName(self.level)
        if self.wants and not told:
            raise AssertionError("no logs of level " + name + " or higher triggered on " + self.logger.name)
        if not self.wants and told:
            raise AssertionError("Unexpected logs found: " + repr(self.handler.watcher.output))
        return False
)py";
