### times_and_differences
# source: NumPy 1.24
import numpy as np

t = np.array(["2020-02-28", "2021-03-04", "NaT"], dtype="datetime64[D]")
print(t, repr(t), t.dtype, t.dtype.str, t.dtype.kind, np.datetime_data(t.dtype), np.isnat(t))
print(t[:2] + np.timedelta64(3, "D"), t[1] - t[0], t - t[0], (t[:2] + 1).tolist(), t[:2].astype("M8[s]"), t[:2].astype("M8[M]"))
print(np.arange("2020-01", "2020-04", dtype="datetime64[M]"), np.arange(3, dtype="m8[s]"), np.datetime64("2020-01-01T12:30") + 5)
print(t[0] < t[1], t < t[1], t == t, t.min(), np.sort(t), t.argmax(), np.maximum(t[0], t), t[:2].max())
d = np.array([1, -2, 3], "m8[h]")
print(d, repr(d), d * 2, d / 2, d.sum(), -d, abs(d), d / np.timedelta64(30, "m"), d // np.timedelta64(2, "h"), d.mean(), d.astype(int))
print(np.datetime64("2020-01-31", "M"), np.datetime64(10, "D"), np.datetime64("2000-01-01T00:00:00.123456789"), np.timedelta64(90, "m") % np.timedelta64(1, "h"))
print(np.datetime64("2020-01-01").item(), np.timedelta64(3, "s").item(), np.datetime64("NaT"), np.timedelta64("NaT"), np.datetime64("2020-05").astype(int))
print(np.concatenate([t[:1], np.array(["2020-01-01T05"], "M8[h]")]), np.unique(t[[0, 1, 0]]), np.diff(t[:2]), np.where(np.isnat(t), t[0], t))
print(np.zeros(2, "M8[D]"), np.full(2, np.timedelta64(5, "s")), np.array([np.datetime64("2020-01-01")]).dtype, t[:2].astype(object).tolist())
view = t[1:]
view[0] = "1999-12-31"
t[0] = np.datetime64("2000-01-01T23:59")
print(t, t[::-1][:2], np.datetime64("2020-01-01") == np.datetime64("2020-01-01T00"))
for make in (lambda: np.datetime64("x"), lambda: t + t, lambda: d * d, lambda: np.datetime64("2020-13-01")):
    try:
        make()
    except (ValueError, TypeError) as error:
        print(isinstance(error, TypeError))
#> ['2020-02-28' '2021-03-04'        'NaT'] array(['2020-02-28', '2021-03-04',        'NaT'], dtype='datetime64[D]') datetime64[D] <M8[D] M ('D', 1) [False False  True]
#> ['2020-03-02' '2021-03-07'] 370 days [    0   370 'NaT'] [datetime.date(2020, 2, 29), datetime.date(2021, 3, 5)] ['2020-02-28T00:00:00' '2021-03-04T00:00:00'] ['2020-02' '2021-03']
#> ['2020-01' '2020-02' '2020-03'] [0 1 2] 2020-01-01T12:35
#> True [ True False False] [ True  True False] NaT ['2020-02-28' '2021-03-04'        'NaT'] 2 ['2020-02-28' '2021-03-04'        'NaT'] 2021-03-04
#> [ 1 -2  3] array([ 1, -2,  3], dtype='timedelta64[h]') [ 2 -4  6] [ 0 -1  1] 2 hours [-1  2 -3] [1 2 3] [ 2. -4.  6.] [ 0 -1  1] 0 hours [ 1 -2  3]
#> 2020-01 1970-01-11 2000-01-01T00:00:00.123456789 30 minutes
#> 2020-01-01 0:00:03 NaT NaT 604
#> ['2020-02-28T00' '2020-01-01T05'] ['2020-02-28' '2021-03-04'] [370] ['2020-02-28' '2021-03-04' '2020-02-28']
#> ['1970-01-01' '1970-01-01'] [5 5] datetime64[D] [datetime.date(2020, 2, 28), datetime.date(2021, 3, 4)]
#> ['2000-01-01' '1999-12-31'        'NaT'] [       'NaT' '1999-12-31'] True
#> False
#> True
#> True
#> False
