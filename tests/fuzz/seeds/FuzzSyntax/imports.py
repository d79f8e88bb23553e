import a.
from . import
from x import (a, b
y = 1
