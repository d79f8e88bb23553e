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
empty = np.zeros((0, 3)), np.zeros((3, 0))
print(np.cumsum(np.zeros(0)).shape, np.cumsum(empty[0], axis=0).shape, np.cumsum(empty[1], axis=1).shape)
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
### prefixes_of_functions_that_may_be_regrouped
# source: NumPy 1.24
import numpy as np

def tell(name, array):
    data = np.ascontiguousarray(array).ravel().view(np.uint8).astype(np.uint64)
    weights = np.arange(data.size, dtype=np.uint64) * np.uint64(2654435761) + np.uint64(1)
    print(name, array.dtype, array.shape, int((data * weights).sum()))

for n in (1, 2, 3, 8, 9, 1000, 6000):
    base = np.arange(n) * 7919 % 10007 - 5000
    for dtype in ("int8", "uint16", "int64", "float32", "float64", "bool"):
        values = base.astype(dtype)
        tell("maximum " + dtype, np.maximum.accumulate(values))
        tell("minimum", np.minimum.accumulate(values[::-1]))
        tell("any", np.logical_or.accumulate(base > 4000))
        if "float" not in dtype:
            tell("or", np.bitwise_or.accumulate(values))
            tell("xor", np.bitwise_xor.accumulate(values))
x = (np.arange(4200) * 31 % 101).reshape(4, 50, 21)
for axis in (0, 1, 2, -1):
    tell("axis", np.maximum.accumulate(x, axis=axis))
    tell("all", np.logical_and.accumulate(x, axis=axis))
holes = np.array([1.0, np.nan, 5.0, -np.inf, np.nan, 7.0, np.inf])
print(np.maximum.accumulate(holes), np.fmax.accumulate(holes), np.fmin.accumulate(holes[::-1]))
out = np.zeros(3)
print(np.maximum.accumulate(np.array([2.0, 1.0, 3.0]), out=out) is out, out)
#> maximum int8 int8 (1,) 120
#> minimum int8 (1,) 120
#> any bool (1,) 0
#> or int8 (1,) 120
#> xor int8 (1,) 120
#> maximum uint16 uint16 (1,) 626446839952
#> minimum uint16 (1,) 626446839952
#> any bool (1,) 0
#> or uint16 (1,) 626446839952
#> xor uint16 (1,) 626446839952
#> maximum int64 int64 (1,) 18902237055967
#> minimum int64 (1,) 18902237055967
#> any bool (1,) 0
#> or int64 (1,) 18902237055967
#> xor int64 (1,) 18902237055967
#> maximum float32 float32 (1,) 2566839381304
#> minimum float32 (1,) 2566839381304
#> any bool (1,) 0
#> maximum float64 float64 (1,) 8223441988085
#> minimum float64 (1,) 8223441988085
#> any bool (1,) 0
#> maximum bool bool (1,) 1
#> minimum bool (1,) 1
#> any bool (1,) 0
#> or bool (1,) 1
#> xor bool (1,) 1
#> maximum int8 int8 (2,) 318532291560
#> minimum int8 (2,) 273406883589
#> any bool (2,) 0
#> or int8 (2,) 337113341894
#> xor int8 (2,) 82287508742
#> maximum uint16 uint16 (2,) 3142851941736
#> minimum uint16 (2,) 663608940478
#> any bool (2,) 0
#> or uint16 (2,) 3203903964249
#> xor uint16 (2,) 2630545839769
#> maximum int64 int64 (2,) 21352281263484
#> minimum int64 (2,) 58981562611420
#> any bool (2,) 0
#> or int64 (2,) 78074919042075
#> xor int64 (2,) 75845193002731
#> maximum float32 float32 (2,) 6195453066826
#> minimum float32 (2,) 8127882300834
#> any bool (2,) 0
#> maximum float64 float64 (2,) 24049187995603
#> minimum float64 (2,) 25556907507851
#> any bool (2,) 0
#> maximum bool bool (2,) 2654435763
#> minimum bool (2,) 2654435763
#> any bool (2,) 0
#> or bool (2,) 2654435763
#> xor bool (2,) 1
#> maximum int8 int8 (3,) 955596874320
#> minimum int8 (3,) 501688359018
#> any bool (3,) 0
#> or int8 (3,) 1011340025315
#> xor int8 (3,) 252171397478
#> maximum uint16 uint16 (3,) 7549215305352
#> minimum uint16 (3,) 1075046483403
#> any bool (3,) 0
#> or uint16 (3,) 7724408065598
#> xor uint16 (3,) 5996370384977
#> maximum int64 int64 (3,) 26223170885033
#> minimum int64 (3,) 100419959276409
#> any bool (3,) 0
#> or int64 (3,) 177510082651031
#> xor int64 (3,) 170749234767554
#> maximum float32 float32 (3,) 12319236367688
#> minimum float32 (3,) 17962566795782
#> any bool (3,) 0
#> maximum float64 float64 (3,) 49133605937489
#> minimum float64 (3,) 52616225655947
#> any bool (3,) 0
#> maximum bool bool (3,) 7963307286
#> minimum bool (3,) 7963307286
#> any bool (3,) 0
#> or bool (3,) 7963307286
#> xor bool (3,) 5308871524
#> maximum int8 int8 (8,) 8918904157920
#> minimum int8 (8,) 10554036586872
#> any bool (8,) 47779843701
#> or int8 (8,) 16914064670613
#> xor int8 (8,) 7018328152782
#> maximum uint16 uint16 (8,) 47246302112477
#> minimum uint16 (8,) 21277957061320
#> any bool (8,) 47779843701
#> or uint16 (8,) 76758318904347
#> xor uint16 (8,) 51294316647966
#> maximum int64 int64 (8,) 134717923745331
#> minimum int64 (8,) 1152725891325263
#> any bool (8,) 47779843701
#> or int64 (8,) 1347128803159011
#> xor int64 (8,) 1131795665352531
#> maximum float32 float32 (8,) 124068327471850
#> minimum float32 (8,) 111157151930027
#> any bool (8,) 47779843701
#> maximum float64 float64 (8,) 324918863764606
#> minimum float64 (8,) 306072369861181
#> any bool (8,) 47779843701
#> maximum bool bool (8,) 74324201316
#> minimum bool (8,) 74324201316
#> any bool (8,) 47779843701
#> or bool (8,) 74324201316
#> xor bool (8,) 31853229136
#> maximum int8 int8 (9,) 11467162488600
#> minimum int8 (9,) 13569475611470
#> any bool (9,) 69015329790
#> or int8 (9,) 22329113623308
#> xor int8 (9,) 8887050928614
#> maximum uint16 uint16 (9,) 59549611864986
#> minimum uint16 (9,) 28012260587328
#> any bool (9,) 69015329790
#> or uint16 (9,) 99095395833672
#> xor uint16 (9,) 55618392502736
#> maximum int64 int64 (9,) 175365298553763
#> minimum int64 (9,) 1669886956212227
#> any bool (9,) 69015329790
#> or int64 (9,) 1712644607450751
#> xor int64 (9,) 1148988445776629
#> maximum float32 float32 (9,) 164317536916344
#> minimum float32 (9,) 156237434460176
#> any bool (9,) 69015329790
#> maximum float64 float64 (9,) 410529725928841
#> minimum float64 (9,) 393201569280821
#> any bool (9,) 69015329790
#> maximum bool bool (9,) 95559687405
#> minimum bool (9,) 95559687405
#> any bool (9,) 69015329790
#> or bool (9,) 95559687405
#> xor bool (9,) 53088715225
#> maximum int8 int8 (1000,) 168373589080319080
#> minimum int8 (1000,) 169784116427179606
#> any bool (1000,) 1325864118262885
#> or int8 (1000,) 338100080361562533
#> xor int8 (1000,) 151228195643516216
#> maximum uint16 uint16 (1000,) 1313657751158571032
#> minimum uint16 (1000,) 29763121104950803
#> any bool (1000,) 1325864118262885
#> or uint16 (1000,) 1353080889576068667
#> xor uint16 (1000,) 649145084363571122
#> maximum int64 int64 (1000,) 1572373243075556208
#> minimum int64 (1000,) 1684153874866827268
#> any bool (1000,) 1325864118262885
#> or int64 (1000,) 3210726748043396195
#> xor int64 (1000,) 10926131916057575261
#> maximum float32 float32 (1000,) 1478698098892584802
#> minimum float32 (1000,) 3084390830980350897
#> any bool (1000,) 1325864118262885
#> maximum float64 float64 (1000,) 3953987261857498076
#> minimum float64 (1000,) 5278875951955995097
#> any bool (1000,) 1325864118262885
#> maximum bool bool (1000,) 1325890662620500
#> minimum bool (1000,) 1325890662620500
#> any bool (1000,) 1325864118262885
#> or bool (1000,) 1325890662620500
#> xor bool (1000,) 662281722370000
#> maximum int8 int8 (6000,) 6067014284549336580
#> minimum int8 (6000,) 6114875664550614308
#> any bool (6000,) 47771853846365385
#> or int8 (6000,) 12181827461027700033
#> xor int8 (6000,) 6064304721466444595
#> maximum uint16 uint16 (6000,) 11465617673633965200
#> minimum uint16 (6000,) 129068209396409310
#> any bool (6000,) 47771853846365385
#> or uint16 (6000,) 11837886670414240435
#> xor uint16 (6000,) 6145536670469414699
#> maximum int64 int64 (6000,) 6047034115030563240
#> minimum int64 (6000,) 3010330324019377654
#> any bool (6000,) 47771853846365385
#> or int64 (6000,) 4987535445180879939
#> xor int64 (6000,) 11093803423849646148
#> maximum float32 float32 (6000,) 8724851738875934354
#> minimum float32 (6000,) 18260491689246658339
#> any bool (6000,) 47771853846365385
#> maximum float64 float64 (6000,) 17902251985437233844
#> minimum float64 (6000,) 7806381082369835550
#> any bool (6000,) 47771853846365385
#> maximum bool bool (6000,) 47771880390723000
#> minimum bool (6000,) 7382678659076980
#> any bool (6000,) 47771853846365385
#> or bool (6000,) 47771880390723000
#> xor bool (6000,) 23885090775917980
#> axis int64 (4, 50, 21) 15058779454118958368
#> all bool (4, 50, 21) 22673468263939102
#> axis int64 (4, 50, 21) 17771105188801601767
#> all bool (4, 50, 21) 17051458264084481
#> axis int64 (4, 50, 21) 17009009886462938639
#> all bool (4, 50, 21) 20896750886106767
#> axis int64 (4, 50, 21) 17009009886462938639
#> all bool (4, 50, 21) 20896750886106767
#> [ 1. nan nan nan nan nan nan] [ 1.  1.  5.  5.  5.  7. inf] [ inf   7.   7. -inf -inf -inf -inf]
#> True [2. 2. 3.]
