class A(B): pass
class B(A): pass
class C(C.x): y = C.x
from m import a as b
from m import b as a
a.b
