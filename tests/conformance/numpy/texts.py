### arrays_of_texts
# source: NumPy 1.24
import numpy as np

a = np.array(["one", "three", ""])
print(a, a.dtype, repr(a), a.itemsize, a.nbytes, a[1], a[1] == "three", isinstance(a[1], str), a.tolist())
b = np.array([b"x", b"yz"])
print(b, b.dtype, repr(b), bytes(b[1]), b.dtype.kind, b.dtype.char, b.dtype.name, a.dtype.name, a.dtype.str)
a[0] = "longer than five"
print(a, a == "three", (a < "p").tolist(), a != a[::-1])
print(np.array(["1", "25"]).astype(int), np.array(["1.5"]).astype(float), np.array([1, 10]).astype(str), np.array([1.5]).astype("S"))
print(np.array([1, "a"]), np.array([1.5, "a"]).dtype, np.array([True, "a"]).dtype, np.array([b"a", "b"]).dtype)
print(np.zeros(2, "U3"), np.zeros((1, 2), "S4"), np.full(2, "xy"), np.ones(2, "U2"), np.zeros_like(b))
print(np.sort(["b", "a", "c"]), np.argsort(np.array(["b", "a"])), np.unique(["b", "a", "b"]), np.concatenate([["a"], ["bcd"]]).dtype)
print(np.nonzero(np.array(["", "x"])), bool(np.array("x")), np.searchsorted(["a", "c"], "b"))
print(np.dtype("S5").itemsize, np.dtype("U5").itemsize, np.dtype(str), np.dtype("S") == bytes, repr(np.dtype("U7")))
print(np.promote_types("S4", "U2"), np.promote_types("i4", "S"), np.can_cast("S3", "U3"), np.can_cast("U3", "S3"), np.can_cast("i8", "U21"))
print(np.issubdtype(np.str_, np.character), np.issubdtype("S3", np.integer), np.where([True, False], "yes", "n"))
try:
    np.add(np.array(["a"]), np.array(["b"]))
except TypeError as error:
    print(error)
try:
    np.array(["x"]).astype(int)
except ValueError as error:
    print(error)
try:
    np.array(["a"]).sum()
except TypeError as error:
    print(error)
view = a[1:]
view[0] = "seen"
print(a, np.array([["a", "b"]]).T.tolist(), "one" in a, "seen" in a)
#> ['one' 'three' ''] <U5 array(['one', 'three', ''], dtype='<U5') 20 60 three True True ['one', 'three', '']
#> [b'x' b'yz'] |S2 array([b'x', b'yz'], dtype='|S2') b'yz' S S bytes16 str160 <U5
#> ['longe' 'three' ''] [False  True False] [True, False, True] [ True False  True]
#> [ 1 25] [1.5] ['1' '10'] [b'1.5']
#> ['1' 'a'] <U32 <U5 <U1
#> ['' ''] [[b'' b'']] ['xy' 'xy'] ['1' '1'] [b'' b'']
#> ['a' 'b' 'c'] [1 0] ['a' 'b'] <U3
#> (array([1]),) True 1
#> 5 20 <U0 True dtype('<U7')
#> <U4 |S11 True False True
#> True False ['yes' 'n']
#> ufunc 'add' did not contain a loop with signature matching types (dtype('<U1'), dtype('<U1')) -> None
#> invalid literal for int() with base 10: 'x'
#> ufunc 'add' did not contain a loop with signature matching types (dtype('<U1'), dtype('<U1')) -> None
#> ['longe' 'seen' ''] [['a'], ['b']] False True
### texts_are_assigned_to_numbers
# source: NumPy 1.24
import numpy as np

a = np.zeros(3)
a[0] = "1.5"
a[1:] = ["2", b"3"]
print(a)
for value, kind in (("x", ValueError), (None, TypeError), ([1, [2]], ValueError)):
    try:
        np.zeros(2, int)[:] = value
    except kind as error:
        print(type(error).__name__)
print(np.array(["3", "4"], dtype=float), np.array("7", dtype=int), np.frombuffer(b"abcdef", "S2"), np.array([b"ab", b"c"]).view("u1").tolist())
#> [1.5 2.  3. ]
#> ValueError
#> TypeError
#> ValueError
#> [3. 4.] 7 [b'ab' b'cd' b'ef'] [97, 98, 99, 0]
### characters_are_items
# source: NumPy 1.24
import numpy as np

a = np.array("abc", dtype="c")
print(a, a.shape, a.dtype.itemsize, a.dtype.char, np.array(["ab", "cd"], "c").tolist())
#> [b'a' b'b' b'c'] (3,) 1 c [[b'a', b'b'], [b'c', b'd']]
