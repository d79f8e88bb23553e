# SPDX-License-Identifier: Apache-2.0
# pytest; `tessera test` runs it.
import logging
import warnings

import pytest


class Thing:
    size = 1
    name = "a"


def test_patches(monkeypatch: pytest.MonkeyPatch):
    items = {"a": 1}
    monkeypatch.setattr(Thing, "size", 2)
    monkeypatch.delattr(Thing, "name")
    monkeypatch.delitem(items, "a")
    monkeypatch.setenv("A", "1")
    monkeypatch.delenv("A")
    assert Thing.size == 2 and not hasattr(Thing, "name") and items == {}
    monkeypatch.undo()
    assert Thing.size == 1
    with monkeypatch.context() as inner:
        inner.setattr(Thing, "size", 3)
    assert Thing.size == 1


def test_output(capsys: pytest.CaptureFixture):
    print("a")
    assert capsys.readouterr().out == "a\n"
    with capsys.disabled():
        pass


def test_closed_output(capsys: pytest.CaptureFixture):
    print("a")
    assert capsys.readouterr().out == "a\n"
    capsys.close()
    print("b")  # is shown


def test_warnings(recwarn: pytest.WarningsRecorder):
    warnings.warn("a", UserWarning)
    assert len(recwarn.list) == 1
    assert recwarn.pop(UserWarning).category is UserWarning
    recwarn.clear()


def test_logs(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO)
    logging.getLogger("a").info("b")
    assert caplog.messages == ["b"]
    assert caplog.records[0].name == "a"
    assert caplog.record_tuples == [("a", logging.INFO, "b")]
    assert "b" in caplog.text
    assert len(caplog.get_records("call")) == 1
    with caplog.at_level(logging.DEBUG):
        pass
    caplog.clear()


def test_folders(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("a")
    assert str(folder).startswith(str(tmp_path_factory.getbasetemp()))


def test_given_up():
    pytest.xfail("not yet")


def test_fails_on_purpose():
    with pytest.raises(pytest.fail.Exception):
        pytest.fail("now")
