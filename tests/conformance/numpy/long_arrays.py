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
### chains_over_long_arrays
# source: NumPy 1.24
import numpy as np

def tell(name, array):
    data = np.ascontiguousarray(array).ravel().view(np.uint8).astype(np.uint64)
    weights = np.arange(data.size, dtype=np.uint64) * np.uint64(2654435761) + np.uint64(1)
    print(name, array.dtype, array.shape, int((data * weights).sum()))

for n in (16383, 16384, 18431, 18433, 40000):
    for dtype in ("int8", "uint8", "int16", "uint32", "int64", "float16", "float32", "float64"):
        x = (np.arange(n) * 31 % 113).astype(dtype)
        y = x[::-1].copy()
        three = x.dtype.type(3)
        a = x * three + y
        b = np.where(a > x.dtype.type(90), y, a) - x
        tell(dtype, b)
        tell("both", np.abs(b) * a + a)
        tell("tests", (a > b) & (x != y) | (y == three))
        tell("cast", (b.astype(np.float32) * np.float32(0.5)).astype(np.int32) + 1)
#> int8 int8 (16383,) 3130339925652744876
#> both int8 (16383,) 9134458134566486946
#> tests bool (16383,) 349922953167432711
#> cast int32 (16383,) 10852318335077693911
#> uint8 uint8 (16383,) 5680403051529847279
#> both uint8 (16383,) 11363486978290655759
#> tests bool (16383,) 189153066994383056
#> cast int32 (16383,) 12281316661054484522
#> int16 int16 (16383,) 4631748761840823390
#> both int16 (16383,) 6202155265736249292
#> tests bool (16383,) 349922953167432711
#> cast int32 (16383,) 96242105564969562
#> uint32 uint32 (16383,) 10023246453741786125
#> both uint32 (16383,) 9603584117691401396
#> tests bool (16383,) 204879032761209791
#> cast int32 (16383,) 418003452484435945
#> int64 int64 (16383,) 4638744554014872071
#> both int64 (16383,) 6356628341543929412
#> tests bool (16383,) 349922953167432711
#> cast int32 (16383,) 96242105564969562
#> float16 float16 (16383,) 6061385403042926392
#> both float16 (16383,) 736649430707890921
#> tests bool (16383,) 349922953167432711
#> cast int32 (16383,) 96242105564969562
#> float32 float32 (16383,) 8868106810739268700
#> both float32 (16383,) 8781867593268913075
#> tests bool (16383,) 349922953167432711
#> cast int32 (16383,) 96242105564969562
#> float64 float64 (16383,) 12310049715055203928
#> both float64 (16383,) 12503580086982488502
#> tests bool (16383,) 349922953167432711
#> cast int32 (16383,) 96242105564969562
#> int8 int8 (16384,) 4783863633834395452
#> both int8 (16384,) 8737646670685238993
#> tests bool (16384,) 302652673539162425
#> cast int32 (16384,) 8173571886709141545
#> uint8 uint8 (16384,) 11440789109473743732
#> both uint8 (16384,) 4297218922686379418
#> tests bool (16384,) 81969162110187040
#> cast int32 (16384,) 5468855856571392085
#> int16 int16 (16384,) 18040693130974649186
#> both int16 (16384,) 1310085922599604416
#> tests bool (16384,) 349987992152448735
#> cast int32 (16384,) 5094734758307373021
#> uint32 uint32 (16384,) 8955440601837932066
#> both uint32 (16384,) 937180589129445735
#> tests bool (16384,) 176548964545018240
#> cast int32 (16384,) 13227571291506318248
#> int64 int64 (16384,) 1640818931778429298
#> both int64 (16384,) 5236723777945829406
#> tests bool (16384,) 349987992152448735
#> cast int32 (16384,) 5094734758307373021
#> float16 float16 (16384,) 7495590878948543252
#> both float16 (16384,) 17486782543709197924
#> tests bool (16384,) 349987992152448735
#> cast int32 (16384,) 5094734758307373021
#> float32 float32 (16384,) 11662437722234750818
#> both float32 (16384,) 12994980516447776696
#> tests bool (16384,) 349987992152448735
#> cast int32 (16384,) 5094734758307373021
#> float64 float64 (16384,) 14877379795474777783
#> both float64 (16384,) 11733256019149388211
#> tests bool (16384,) 349987992152448735
#> cast int32 (16384,) 5094734758307373021
#> int8 int8 (18431,) 1731881760030443860
#> both int8 (18431,) 9901306342847894362
#> tests bool (18431,) 418867029934301220
#> cast int32 (18431,) 10212746573905213484
#> uint8 uint8 (18431,) 3966699553191667435
#> both uint8 (18431,) 3082991544560779907
#> tests bool (18431,) 251308710981556797
#> cast int32 (18431,) 9018667264268810429
#> int16 int16 (18431,) 2971226755951980889
#> both int16 (18431,) 11724652086824910996
#> tests bool (18431,) 442837559034056486
#> cast int32 (18431,) 16914422964334639450
#> uint32 uint32 (18431,) 10881609631299024551
#> both uint32 (18431,) 13807032631364088859
#> tests bool (18431,) 227390113263029736
#> cast int32 (18431,) 8791433622712258103
#> int64 int64 (18431,) 4626355592759228291
#> both int64 (18431,) 9998005948373594134
#> tests bool (18431,) 442837559034056486
#> cast int32 (18431,) 16914422964334639450
#> float16 float16 (18431,) 9626186478570607856
#> both float16 (18431,) 684257187706145522
#> tests bool (18431,) 442837559034056486
#> cast int32 (18431,) 16914422964334639450
#> float32 float32 (18431,) 8516979879297221260
#> both float32 (18431,) 1127697830886395785
#> tests bool (18431,) 442837559034056486
#> cast int32 (18431,) 16914422964334639450
#> float64 float64 (18431,) 12146473785309622636
#> both float64 (18431,) 11314589389537493134
#> tests bool (18431,) 442837559034056486
#> cast int32 (18431,) 16914422964334639450
#> int8 int8 (18433,) 12629500936201038023
#> both int8 (18433,) 18374594069691366249
#> tests bool (18433,) 287298501317198704
#> cast int32 (18433,) 4180978997834574890
#> uint8 uint8 (18433,) 14662907840391309514
#> both uint8 (18433,) 2609016960325141169
#> tests bool (18433,) 167589930628222173
#> cast int32 (18433,) 12323673367124735945
#> int16 int16 (18433,) 9220743636359604336
#> both int16 (18433,) 2015775949528176536
#> tests bool (18433,) 442934976826485188
#> cast int32 (18433,) 681242150149453730
#> uint32 uint32 (18433,) 13202281062682552259
#> both uint32 (18433,) 5437115734350980028
#> tests bool (18433,) 223435487086448075
#> cast int32 (18433,) 2065019101372367340
#> int64 int64 (18433,) 5447737285218639885
#> both int64 (18433,) 8059490200562477678
#> tests bool (18433,) 442934976826485188
#> cast int32 (18433,) 681242150149453730
#> float16 float16 (18433,) 16494014709951895940
#> both float16 (18433,) 198232625104003833
#> tests bool (18433,) 442934976826485188
#> cast int32 (18433,) 681242150149453730
#> float32 float32 (18433,) 3286193717522410476
#> both float32 (18433,) 16852725307078101760
#> tests bool (18433,) 442934976826485188
#> cast int32 (18433,) 681242150149453730
#> float64 float64 (18433,) 1287927062478035666
#> both float64 (18433,) 11830525399025433317
#> tests bool (18433,) 442934976826485188
#> cast int32 (18433,) 681242150149453730
#> int8 int8 (40000,) 16528939036462842469
#> both int8 (40000,) 16064782870266506980
#> tests bool (40000,) 2085961331243585356
#> cast int32 (40000,) 2027456993110985242
#> uint8 uint8 (40000,) 13995219177224014929
#> both uint8 (40000,) 10927075363187900358
#> tests bool (40000,) 1127560152079501243
#> cast int32 (40000,) 15031069796376420040
#> int16 int16 (40000,) 3332145981340523294
#> both int16 (40000,) 14135372671792241066
#> tests bool (40000,) 2085961331243585356
#> cast int32 (40000,) 14833230999653945565
#> uint32 uint32 (40000,) 17904098428890250545
#> both uint32 (40000,) 15503627850585014895
#> tests bool (40000,) 1221433680828093310
#> cast int32 (40000,) 17290114918761506279
#> int64 int64 (40000,) 6980446427779828363
#> both int64 (40000,) 1188443768601292196
#> tests bool (40000,) 2085961331243585356
#> cast int32 (40000,) 14833230999653945565
#> float16 float16 (40000,) 11238215019779306380
#> both float16 (40000,) 16379602057248441144
#> tests bool (40000,) 2085961331243585356
#> cast int32 (40000,) 14833230999653945565
#> float32 float32 (40000,) 3123776385889327668
#> both float32 (40000,) 17940542519520139171
#> tests bool (40000,) 2085961331243585356
#> cast int32 (40000,) 14833230999653945565
#> float64 float64 (40000,) 8365924233053899674
#> both float64 (40000,) 14449317609976069365
#> tests bool (40000,) 2085961331243585356
#> cast int32 (40000,) 14833230999653945565
### named_steps_of_chains
# source: NumPy 1.24; what stands between is there when it is asked for, whatever asked first
import numpy as np

n = 50_000
x = np.arange(n) / 8
half = x * 0.5
shifted = half + 1
square = shifted * shifted
print(square[:3], float(square[-1]))
print(half[:3], shifted[-2:], x[5])
steps = [x]
for i in range(5):
    steps.append(steps[-1] * 2 - steps[0])
    if steps[-1][1] > 100:
        print("large", i)
print([float(s[-1]) for s in steps[3:]], [float(s.sum()) for s in steps[3:]])
x += half
x *= 2
print(x[:3], half[:3], (x - half)[-1], steps[0][1])
kept = (x + 1) * (x - 1)
del x
print(kept[:2], -kept[-1], np.sqrt(kept + 1)[2])
#> [1.         1.12890625 1.265625  ] 9771485.25390625
#> [0.     0.0625 0.125 ] [3125.875  3125.9375] 0.625
#> [6249.875, 6249.875, 6249.875] [156246875.0, 156246875.0, 156246875.0]
#> [0.    0.375 0.75 ] [0.     0.0625 0.125 ] 15624.6875 0.375
#> [-1.       -0.859375] -351548436.640625 0.75
### broadcasts_over_long_arrays
# source: NumPy 1.24
import numpy as np

def tell(name, array):
    data = np.ascontiguousarray(array).ravel().view(np.uint8).astype(np.uint64)
    weights = np.arange(data.size, dtype=np.uint64) * np.uint64(2654435761) + np.uint64(1)
    print(name, array.dtype, array.shape, int((data * weights).sum()))

x = (np.arange(60 * 70 * 11) % 1009 / 4).reshape(60, 70, 11)
for shape in ((11,), (70, 1), (70, 11), (60, 1, 1), (60, 70, 1), (60, 1, 11), (1, 70, 1), (1,), (), (1, 1, 1)):
    t = np.arange(int(np.prod(shape))).reshape(shape) + 0.5
    tell(str(shape), x + t)
    tell("and on", (x * t - t) / 2 + t)
    tell("test", np.where(x > t * 20, t, x))
row = np.arange(30000.0)
one = row * 2 + 1
tell("an axis more", one[None, :] * 3 - np.broadcast_to(row, (1, 30000)))
tell("the same", (row + 1) * 2 - np.broadcast_to(row + 1, (30000,)) + np.broadcast_to(row, (1, 1, 30000)))
tell("only broadcasts", np.broadcast_to(row, (2, 30000)) + np.broadcast_to(row[:2, None], (2, 30000)))
tell("one value", np.full(20000, 2.5) * 2 + np.ones(20000, np.float32))
tell("flags", np.where(np.arange(20000) % 3 == 0, True, np.zeros(20000, bool)) | False)
#> (11,) float64 (60, 70, 11) 13758959305054700765
#> and on float64 (60, 70, 11) 3115721800761727970
#> test float64 (60, 70, 11) 7998739640671409307
#> (70, 1) float64 (60, 70, 11) 8689035011247780572
#> and on float64 (60, 70, 11) 691665586861250913
#> test float64 (60, 70, 11) 4315216280083826167
#> (70, 11) float64 (60, 70, 11) 12495954502077419513
#> and on float64 (60, 70, 11) 6986712178339580177
#> test float64 (60, 70, 11) 5872480411997594391
#> (60, 1, 1) float64 (60, 70, 11) 17170334459018440165
#> and on float64 (60, 70, 11) 16700962909338524282
#> test float64 (60, 70, 11) 4623885160138362765
#> (60, 70, 1) float64 (60, 70, 11) 9242234728163167081
#> and on float64 (60, 70, 11) 9752236572749457863
#> test float64 (60, 70, 11) 12006333793163913877
#> (60, 1, 11) float64 (60, 70, 11) 16457953906306556563
#> and on float64 (60, 70, 11) 6691408629022751004
#> test float64 (60, 70, 11) 11470392215690614975
#> (1, 70, 1) float64 (60, 70, 11) 8689035011247780572
#> and on float64 (60, 70, 11) 691665586861250913
#> test float64 (60, 70, 11) 4315216280083826167
#> (1,) float64 (60, 70, 11) 1760682860335399647
#> and on float64 (60, 70, 11) 4697104789173340033
#> test float64 (60, 70, 11) 18410956643162368496
#> () float64 (60, 70, 11) 1760682860335399647
#> and on float64 (60, 70, 11) 4697104789173340033
#> test float64 (60, 70, 11) 18410956643162368496
#> (1, 1, 1) float64 (60, 70, 11) 1760682860335399647
#> and on float64 (60, 70, 11) 4697104789173340033
#> test float64 (60, 70, 11) 18410956643162368496
#> an axis more float64 (1, 30000) 12323384369876393064
#> the same float64 (1, 1, 30000) 6067630668132200664
#> only broadcasts float64 (2, 30000) 4243820760588748563
#> one value float64 (20000,) 4822414966263527680
#> flags bool (20000,) 176953535062658080
### memory_of_long_arrays_that_end
# source: NumPy 1.24; a result may take the memory of what it is computed from only when nobody reads that any more
import numpy as np

n = 20_000
x = np.arange(n) * 1.0
y = x + 1
z = y * x
w = (z - y) * x + y
view = w[::2]
w = w * 0 + 3
print(view[:3], w[:2], z[:3], y[:3])
a, b = x, x[::-1]
for i in range(4):
    a, b = b * 0.5 + 1, a - b * 0.25
print(a[:2], b[:2], a.sum(), b.sum())
m = np.sort((a + b) * 2)
c = (a + b) * 2
print(m[:2], c[:2], np.array_equal(np.sort(c), m))
flags = a > b
print(flags.sum(), (~flags).sum(), (flags ^ (a <= b)).all(), np.where(flags, a, b).max())
#> [ 1.  9. 65.] [3. 3.] [0. 2. 6.] [1. 2. 3.]
#> [-2654.7421875 -2654.328125 ] [6954.08984375 6953.4765625 ] 29713515.625 16431679.6875
#> [630.34375   630.7421875] [8598.6953125 8598.296875 ] True
#> 10646 9354 True 6954.08984375
