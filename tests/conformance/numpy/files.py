### npy_files
# source: CPython 3.11 with NumPy 1.24
import io, os, tempfile
import numpy as np
folder = tempfile.mkdtemp()
for k, a in enumerate([np.arange(6).reshape(2, 3), np.array(2.5), np.zeros((0, 3), np.int8), np.array([True, False]), np.array([1, 2], ">i2"), np.array([1 + 2j, 3j])]):
    name = os.path.join(folder, f"a{k}")
    np.save(name, a)
    b = np.load(name + ".npy")
    print(b, b.dtype, b.shape, np.array_equal(a, b), os.path.getsize(name + ".npy"))
f = io.BytesIO()
np.save(f, np.asfortranarray([[1, 2], [3, 4]]))
print(f.getvalue()[:10], f.getvalue()[-32:], f.getvalue()[10:70])
f.seek(0)
print(np.load(f))
np.savez(os.path.join(folder, "z.npz"), np.arange(3), named=np.eye(2))
with np.load(os.path.join(folder, "z.npz")) as z:
    print(sorted(z.files), z["arr_0"], z["named"], "named" in z, len(z))
#> [[0 1 2]
#>  [3 4 5]] int64 (2, 3) True 176
#> 2.5 float64 () True 136
#> [] int8 (0, 3) True 128
#> [ True False] bool (2,) True 130
#> [1 2] >i2 (2,) True 132
#> [1.+2.j 0.+3.j] complex128 (2,) True 160
#> b'\x93NUMPY\x01\x00v\x00' b'\x01\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00' b"{'descr': '<i8', 'fortran_order': True, 'shape': (2, 2), }  "
#> [[1 2]
#>  [3 4]]
#> ['arr_0', 'named'] [0 1 2] [[1. 0.]
#>  [0. 1.]] True 2
### raw_files
# source: CPython 3.11 with NumPy 1.24
import io, os, tempfile
import numpy as np
name = os.path.join(tempfile.mkdtemp(), "raw")
np.array([1.5, 2, -3]).tofile(name)
print(np.fromfile(name), np.fromfile(name, count=2), np.fromfile(name, offset=8), np.fromfile(name, np.uint8).shape)
with open(name, "wb") as f:
    f.write(b"ab")
    np.array([1, 2], np.int16).tofile(f)
    print(f.tell())
with open(name, "rb") as f:
    f.read(2)
    print(np.fromfile(f, np.int16, 1), f.tell(), np.fromfile(f, np.int16))
np.array([1.51, 2, 3]).tofile(name, sep=",", format="%.2f")
print(open(name).read(), np.fromfile(name, sep=","), np.fromfile(name, sep=",", count=2))
for wrong in (lambda: np.fromfile(io.BytesIO(b"")), lambda: np.fromfile(name, sep=",", offset=1), lambda: np.ones(2).tofile(io.BytesIO())):
    try:
        wrong()
    except (OSError, TypeError) as e:
        print(type(e).__name__ in ("UnsupportedOperation", "TypeError"))
#> [ 1.5  2.  -3. ] [1.5 2. ] [ 2. -3.] (24,)
#> 6
#> [1] 4 [2]
#> 1.51,2.00,3.00 [1.51 2.   3.  ] [1.51 2.  ]
#> True
#> True
#> True
### numbers_in_texts
# source: CPython 3.11 with NumPy 1.24
import numpy as np
print(np.fromstring("1 2  3 ", sep=" "), np.fromstring("1 , 2,3", sep=",", dtype=int), np.fromstring("1_x_3", sep="_x_"))
print(np.fromstring("nan(foo) -inf +1e3 .5", sep=" "), np.fromstring("", sep=" "), np.fromstring("1 0 -2.3", sep=" ", dtype=bool))
print(np.fromstring("1,2,3", sep=",", count=2), np.fromstring(b"7 8", sep=" "))
import warnings
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    print(np.fromstring("1.5 2,3", sep=" "), [x.category.__name__ for x in w])
#> [1. 2. 3.] [1 2 3] [1. 3.]
#> [   nan   -inf 1.e+03 5.e-01] [] [ True False  True]
#> [1. 2.] [7. 8.]
#> [1.5 2. ] ['DeprecationWarning']
### text_files
# source: CPython 3.11 with NumPy 1.24
import io, os, tempfile
import numpy as np
f = io.StringIO()
np.savetxt(f, [[1, 2], [3, 4]])
print(f.getvalue(), end="")
f = io.StringIO()
np.savetxt(f, [1.5, 2], fmt="%.1f", header="h\nk", footer="end")
print(f.getvalue(), end="")
f = io.StringIO()
np.savetxt(f, np.arange(6).reshape(2, 3), fmt=["%d", "%03d", "%.2f"], delimiter=";")
print(f.getvalue(), end="")
name = os.path.join(tempfile.mkdtemp(), "t.txt")
np.savetxt(name, np.eye(2), fmt="%d", delimiter=",")
print(open(name).read(), np.loadtxt(name, delimiter=","))
print(np.loadtxt(io.StringIO("1 2 # c\n\n3 4\n")), np.loadtxt(io.StringIO("1 2\n3 4"), dtype=int, usecols=1), np.loadtxt(["1,2", "3,4"], delimiter=",", unpack=True))
print(np.loadtxt(io.StringIO("a\n1\n2"), skiprows=1), np.loadtxt(io.StringIO("5"), ndmin=1), np.loadtxt(io.StringIO("1 2\n3 4\n5 6"), max_rows=2))
print(np.loadtxt(io.StringIO("1 2%\n3 4%"), converters={1: lambda s: float(s.strip(b"%" if isinstance(s, bytes) else "%"))}))
#> 1.000000000000000000e+00 2.000000000000000000e+00
#> 3.000000000000000000e+00 4.000000000000000000e+00
#> # h
#> # k
#> 1.5
#> 2.0
#> # end
#> 0;001;2.00
#> 3;004;5.00
#> 1,0
#> 0,1
#>  [[1. 0.]
#>  [0. 1.]]
#> [[1. 2.]
#>  [3. 4.]] [2 4] [[1. 3.]
#>  [2. 4.]]
#> [1. 2.] [5.] [[1. 2.]
#>  [3. 4.]]
#> [[1. 2.]
#>  [3. 4.]]
### pickles_of_arrays
# source: CPython 3.11 with NumPy 1.24
import copy, pickle, sys
import numpy as np
for a in (np.arange(4).reshape(2, 2), np.array([1.5, 2], np.float32), np.asfortranarray(np.eye(2)[:, :1]), np.array([1, 2], ">i2"), np.array([1j])):
    for protocol in (2, 4):
        b = pickle.loads(pickle.dumps(a, protocol=protocol))
        print(b, b.dtype, b.shape, b.flags.f_contiguous)
print(pickle.loads(pickle.dumps({"a": np.arange(2), "d": np.dtype("f4")})), pickle.loads(pickle.dumps(np.dtype(">i4"))))
print(pickle.loads(pickle.dumps(np.sin)) is np.sin, pickle.loads(np.arange(3).dumps()))
old = b'\x80\x02cnumpy.core._internal\n_reconstruct\nq\x01cnumpy\nndarray\nq\x02K\x00\x85U\x01b\x87Rq\x03(K\x01K\x04\x85cnumpy\ndtype\nq\x04U\x02i1K\x00K\x01\x87Rq\x05(K\x01U\x01|NNJ\xff\xff\xff\xffJ\xff\xff\xff\xfftb\x89U\x04\x01\x02\x03\x04tb.'
print(pickle.loads(old, encoding="latin1"))
a = np.ones(100)
print(sys.getsizeof(a) - sys.getsizeof(a[...]), sys.getsizeof(a) - sys.getsizeof(np.ones(50)))
print(copy.copy(a) is a, copy.deepcopy([np.arange(2)]))
#> [[0 1]
#>  [2 3]] int64 (2, 2) False
#> [[0 1]
#>  [2 3]] int64 (2, 2) False
#> [1.5 2. ] float32 (2,) True
#> [1.5 2. ] float32 (2,) True
#> [[1.]
#>  [0.]] float64 (2, 1) True
#> [[1.]
#>  [0.]] float64 (2, 1) True
#> [1 2] int16 (2,) True
#> [1 2] int16 (2,) True
#> [0.+1.j] complex128 (1,) True
#> [0.+1.j] complex128 (1,) True
#> {'a': array([0, 1]), 'd': dtype('float32')} >i4
#> True [0 1 2]
#> [1 2 3 4]
#> 800 400
#> False [array([0, 1])]
