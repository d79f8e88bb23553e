### attributes_of_library_modules
# source: Python reference, 3.2 Modules: their attributes can be assigned and deleted
import jax
import torch
import math
old = jax.default_backend
jax.default_backend = lambda: "of ours"
print(jax.default_backend())
jax.default_backend = old
print(jax.default_backend is old)
torch.extra = 3
print(torch.extra, hasattr(torch, "extra"))
del torch.extra
print(hasattr(torch, "extra"))
floor = math.floor
del math.floor
print(hasattr(math, "floor"), floor(2.5))
math.floor = floor
print(math.floor(2.5))
try:
    del math.never_there
except AttributeError as error:
    print(error)
#> of ours
#> True
#> 3 True
#> False
#> False 2
#> 2
#> module 'math' has no attribute 'never_there'
### other_names_of_a_module_see_it
# source: CPython 3.11
import os
import os.path as path
from os.path import join
real = os.path.join
os.path.join = lambda *parts: "+".join(parts)
print(path.join("a", "b"), join("a", "b"), os.path.join is path.join)
os.path.join = real
print(path.join("a", "b"))
#> a+b a/b True
#> a/b
### python_of_the_library_sees_it
# source: CPython 3.11: a function of a module looks its globals up when it is called
import textwrap
class Wrapper:
    def __init__(self, width=70, **kwargs):
        self.width = width
    def fill(self, text):
        return f"{text} in {self.width}"
real = textwrap.TextWrapper
textwrap.TextWrapper = Wrapper
print(textwrap.fill("some text", 20))
textwrap.TextWrapper = real
print(textwrap.fill("some text", 4))
#> some text in 20
#> some
#> text
### classes_of_the_library
# source: documentation of torch: Tensor is a Python class
import torch
torch.Tensor.doubled = lambda self: self + self
x = torch.tensor([1, 2])
print(x.doubled(), hasattr(x, "doubled"), getattr(x, "doubled")().tolist())
del torch.Tensor.doubled
print(hasattr(x, "doubled"))
original = torch.Tensor.sum
torch.Tensor.sum = lambda self, *args: "patched"
print(x.sum())
torch.Tensor.sum = original
print(x.sum())
#> tensor([2, 4]) True [2, 4]
#> False
#> patched
#> tensor(3)
### classes_of_the_language_are_closed
# source: CPython 3.11
try:
    int.extra = 3
except TypeError as error:
    print(error)
try:
    dict.get = None
except TypeError as error:
    print(error)
#> cannot set 'extra' attribute of immutable type 'int'
#> cannot set 'get' attribute of immutable type 'dict'
### mock_patches_the_library
# source: documentation of unittest.mock
from unittest import mock
import torch
with mock.patch("torch.cuda.is_available", return_value="mocked") as asked:
    print(torch.cuda.is_available(), asked.call_count)
print(torch.cuda.is_available())
with mock.patch.object(torch, "manual_seed") as seed:
    torch.manual_seed(3)
seed.assert_called_once_with(3)
@mock.patch("torch.cuda.device_count", lambda: 8)
def count():
    return torch.cuda.device_count()
print(count(), torch.cuda.device_count())
try:
    with mock.patch("torch.cuda.no_such_name_at_all"):
        pass
except AttributeError:
    print("absent")
#> mocked 1
#> True
#> 8 1
#> absent
### modules_by_hand
# source: CPython 3.11
import sys
import types
fake = types.ModuleType("fused_ext", "made by hand")
fake.add = lambda a, b: a + b
sys.modules["fused_ext"] = fake
import fused_ext
from fused_ext import add
print(add(1, 2), fused_ext is fake, fused_ext.__doc__, fused_ext.__name__)
print(isinstance(fake, types.ModuleType), isinstance(sys, types.ModuleType), type(sys).__name__)
sys.modules["torch.ops_by_hand"] = fake
import torch
from torch.ops_by_hand import add as again
print(again is add)
sys.modules["absent_on_purpose"] = None
try:
    import absent_on_purpose
except ImportError as error:
    print(error)
del sys.modules["fused_ext"]
try:
    import fused_ext
except ImportError as error:
    print(error)
print("torch" in sys.modules, "fused_ext" in sys.modules)
#> 3 True made by hand fused_ext
#> True True module
#> True
#> import of absent_on_purpose halted; None in sys.modules
#> No module named 'fused_ext'
#> True False
