### records_and_their_fields
# source: NumPy 1.24
import numpy as np

dt = np.dtype([("x", "i4"), ("y", "f8"), ("s", "U5")])
print(dt, repr(dt), dt.names, dt.itemsize, dt["x"], dt.fields["y"], len(dt), dt[2], dt.kind, dt.hasobject)
a = np.array([(1, 2.5, "one"), (3, 4.0, "two")], dtype=dt)
print(a)
print(repr(a))
print(a["x"], a["y"].dtype, a[1], a[1]["s"], a[0][1], len(a[0]), a[0].item(), a.tolist(), a.shape, a.dtype == dt)
print([r.tolist() for r in a], a[["x", "s"]], a[["s", "x"]].dtype.names, isinstance(a, np.ndarray), isinstance(a[0], np.void))
print(np.zeros(2, dt), np.zeros((), "i4,f8")[()], np.ones(2, "i4,f8"), np.empty((2, 0), dt).shape)
print((a == a).tolist(), a == a[0], a != a[::-1], np.sort(a, order="y")["x"], np.argsort(a[::-1], order=["s"]))
for key in ("z", ["x", "z"]):
    try:
        a[key]
    except (ValueError, KeyError) as error:
        print(type(error).__name__, error)
try:
    a[0] = (1, 2)
except ValueError as error:
    print(error)
try:
    np.dtype([("x", int), ("x", float)])
except ValueError as error:
    print(error)
print(np.concatenate([a, a[:1]])["x"], np.repeat(a, 2)["y"], a.repeat(2).shape, np.unique(np.array([(1, 2), (1, 2)], "i,i")))
#> [('x', '<i4'), ('y', '<f8'), ('s', '<U5')] dtype([('x', '<i4'), ('y', '<f8'), ('s', '<U5')]) ('x', 'y', 's') 32 int32 (dtype('float64'), 4) 3 <U5 V False
#> [(1, 2.5, 'one') (3, 4. , 'two')]
#> array([(1, 2.5, 'one'), (3, 4. , 'two')],
#>       dtype=[('x', '<i4'), ('y', '<f8'), ('s', '<U5')])
#> [1 3] float64 (3, 4., 'two') two 2.5 3 (1, 2.5, 'one') [(1, 2.5, 'one'), (3, 4.0, 'two')] (2,) True
#> [(1, 2.5, 'one'), (3, 4.0, 'two')] [(1, 'one') (3, 'two')] ('s', 'x') True True
#> [(0, 0., '') (0, 0., '')] (0, 0.) [(1, 1.) (1, 1.)] (2, 0)
#> [True, True] [ True False] [ True  True] [1 3] [1 0]
#> ValueError no field of name z
#> KeyError 'z'
#> could not assign tuple of length 2 to structure with 3 fields.
#> field 'x' occurs more than once
#> [1 3 1] [2.5 2.5 4.  4. ] (4,) [(1, 2)]
### fields_are_views
# source: NumPy 1.24
import numpy as np

a = np.zeros((2, 3), dtype=[("x", "i4"), ("y", "f8", (2,)), ("n", [("p", "i2"), ("q", "U3")])])
x, y = a["x"], a["y"]
x[0] = 5
y[1, 2] = [1, 2]
a["n"]["p"][:, 1] = 7
a["n"]["q"] = "abc"
print(a[0, 0], a[1, 2], a["n"][0, 1], y.shape, a.dtype["y"].shape, a.dtype["y"].base, a.dtype["y"].subdtype)
r = a[1, 1]
r["x"] = 9
r["y"][0] = -1
r["n"]["q"] = "zz"
print(a["x"].tolist(), a["y"][1, 1].tolist(), a["n"]["q"][1].tolist(), x[1, 1])
b, c, d = a[:, ::2], a.T, a.reshape(-1)
b["x"] = 100
d["x"][1] += 1
print(x.tolist(), c["x"].tolist(), b.base is a, c.shape, c["y"].shape, np.shares_memory(x, d["x"]))
two = a[["x", "n"]]
two["x"] = 0
print(x.any(), two.dtype.names, two.dtype.itemsize == a.dtype.itemsize)
e = a[[0, 1], [1, 1]]
e["x"] = 3
print(x[0, 1], e["x"], a[a["y"][..., 0] == -1].shape)
a[0] = a[1]
print(a["y"][0].tolist())
a[...] = a[::-1].copy()
x += 2
print(a["x"].tolist())
#> (5, [0., 0.], (0, 'abc')) (0, [1., 2.], (0, 'abc')) (7, 'abc') (2, 3, 2) (2,) float64 (dtype('float64'), (2,))
#> [[5, 5, 5], [0, 9, 0]] [-1.0, 0.0] ['abc', 'zz', 'abc'] 9
#> [[100, 6, 100], [100, 9, 100]] [[100, 100], [6, 9], [100, 100]] True (3, 2) (3, 2, 2) True
#> False ('x', 'n') True
#> 0 [3 3] (1,)
#> [[0.0, 0.0], [-1.0, 0.0], [1.0, 2.0]]
#> [[2, 2, 2], [2, 2, 2]]
### layout_of_records
# source: NumPy 1.24
import numpy as np

print(repr(np.dtype([("a", "i1"), ("b", "i8")], align=True)), np.dtype("i1,i8", align=True).itemsize, np.dtype("i1,i8").itemsize)
dt = np.dtype({"names": ["a", "b"], "formats": ["i1", "f4"], "offsets": [0, 4], "itemsize": 12})
print(repr(dt), dt.fields["b"], dt.alignment, dt.isalignedstruct, np.zeros(1, dt))
print(np.dtype("i4, (2,3)f8, S5"), np.dtype((np.int32, (2, 2))).shape, np.dtype("3i4").subdtype, np.zeros(2, "3i4").shape)
t = np.dtype([(("title", "name"), "i4"), ("other", "f4")])
a = np.zeros(2, t)
a["title"] = 3
print(t, a["name"], t.fields["title"])
print(np.array([(1, 2)], "i1,i2").tobytes(), np.frombuffer(b"\1\2\0", "i1,i2"), np.dtype("i4,i4").descr, np.dtype("i4,O").hasobject)
print(np.arange(6).reshape(3, 2).view("i8,i8")["f1"].tolist())
n = np.dtype("i4,f4")
n.names = ("p", "q")
print(n, np.array([(1, 2.5)], n).astype([("a", "f8"), ("b", "i4")]), np.promote_types("i4,f4", "i8,f4"))
print(hash(n) == hash(np.dtype([("p", "i4"), ("q", "f4")])), n == np.dtype([("p", "i4"), ("q", "f4")]), n != t)
#> dtype([('a', 'i1'), ('b', '<i8')], align=True) 16 9
#> dtype({'names': ['a', 'b'], 'formats': ['i1', '<f4'], 'offsets': [0, 4], 'itemsize': 12}) (dtype('float32'), 4) 1 False [(0, 0.)]
#> [('f0', '<i4'), ('f1', '<f8', (2, 3)), ('f2', 'S5')] (2, 2) (dtype('int32'), (3,)) (2, 3)
#> [(('title', 'name'), '<i4'), ('other', '<f4')] [3 3] (dtype('int32'), 0, 'title')
#> b'\x01\x02\x00' [(1, 2)] [('f0', '<i4'), ('f1', '<i4')] True
#> [[1], [3], [5]]
#> [('p', '<i4'), ('q', '<f4')] [(1., 2)] [('f0', '<i8'), ('f1', '<f4')]
#> True True True
### arrays_with_fields_as_attributes
# source: NumPy 1.24
import numpy as np

r = np.rec.array([(1, 2.0, "a"), (3, 4.0, "b")], dtype=[("x", int), ("y", float), ("s", "U1")])
print(r.x, r[1].s, r.y.sum(), isinstance(r, np.recarray), r.dtype.names, r["x"])
r.x[0] = 10
r[1].y = 7
r.s = "z"
print(r.tolist(), r[0].x)
f = np.rec.fromarrays([[1, 2], [3.5, 4.5]], names="a,b")
print(f.a, f.b, f.dtype, np.rec.fromrecords([(1, "x"), (2, "yy")], names="n,t").t)
v = np.array([(1, 2)], "i4,i4").view(np.recarray)
v.f0 = 5
print(v.f0, v.f1)
#> [1 3] b 6.0 True ('x', 'y', 's') [1 3]
#> [(10, 2.0, 'z'), (3, 7.0, 'z')] 10
#> [1 2] [3.5 4.5] (numpy.record, [('a', '<i8'), ('b', '<f8')]) ['x' 'yy']
#> [5] [2]
