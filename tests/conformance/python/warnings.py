### recorded
# source: Python's warnings documentation, catch_warnings(record=True)
import warnings
def old():
  warnings.warn("deprecated", DeprecationWarning)
with warnings.catch_warnings(record=True) as w:
  warnings.simplefilter("always")
  old()
  assert len(w) == 1
  assert issubclass(w[-1].category, DeprecationWarning)
  print(w[-1].message, w[-1].category.__name__)
print(len(w))
#> deprecated DeprecationWarning
#> 1
### errors
# source: Python's warnings documentation: the filter `error` turns warnings into exceptions
import warnings
with warnings.catch_warnings():
  warnings.simplefilter("error")
  try:
    warnings.warn("stop", UserWarning)
  except UserWarning as error:
    print("raised", error)
with warnings.catch_warnings():
  warnings.filterwarnings("error", message="a.c", category=RuntimeWarning)
  warnings.filterwarnings("ignore", category=UserWarning)
  warnings.warn("abc", UserWarning)
  try:
    warnings.warn("abcd", RuntimeWarning)
  except RuntimeWarning as error:
    print("raised", error)
#> raised stop
#> raised abcd
### invalid_action
# source: Python's warnings
import warnings
try:
  warnings.simplefilter("sometimes")
except AssertionError as error:
  print(error)
#> invalid action: 'sometimes'
