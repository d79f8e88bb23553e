# SPDX-License-Identifier: Apache-2.0
# unittest, its mocks, and absl's test case.
### classes_of_tests
import unittest


class Kernels(unittest.TestCase):
    @classmethod
    def tearDownClass(cls):
        print('class left')

    @unittest.skipUnless(False, 'no GPU')
    def test_a(self):
        pass


Kernels.tearDownClass()
#> class left
Kernels.addClassCleanup(print, 'cleaned')
unittest.addModuleCleanup(print, 'module')
print(unittest.enterModuleContext is not None)
#> True
### mocks
from unittest import mock

m = mock.Mock()
m(1)
m.assert_called()
m.assert_called_once()
m.assert_called_with(1)
m.assert_any_call(1)
m.assert_has_calls([mock.call(1)])
m.reset_mock()
m.assert_not_called()
m.configure_mock(size=3)
print(m.size)
#> 3
print(mock.ANY == 1)
#> True
print(mock.sentinel.a)
#> sentinel.a
print(mock.DEFAULT)
#> sentinel.DEFAULT
print(mock.call(1))
#> call(1)
print(mock.MagicMock().__len__())
#> 0
print(isinstance(m, mock.NonCallableMock))
#> True
print(isinstance(m, mock.CallableMixin))
#> True
print(isinstance(mock.MagicMock(), mock.Mock))
#> True
print(mock.PropertyMock(return_value=1)())
#> 1
print(mock.NonCallableMagicMock() is not None)
#> True
m.attach_mock(mock.Mock(), 'part')
mock.seal(m)
print(mock.mock_open(read_data='a')().read())
#> a
### pytest
import pytest

patch = pytest.MonkeyPatch()


class Thing:
    size = 1
    name = 'a'


patch.setattr(Thing, 'size', 2)
patch.delattr(Thing, 'name')
items = {'a': 1}
patch.delitem(items, 'a')
patch.setenv('A', '1')
patch.delenv('A')
print(Thing.size, hasattr(Thing, 'name'), items)
#> 2 False {}
patch.undo()
print(Thing.size, Thing.name, items)
#> 1 a {'a': 1}
with pytest.MonkeyPatch.context() as inner:
    inner.setattr(Thing, 'size', 3)
with pytest.warns(UserWarning):
    import warnings
    warnings.warn('a', UserWarning)
with pytest.deprecated_call():
    warnings.warn('a', DeprecationWarning)
print(pytest.importorskip('math').pi > 3)
#> True
print(pytest.xfail is not None, pytest.fail is not None)
#> True True
print(pytest.FixtureRequest is not None)
#> True
print(pytest.CaptureResult is not None)
#> True
print(pytest.CaptureFixture is not None)
#> True
print(pytest.WarningMessage is not None)
#> True
print(pytest.WarningsRecorder is not None)
#> True
print(pytest.LogCaptureFixture is not None)
#> True
print(pytest.TempPathFactory is not None)
#> True
### another_folder
import os
import pytest

before = os.getcwd()
with pytest.MonkeyPatch.context() as patch:
    patch.chdir('/tmp')
    print(os.getcwd())
#> /tmp
print(os.getcwd() == before)
#> True
### hypothesis
import hypothesis
from hypothesis import strategies as st

print(isinstance(st.floats(), st.SearchStrategy))
#> True
print(isinstance(st.none(), st.SearchStrategy))
#> True
print(isinstance(st.just(1), st.SearchStrategy))
#> True
print(isinstance(st.sampled_from([1]), st.SearchStrategy))
#> True
print(isinstance(st.one_of(st.none()), st.SearchStrategy))
#> True
print(isinstance(st.tuples(st.none()), st.SearchStrategy))
#> True
print(isinstance(st.data(), st.SearchStrategy))
#> True
print(st.none().map(str) is not None)
#> True
print(st.none().filter(bool) is not None)
#> True
print(st.none().flatmap(st.just) is not None)
#> True
print(st.composite(lambda draw: 1) is not None)
#> True
print(st.DataObject is not None)
#> True
print(hypothesis.HealthCheck is not None)
#> True
print(hypothesis.UnsatisfiedAssumption is not None)
#> True
print(hypothesis.assume(True))
#> True
print(hypothesis.seed(1) is not None)
#> True
print(hypothesis.note is not None)
#> True
### metaclasses
from absl.testing import parameterized


class Named(parameterized.TestGeneratorMetaclass):
    def __new__(cls, name, bases, namespace):
        namespace['label'] = name.lower()
        return super().__new__(cls, name, bases, namespace)


class Sums(parameterized.TestCase, metaclass=Named):
    @parameterized.parameters(1, 2)
    def test_a(self, n):
        self.assertGreater(n, 0)


print(Sums.label, isinstance(Sums, parameterized.TestGeneratorMetaclass))
#> sums True
