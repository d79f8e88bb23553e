### dtypes_of_another_byte_order
# source: CPython 3.11 with NumPy 1.24
import numpy as np
d = np.dtype(">i4")
print(d, repr(d), d.byteorder, d.isnative, d.itemsize, d.kind, d.str, d.char)
print(d == np.dtype("<i4"), d == ">i4", d == np.dtype(">i4"), d != np.int32, np.dtype("<f8") == np.dtype(float))
print(d.newbyteorder(), d.newbyteorder("<"), d.newbyteorder("S"), np.dtype("i2").newbyteorder(">").str)
print(np.dtype("u1").newbyteorder(">"), np.dtype(">u1").byteorder, hash(d) == hash(np.dtype(">i4")))
print({d: 1}[np.dtype(">i4")], np.dtype(d) is not None, np.dtype(">f4").name)
try:
    d.newbyteorder("x")
except ValueError as e:
    print(e)
#> >i4 dtype('>i4') > False 4 i >i4 i
#> False True True True True
#> int32 int32 int32 >i2
#> uint8 | True
#> 1 True float32
#> byteorder not recognized (got 'x')
### values_are_the_same
# source: CPython 3.11 with NumPy 1.24
import numpy as np
a = np.array([1, 2, 3], ">i4")
print(a, a.dtype, (a + 1).dtype, a.sum(), a[1], a[1].dtype, a.max(), a.tolist())
print(a == [1, 2, 3], np.arange(3, dtype=">f8").dtype, np.zeros(2, ">u2").dtype, a.astype("<i4").dtype)
b = a[1:]
b[0] = 77
print(a, b.dtype, a.copy().dtype, a.reshape(3, 1).dtype, a.T.dtype, np.array(a).dtype)
print(np.add(a, a).dtype, (a * 2.5).dtype, a.view().dtype)
a += 1
print(a, a.dtype)
#> [1 2 3] >i4 int32 6 2 int32 3 [1, 2, 3]
#> [ True  True  True] >f8 >u2 int32
#> [ 1 77  3] >i4 >i4 >i4 >i4 >i4
#> int32 float64 >i4
#> [ 2 78  4] >i4
### bytes_lie_the_other_way_round
# source: CPython 3.11 with NumPy 1.24
import numpy as np
a = np.array([1, 258], ">i2")
print(a.tobytes(), a.astype("<i2").tobytes(), a.view("<i2"), a.view(np.uint8))
print(a.byteswap(), a.byteswap().dtype, a.byteswap().tobytes())
print(np.array([1, 256], np.int16).byteswap(), np.array([1.5]).byteswap().tobytes())
print(np.frombuffer(b"\x00\x01\x01\x00", ">u2"), np.frombuffer(b"\x3f\x80\x00\x00", ">f4"), np.frombuffer(b"\x00\x01", ">u2").dtype)
x = np.array([1, 2], np.int32)
y = x.byteswap(inplace=True)
print(x, y is x, x.view(">i4"))
print(np.array([[1, 2], [3, 4]], ">u2").tobytes("F"), np.array([True, False]).view(np.uint8), np.array([0, 2, 1], np.uint8).view(bool))
#> b'\x00\x01\x01\x02' b'\x01\x00\x02\x01' [256 513] [0 1 1 2]
#> [256 513] >i2 b'\x01\x00\x02\x01'
#> [256   1] b'?\xf8\x00\x00\x00\x00\x00\x00'
#> [  1 256] [1.] >u2
#> [16777216 33554432] True [1 2]
#> b'\x00\x01\x00\x03\x00\x02\x00\x04' [1 0] [False  True  True]
