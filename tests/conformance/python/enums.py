### auto_values
# source: Library reference, enum
from enum import Enum, auto
class S(Enum):
    A = auto()
    B = auto()
    C = 10
    D = auto()
print([(s.name, s.value) for s in S])
#> [('A', 1), ('B', 2), ('C', 10), ('D', 11)]
### identity_and_hash
# source: Library reference, enum
from enum import Enum
class C(Enum):
    A = "a"
    B = "b"
d = {C.A: 1, C.B: 2}
print(d[C("a")], C.A is C.A, C.A != C.B, hash(C.A) == hash(C("a")), C.A in d)
#> 1 True True True True
### match_on_members
# source: PEP 634
from enum import Enum
class C(Enum):
    A = 1
    B = 2
def f(c):
    match c:
        case C.A: return "first"
        case C.B: return "second"
        case _: return "none"
print(f(C.A), f(C.B), f(1))
#> first second none
### custom_str
# source: Library reference, enum
from enum import Enum
class C(Enum):
    A = 1
    def __str__(self): return f"<{self.name}>"
print(C.A, f"{C.A}", [C.A], "%s" % C.A)
#> <A> <A> [<C.A: 1>] <A>
