### sorts_of_long_lines
# source: NumPy 1.24; lines long enough for sorting by bytes
import numpy as np

def tell(name, array):
    data = np.ascontiguousarray(array).ravel().view(np.uint8).astype(np.uint64)
    weights = np.arange(data.size, dtype=np.uint64) * np.uint64(2654435761) + np.uint64(1)
    print(name, array.dtype, array.shape, int((data * weights).sum()))

n = 5000
base = np.arange(n) * 7919 % 10007 - 5000
for dtype in ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "float32", "float64"):
    values = base.astype(dtype)
    tell("sort", np.sort(values))
    tell("reversed", np.sort(values[::-1])[::-1])
    tell("every third", np.sort(values[::3]))
    tell("argsort", np.argsort(values, kind="stable"))
    tell("axis 0", np.sort(values.reshape(1000, 5), axis=0))
    tell("axis 1", np.sort(values.reshape(5, 1000), axis=1))
wide = base * 3037000493 * np.where(base % 2 == 0, 1, -1)
tell("wide", np.sort(wide))
tell("wide unsigned", np.sort(wide.astype(np.uint64)))
print(np.sort(np.zeros((0, 7)), axis=0).shape, np.sort(np.zeros((7, 0)), axis=1).shape)
#> sort int8 (5000,) 3526677268098473586
#> reversed int8 (5000,) 4936598835554697732
#> every third int8 (1667,) 391882681016060686
#> argsort int64 (5000,) 17184701299055030100
#> axis 0 int8 (1000, 5) 3526629206884584920
#> axis 1 int8 (5, 1000) 4090359098161827456
#> sort uint8 (5000,) 5645505244267725752
#> reversed uint8 (5000,) 2817770859385445566
#> every third uint8 (1667,) 627385466662352595
#> argsort int64 (5000,) 17669356674492845300
#> axis 0 uint8 (1000, 5) 5645330537269244015
#> axis 1 uint8 (5, 1000) 4514121719896738417
#> sort int16 (5000,) 13062440432068635148
#> reversed int16 (5000,) 2315665022199813488
#> every third int16 (1667,) 1453752980431133970
#> argsort int64 (5000,) 17423164977725365220
#> axis 0 int16 (1000, 5) 13062574693429426528
#> axis 1 int16 (5, 1000) 16143341468390144674
#> sort uint16 (5000,) 2570470246216565084
#> reversed uint16 (5000,) 12807635208051883552
#> every third uint16 (1667,) 2335923340786531994
#> argsort int64 (5000,) 17470261038771331620
#> axis 0 uint16 (1000, 5) 2570265982075884612
#> axis 1 uint16 (5, 1000) 17734293967393983742
#> sort int32 (5000,) 6099313189501479254
#> reversed int32 (5000,) 2987608021045278
#> every third int32 (1667,) 4786227239603762737
#> argsort int64 (5000,) 17423164977725365220
#> axis 0 int32 (1000, 5) 6100383139468023134
#> axis 1 int32 (5, 1000) 7357381543242624490
#> sort uint32 (5000,) 512598056054548470
#> reversed uint32 (5000,) 5589702741467976062
#> every third uint32 (1667,) 10312521598651580465
#> argsort int64 (5000,) 17470261038771331620
#> axis 0 uint32 (1000, 5) 511615532584228886
#> axis 1 uint32 (5, 1000) 17308065241506587986
#> sort int64 (5000,) 5883332978674722794
#> reversed int64 (5000,) 18386094621323588986
#> every third int64 (1667,) 17087340111788479011
#> argsort int64 (5000,) 17423164977725365220
#> axis 0 int64 (1000, 5) 5888678587587655034
#> axis 1 int64 (5, 1000) 7231278884259069618
#> sort uint64 (5000,) 958571443681043754
#> reversed uint64 (5000,) 4864112082607716410
#> every third uint64 (1667,) 6294255235813097955
#> argsort int64 (5000,) 17470261038771331620
#> axis 0 uint64 (1000, 5) 954310415984570026
#> axis 1 uint64 (5, 1000) 17314272934393034818
#> sort float16 (5000,) 17173452065062787932
#> reversed float16 (5000,) 2966269796714909516
#> every third float16 (1667,) 1910426233746806217
#> argsort int64 (5000,) 17423463867192053820
#> axis 0 float16 (1000, 5) 17174246829673988942
#> axis 1 float16 (5, 1000) 424489982941765034
#> sort float32 (5000,) 5641562511327434719
#> reversed float32 (5000,) 14129248450543094467
#> every third float32 (1667,) 4726048640606606709
#> argsort int64 (5000,) 17423164977725365220
#> axis 0 float32 (1000, 5) 5638192641422386955
#> axis 1 float32 (5, 1000) 9030364669788865107
#> sort float64 (5000,) 7277323881502916914
#> reversed float64 (5000,) 5778025917773688218
#> every third float64 (1667,) 11071982628323097805
#> argsort int64 (5000,) 17423164977725365220
#> axis 0 float64 (1000, 5) 7285952284210193074
#> axis 1 float64 (5, 1000) 14066770698129903090
#> wide int64 (5000,) 18437014940418179603
#> wide unsigned uint64 (5000,) 7776539392084389907
#> (0, 7) (7, 0)
### sorts_of_zeros_and_nans
# source: NumPy 1.24; which zero comes first is the order of the array, since the sort is stable; NaNs are last
import numpy as np

n = 1000
for dtype in (np.float32, np.float64):
    values = (np.arange(n) % 7 - 3).astype(dtype)
    zeros = np.where(values == 0, dtype(0.0), values)
    zeros[3::14] = dtype(-0.0)
    ordered = np.sort(zeros, kind="stable")
    signs = np.signbit(ordered[ordered == 0])
    print(signs.sum(), len(signs), signs[:6].tolist(), ordered[[0, 1, -2, -1]].tolist())
    holes = values.copy()
    holes[::100] = np.nan
    holes[1::100] = np.inf
    holes[2::100] = -np.inf
    ordered = np.sort(holes)
    print(ordered[[0, 9, 10, -21, -20, -11, -10, -1]].tolist(), np.isnan(ordered).sum())
    print(np.argsort(holes, kind="stable")[[0, 9, 10, -21, -20, -11, -10, -1]].tolist())
#> 72 143 [True, False, True, False, True, False] [-3.0, -3.0, 3.0, 3.0]
#> [-inf, -inf, -3.0, 3.0, inf, inf, nan, nan] 10
#> [2, 902, 7, 993, 1, 901, 0, 900]
#> 72 143 [True, False, True, False, True, False] [-3.0, -3.0, 3.0, 3.0]
#> [-inf, -inf, -3.0, 3.0, inf, inf, nan, nan] 10
#> [2, 902, 7, 993, 1, 901, 0, 900]
### sums_along_long_axes
# source: NumPy 1.24; whole numbers, so that the order of adding changes nothing
import numpy as np

def tell(name, array):
    data = np.ascontiguousarray(array).ravel().view(np.uint8).astype(np.uint64)
    weights = np.arange(data.size, dtype=np.uint64) * np.uint64(2654435761) + np.uint64(1)
    print(name, array.dtype, array.shape, int((data * weights).sum()))

n = 6000
base = np.arange(n) * 31 % 17 - 8
for dtype in ("int8", "uint8", "int16", "int32", "uint32", "int64", "float32", "float64"):
    values = base.astype(dtype)
    for shape, axis in (((n,), 0), ((n // 2, 2), 0), ((n // 3, 3), 0), ((n // 6, 6), 0), ((6, n // 6), 1), ((3, n // 6, 2), 1), ((n, 1), 1)):
        array = values.reshape(shape)
        tell(str(shape), np.cumsum(array, axis=axis))
    tell("backwards", np.cumsum(values[::-1]))
    tell("product", np.cumprod(np.where(values % 5 == 1, values.dtype.type(3), values.dtype.type(1))))
print(np.cumsum(np.zeros(0)).shape, np.cumsum(np.zeros((0, 3)), axis=0).shape, np.cumsum(np.zeros((3, 0)), axis=1).shape)
#> (6000,) int64 (6000,) 8259577477456167274
#> (3000, 2) int64 (3000, 2) 17209792924689132646
#> (2000, 3) int64 (2000, 3) 11220491591064177252
#> (1000, 6) int64 (1000, 6) 4676356144874585417
#> (6, 1000) int64 (6, 1000) 11727384745616858292
#> (3, 1000, 2) int64 (3, 1000, 2) 16106753379822766472
#> (6000, 1) int64 (6000, 1) 16587888263416496120
#> backwards int64 (6000,) 378817698357426528
#> product int64 (6000,) 3666571507193988820
#> (6000,) uint64 (6000,) 7750552950846181908
#> (3000, 2) uint64 (3000, 2) 9307454066537761424
#> (2000, 3) uint64 (2000, 3) 12857838591487747632
#> (1000, 6) uint64 (1000, 6) 1133523677229803455
#> (6, 1000) uint64 (6, 1000) 8785756045364146337
#> (3, 1000, 2) uint64 (3, 1000, 2) 15005118564725436659
#> (6000, 1) uint64 (6000, 1) 9142119590031095677
#> backwards uint64 (6000,) 3228076062587792711
#> product uint64 (6000,) 3074707601671418398
#> (6000,) int64 (6000,) 8259577477456167274
#> (3000, 2) int64 (3000, 2) 17209792924689132646
#> (2000, 3) int64 (2000, 3) 11220491591064177252
#> (1000, 6) int64 (1000, 6) 4676356144874585417
#> (6, 1000) int64 (6, 1000) 11727384745616858292
#> (3, 1000, 2) int64 (3, 1000, 2) 16106753379822766472
#> (6000, 1) int64 (6000, 1) 16587888263416496120
#> backwards int64 (6000,) 378817698357426528
#> product int64 (6000,) 3666571507193988820
#> (6000,) int64 (6000,) 8259577477456167274
#> (3000, 2) int64 (3000, 2) 17209792924689132646
#> (2000, 3) int64 (2000, 3) 11220491591064177252
#> (1000, 6) int64 (1000, 6) 4676356144874585417
#> (6, 1000) int64 (6, 1000) 11727384745616858292
#> (3, 1000, 2) int64 (3, 1000, 2) 16106753379822766472
#> (6000, 1) int64 (6000, 1) 16587888263416496120
#> backwards int64 (6000,) 378817698357426528
#> product int64 (6000,) 3666571507193988820
#> (6000,) uint64 (6000,) 1439394801113150719
#> (3000, 2) uint64 (3000, 2) 1803028412047407155
#> (2000, 3) uint64 (2000, 3) 16960073105792735016
#> (1000, 6) uint64 (1000, 6) 16634037816231187558
#> (6, 1000) uint64 (6, 1000) 6158412800321823869
#> (3, 1000, 2) uint64 (3, 1000, 2) 9349837770947052445
#> (6000, 1) uint64 (6000, 1) 17592196601575871310
#> backwards uint64 (6000,) 16599638611510805855
#> product uint64 (6000,) 3074707601671418398
#> (6000,) int64 (6000,) 8259577477456167274
#> (3000, 2) int64 (3000, 2) 17209792924689132646
#> (2000, 3) int64 (2000, 3) 11220491591064177252
#> (1000, 6) int64 (1000, 6) 4676356144874585417
#> (6, 1000) int64 (6, 1000) 11727384745616858292
#> (3, 1000, 2) int64 (3, 1000, 2) 16106753379822766472
#> (6000, 1) int64 (6000, 1) 16587888263416496120
#> backwards int64 (6000,) 378817698357426528
#> product int64 (6000,) 3666571507193988820
#> (6000,) float32 (6000,) 17181206192871220960
#> (3000, 2) float32 (3000, 2) 1579446614971602368
#> (2000, 3) float32 (2000, 3) 452117061689952000
#> (1000, 6) float32 (1000, 6) 6449753526705193036
#> (6, 1000) float32 (6, 1000) 17568433933232617440
#> (3, 1000, 2) float32 (3, 1000, 2) 790409291347143524
#> (6000, 1) float32 (6000, 1) 6282099701153769116
#> backwards float32 (6000,) 16110297367151797156
#> product float32 (6000,) 12090357665908836714
#> (6000,) float64 (6000,) 14939410546393429988
#> (3000, 2) float64 (3000, 2) 4745136668973262708
#> (2000, 3) float64 (2000, 3) 1646671125043736884
#> (1000, 6) float64 (1000, 6) 2196476788643477373
#> (6, 1000) float64 (6, 1000) 14696784946040286062
#> (3, 1000, 2) float64 (3, 1000, 2) 1615450779758058948
#> (6000, 1) float64 (6000, 1) 7232240218513121452
#> backwards float64 (6000,) 12872758430294808968
#> product float64 (6000,) 9949120933936215269
#> (0,) (0, 3) (3, 0)
### values_asked_for_then_printed
# source: NumPy 1.24; what was computed for a decision is not computed again, and is the same
import numpy as np

n = 300_000
x = np.arange(n) % 1000 / 8
total = 0.0
for step in range(6):
    x = np.where(x > 50, x - 50, x + 1)
    print("step", step, x[:3])
    if x.sum() > 0:
        total += float(x.max())
y = np.sort(x)[::-1]
print(total, int(y[0]), x[5], y[:4], y[-3:])
x[2] = -7
assert x.min() == -7 and y.min() >= 0
print(x[:4], y.shape, (x + y)[[2, 3]], bool((y[:-1] >= y[1:]).all()))
print(x.astype(np.int64).sum(), np.argmin(x), np.cumsum(y)[-1])
#> step 0 [1.    1.125 1.25 ]
#> step 1 [2.    2.125 2.25 ]
#> step 2 [3.    3.125 3.25 ]
#> step 3 [4.    4.125 4.25 ]
#> step 4 [5.    5.125 5.25 ]
#> step 5 [6.    6.125 6.25 ]
#> 329.875 51 6.625 [51. 51. 51. 51.] [0.125 0.125 0.125]
#> [ 6.     6.125 -7.     6.375] (300000,) [44.    57.375] True
#> 7088987 2 7220250.0
### a_check_that_fails_after_values_were_asked_for
# source: NumPy 1.24
import numpy as np

x = np.arange(400_000) * 0.5
print(float(x.sum()))
print(x[-2:])
try:
    np.testing.assert_array_equal(x, x + 1)
except AssertionError:
    print("differs")
z = x * 2
if z[10] == 10:
    print("yes", z[10:12])
#> 39999900000.0
#> [199999.  199999.5]
#> differs
#> yes [10. 11.]
