# SPDX-License-Identifier: Apache-2.0
"""A file of tests in Triton's style: pytest functions over torch tensors, with stacked parameters, fixtures and marks. Two fail on
purpose."""
import pytest
import torch
import triton
import triton.language as tl
from hypothesis import given, settings, strategies as st

from helper_module import double

LIMIT = 4
needs_gpu = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")


@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
  offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
  mask = offsets < n
  tl.store(out_ptr + offsets, tl.load(x_ptr + offsets, mask=mask) + tl.load(y_ptr + offsets, mask=mask), mask=mask)


@pytest.mark.interpreter
@pytest.mark.parametrize("size, block", [(8, 8), (10, 4)])
@pytest.mark.parametrize("dtype", ["float32", "int32"])
def test_add(size, block, dtype, device):
  x = torch.arange(0, size, device=device, dtype=getattr(torch, dtype))
  out = torch.empty_like(x)
  add_kernel[(triton.cdiv(size, block),)](x, x, out, size, BLOCK=block)
  torch.testing.assert_close(out, x + x)


@pytest.fixture
def numbers():
  values = [1, 2, 3]
  yield values
  assert values == [1, 2, 3], "a test changed them"


@pytest.fixture(params=["a", "b"])
def letter(request):
  return request.param


@pytest.fixture(scope="module")
def table():
  return torch.arange(0, 6).reshape(2, 3)


def test_fixture(numbers):
  assert sum(numbers) == 6


def test_fixture_is_torn_down(numbers):
  numbers.append(4)


@pytest.mark.parametrize("n", [1, pytest.param(2, id="two"), pytest.param(3, marks=pytest.mark.skip(reason="three is too many"))])
def test_letters(letter, n):
  assert letter in "ab" and n < 3


class TestTable:
  def test_shape(self, table):
    assert tuple(table.shape) == (2, 3)

  @pytest.mark.parametrize("axis,expected", [(0, [3, 5, 7]), (1, [3, 12])])
  def test_sums(self, table, axis, expected):
    torch.testing.assert_close(table.sum(axis), torch.tensor(expected))


def test_fails():
  left, right = 2 * 2, 5
  assert left == right


@needs_gpu
def test_gpu():
  assert torch.cuda.get_device_capability()[0] >= 8


@pytest.mark.xfail(reason="not done")
def test_expected_failure():
  raise NotImplementedError("later")


def test_skips():
  if LIMIT < 10:
    pytest.skip(f"limit is {LIMIT}")


def test_raises():
  with pytest.raises(ValueError, match="invalid literal") as info:
    int("x")
  assert "x" in str(info.value)
  with pytest.raises((KeyError, IndexError)):
    [][0]
  assert 0.1 + 0.2 == pytest.approx(0.3)


@given(n=st.integers(min_value=0, max_value=20), flags=st.lists(st.booleans(), max_size=3))
@settings(max_examples=25, deadline=None)
def test_drawn(n, flags):
  assert double(n) == n + n and len(flags) <= 3


SETTINGS = {"limit": 4}


def test_monkeypatch(monkeypatch):
  monkeypatch.setitem(SETTINGS, "limit", 11)
  assert SETTINGS["limit"] == 11


def test_monkeypatch_is_undone():
  assert SETTINGS == {"limit": 4}


def test_conftest(from_conftest):
  assert from_conftest == "beside"
