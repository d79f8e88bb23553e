### dates
# source: CPython 3.11
from datetime import date, timedelta, MINYEAR, MAXYEAR
d = date(2024, 2, 29)
print(d, repr(d), d.year, d.month, d.day, d.weekday(), d.isoweekday(), d.toordinal(), d.ctime(), MINYEAR, MAXYEAR)
print(d + timedelta(1), d - timedelta(days=366), d - date(2023, 2, 28), (d - date(2023, 2, 28)).days, d.replace(day=1))
print(d.isocalendar(), tuple(d.isocalendar()), d.isocalendar().week, date(2021, 1, 3).isocalendar()[:2], date(2020, 12, 31).isocalendar()[1])
print(d.strftime("%d.%m.%Y %A %a %B %b %j %U %W %y %% %V %G %u %w %e|%D"), f"{d:%Y/%m}", f"{d}", f"{d!r}")
print(date.fromordinal(1), date.fromordinal(730000), date.fromisoformat("2019-12-04"), date.fromisoformat("20191204"), date.fromisoformat("2021-W01-1"), date.fromisocalendar(2020, 53, 7))
print(date.min, date.max, date.resolution, d == date(2024, 2, 29), d < date(2024, 3, 1), d != 5, hash(d) == hash(date(2024, 2, 29)), max(d, date.max))
for make in (lambda: date(2023, 2, 29), lambda: date(0, 1, 1), lambda: date(2023, 13, 1), lambda: date.max + timedelta(1), lambda: date.fromisoformat("2023-1-1"), lambda: date(2023, 1), lambda: date(1.5, 1, 1)):
    try: print(make())
    except (ValueError, OverflowError, TypeError) as e: print(type(e).__name__, e)
for n in (1, 2, 365, 366, 1461, 36524, 36525, 146097, 146098, 577736, 738000, 3652059):
    print(date.fromordinal(n), date.fromordinal(n).toordinal() == n)
#> 2024-02-29 datetime.date(2024, 2, 29) 2024 2 29 3 4 738945 Thu Feb 29 00:00:00 2024 1 9999
#> 2024-03-01 2023-02-28 366 days, 0:00:00 366 2024-02-01
#> datetime.IsoCalendarDate(year=2024, week=9, weekday=4) (2024, 9, 4) 9 (2020, 53) 53
#> 29.02.2024 Thursday Thu February Feb 060 08 09 24 % 09 2024 4 4 29|02/29/24 2024/02 2024-02-29 datetime.date(2024, 2, 29)
#> 0001-01-01 1999-09-03 2019-12-04 2019-12-04 2021-01-04 2021-01-03
#> 0001-01-01 9999-12-31 1 day, 0:00:00 True True True True 9999-12-31
#> ValueError day is out of range for month
#> ValueError year 0 is out of range
#> ValueError month must be in 1..12
#> OverflowError date value out of range
#> ValueError Invalid isoformat string: '2023-1-1'
#> TypeError function missing required argument 'day' (pos 3)
#> TypeError 'float' object cannot be interpreted as an integer
#> 0001-01-01 True
#> 0001-01-02 True
#> 0001-12-31 True
#> 0002-01-01 True
#> 0004-12-31 True
#> 0100-12-31 True
#> 0101-01-01 True
#> 0400-12-31 True
#> 0401-01-01 True
#> 1582-10-15 True
#> 2021-07-29 True
#> 9999-12-31 True
### differences
# source: CPython 3.11
from datetime import timedelta
a = timedelta(days=1, hours=2, minutes=3, seconds=4, milliseconds=5, microseconds=6)
print(a, repr(a), a.days, a.seconds, a.microseconds, a.total_seconds(), -a, repr(-a), abs(-a) == a, +a == a)
print(timedelta(weeks=1.5), timedelta(seconds=1e-6), timedelta(microseconds=0.5), timedelta(microseconds=1.5), timedelta(milliseconds=0.0005), timedelta(hours=-1), timedelta(0), repr(timedelta(0)), timedelta(days=-2), timedelta(2))
print(a * 2, 3 * a, a * 0.5, a / 2, a / 7, a / timedelta(hours=1), a // timedelta(minutes=1), a % timedelta(hours=5), divmod(a, timedelta(hours=7)), a // 3, a / 1.5, timedelta(microseconds=5) / 2, timedelta(microseconds=15) / 2)
print(a > timedelta(1), a == timedelta(1), sorted([a, timedelta(0), -a]) == [-a, timedelta(0), a], bool(timedelta(0)), bool(a), sum([a, a], timedelta(0)), hash(a) == hash(a + timedelta(0)), timedelta.max, timedelta.min, timedelta.resolution)
for make in (lambda: a / 0, lambda: timedelta("x"), lambda: timedelta(days=10**9), lambda: a // timedelta(0)):
    try: print(make())
    except (ValueError, OverflowError, TypeError, ZeroDivisionError) as e: print(type(e).__name__, e)
#> 1 day, 2:03:04.005006 datetime.timedelta(days=1, seconds=7384, microseconds=5006) 1 7384 5006 93784.005006 -2 days, 21:56:55.994994 datetime.timedelta(days=-2, seconds=79015, microseconds=994994) True True
#> 10 days, 12:00:00 0:00:00.000001 0:00:00 0:00:00.000002 0:00:00 -1 day, 23:00:00 0:00:00 datetime.timedelta(0) -2 days, 0:00:00 2 days, 0:00:00
#> 2 days, 4:06:08.010012 3 days, 6:09:12.015018 13:01:32.002503 13:01:32.002503 3:43:17.715001 26.051112501666665 1563 1:03:04.005006 (3, datetime.timedelta(seconds=18184, microseconds=5006)) 8:41:01.335002 17:22:02.670004 0:00:00.000002 0:00:00.000008
#> True False True False True 2 days, 4:06:08.010012 True 999999999 days, 23:59:59.999999 -999999999 days, 0:00:00 0:00:00.000001
#> ZeroDivisionError integer division or modulo by zero
#> TypeError unsupported type for timedelta days component: str
#> OverflowError days=1000000000; must have magnitude <= 999999999
#> ZeroDivisionError integer division or modulo by zero
### times_of_day
# source: CPython 3.11
import datetime as dt
t = dt.time(13, 5, 9, 1234)
print(t, repr(t), t.hour, t.minute, t.second, t.microsecond, t.tzinfo, t.replace(hour=0), t.isoformat("minutes"), t.isoformat("milliseconds"), t.strftime("%I:%M %p %f"), repr(dt.time(1, 2)), repr(dt.time()), dt.time.max)
print(dt.time.fromisoformat("04:23:01"), dt.time.fromisoformat("T042301"), dt.time.fromisoformat("04:23:01.000384"), dt.time.fromisoformat("04:23:01+04:00"), dt.time.fromisoformat("04"), repr(dt.time.fromisoformat("04:23Z")))
print(t < dt.time(14), t == dt.time(13, 5, 9, 1234), dt.time(12, tzinfo=dt.timezone.utc) == dt.time(13, tzinfo=dt.timezone(dt.timedelta(hours=1))), dt.time(12) == dt.time(12, tzinfo=dt.timezone.utc), f"{t:%H-%M}")
for make in (lambda: dt.time(24), lambda: dt.time(1, 60), lambda: dt.time(1, 1, 1, 10**6), lambda: dt.time(1, tzinfo=3), lambda: t < dt.time(1, tzinfo=dt.timezone.utc), lambda: t.isoformat("x")):
    try: print(make())
    except (ValueError, TypeError) as e: print(type(e).__name__, e)
#> 13:05:09.001234 datetime.time(13, 5, 9, 1234) 13 5 9 1234 None 00:05:09.001234 13:05 13:05:09.001 01:05 PM 001234 datetime.time(1, 2) datetime.time(0, 0) 23:59:59.999999
#> 04:23:01 04:23:01 04:23:01.000384 04:23:01+04:00 04:00:00 datetime.time(4, 23, tzinfo=datetime.timezone.utc)
#> True True True False 13-05
#> ValueError hour must be in 0..23
#> ValueError minute must be in 0..59
#> ValueError microsecond must be in 0..999999
#> TypeError tzinfo argument must be None or of a tzinfo subclass, not type 'int'
#> TypeError can't compare offset-naive and offset-aware times
#> ValueError Unknown timespec value
### dates_with_times
# source: CPython 3.11
from datetime import datetime, timedelta, timezone, date, time
x = datetime(2024, 3, 10, 17, 4, 5, 67)
print(x, repr(x), x.date(), x.time(), x.isoformat(), x.isoformat(" ", "seconds"), x.ctime(), x.weekday(), x.toordinal(), x.isocalendar()[1], str(x.replace(microsecond=0)), repr(x.replace(microsecond=0, second=0)))
print(x + timedelta(hours=8), x - timedelta(days=70), x - datetime(2024, 1, 1), x.strftime("%Y%m%d-%H%M%S.%f %c|%x|%X|%z|%Z|%I%p"), f"{x:%H:%M}", f"{x}", datetime.combine(date(2020, 1, 2), time(3, 4)), isinstance(x, date))
print(datetime.fromisoformat("2011-11-04T00:05:23"), datetime.fromisoformat("2011-11-04 00:05:23.283"), repr(datetime.fromisoformat("2011-11-04T00:05:23+04:00")), repr(datetime.fromisoformat("2011-11-04T00:05:23Z")), datetime.fromisoformat("20111104T000523"), datetime.fromisoformat("2011-11-04"))
u = datetime(2024, 3, 10, 17, tzinfo=timezone.utc)
e = u.astimezone(timezone(timedelta(hours=5, minutes=30), "IST"))
print(u, repr(u), e, repr(e), e.tzname(), e.utcoffset(), e == u, e - u, u.timestamp(), datetime.fromtimestamp(1e9, timezone.utc), datetime.fromtimestamp(1234567890.123456, tz=timezone.utc), e.strftime("%z %Z"), u.tzname(), timezone(timedelta(hours=-3)), repr(timezone(timedelta(hours=-3))), timezone.utc, repr(timezone.utc))
print(x < datetime(2025, 1, 1), x == u, hash(u) == hash(e), min(x, x + timedelta(1)), datetime.min, datetime.max, sorted([datetime(2024, 1, 2), datetime(2023, 5, 6)])[0])
for text, form in (("2024-03-10 17:04:05", "%Y-%m-%d %H:%M:%S"), ("10/Mar/24 5:04 PM", "%d/%b/%y %I:%M %p"), ("Sunday March 3 2024", "%A %B %d %Y"), ("2024-070", "%Y-%j"), ("1.5", "%S.%f"), ("2024-03-10T17:04:05+0530", "%Y-%m-%dT%H:%M:%S%z"), ("70", "%y"), ("100%", "%H0%%"), ("2024", "%Y-%m"), ("2024x", "%Y"), ("1", "%Q")):
    try: print(repr(datetime.strptime(text, form)))
    except ValueError as e: print(type(e).__name__, e)
for make in (lambda: x < u, lambda: x - u, lambda: x < date(2024, 1, 1), lambda: datetime.max + timedelta(1), lambda: datetime.fromisoformat("x"), lambda: timezone(timedelta(1)), lambda: timezone(3), lambda: datetime(2024, 1, 1, 25)):
    try: print(make())
    except (ValueError, TypeError, OverflowError) as e: print(type(e).__name__, e)
#> 2024-03-10 17:04:05.000067 datetime.datetime(2024, 3, 10, 17, 4, 5, 67) 2024-03-10 17:04:05.000067 2024-03-10T17:04:05.000067 2024-03-10 17:04:05 Sun Mar 10 17:04:05 2024 6 738955 10 2024-03-10 17:04:05 datetime.datetime(2024, 3, 10, 17, 4)
#> 2024-03-11 01:04:05.000067 2023-12-31 17:04:05.000067 69 days, 17:04:05.000067 20240310-170405.000067 Sun Mar 10 17:04:05 2024|03/10/24|17:04:05|||05PM 17:04 2024-03-10 17:04:05.000067 2020-01-02 03:04:00 True
#> 2011-11-04 00:05:23 2011-11-04 00:05:23.283000 datetime.datetime(2011, 11, 4, 0, 5, 23, tzinfo=datetime.timezone(datetime.timedelta(seconds=14400))) datetime.datetime(2011, 11, 4, 0, 5, 23, tzinfo=datetime.timezone.utc) 2011-11-04 00:05:23 2011-11-04 00:00:00
#> 2024-03-10 17:00:00+00:00 datetime.datetime(2024, 3, 10, 17, 0, tzinfo=datetime.timezone.utc) 2024-03-10 22:30:00+05:30 datetime.datetime(2024, 3, 10, 22, 30, tzinfo=datetime.timezone(datetime.timedelta(seconds=19800), 'IST')) IST 5:30:00 True 0:00:00 1710090000.0 2001-09-09 01:46:40+00:00 2009-02-13 23:31:30.123456+00:00 +0530 IST UTC UTC-03:00 datetime.timezone(datetime.timedelta(days=-1, seconds=75600)) UTC datetime.timezone.utc
#> True False True 2024-03-10 17:04:05.000067 0001-01-01 00:00:00 9999-12-31 23:59:59.999999 2023-05-06 00:00:00
#> datetime.datetime(2024, 3, 10, 17, 4, 5)
#> datetime.datetime(2024, 3, 10, 17, 4)
#> datetime.datetime(2024, 3, 3, 0, 0)
#> datetime.datetime(2024, 3, 10, 0, 0)
#> datetime.datetime(1900, 1, 1, 0, 0, 1, 500000)
#> datetime.datetime(2024, 3, 10, 17, 4, 5, tzinfo=datetime.timezone(datetime.timedelta(seconds=19800)))
#> datetime.datetime(1970, 1, 1, 0, 0)
#> datetime.datetime(1900, 1, 1, 10, 0)
#> ValueError time data '2024' does not match format '%Y-%m'
#> ValueError unconverted data remains: x
#> ValueError 'Q' is a bad directive in format '%Q'
#> TypeError can't compare offset-naive and offset-aware datetimes
#> TypeError can't subtract offset-naive and offset-aware datetimes
#> TypeError can't compare datetime.datetime to datetime.date
#> OverflowError date value out of range
#> ValueError Invalid isoformat string: 'x'
#> ValueError offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not datetime.timedelta(days=1).
#> TypeError timezone() argument 1 must be datetime.timedelta, not int
#> ValueError hour must be in 0..23
### derived_dates
# source: CPython 3.11
from datetime import datetime, date, timedelta, tzinfo
class Day(date):
    def name(self): return "day %d" % self.day
class Stamp(datetime):
    pass
d = Day(2024, 5, 6)
print(d.name(), repr(d), type(d + timedelta(1)).__name__, type(d.replace(day=1)).__name__, type(Stamp(2024, 1, 1) + timedelta(1)).__name__, Stamp.fromisoformat("2024-01-01"))
class Zone(tzinfo):
    def utcoffset(self, dt): return timedelta(hours=2)
    def dst(self, dt): return timedelta(hours=1)
    def tzname(self, dt): return "Z+2"
z = datetime(2024, 1, 1, 12, tzinfo=Zone())
print(z, z.tzname(), z.dst(), z.astimezone(Zone()), {d: 1}[date(2024, 5, 6)])
#> day 6 Day(2024, 5, 6) Day Day Stamp 2024-01-01 00:00:00
#> 2024-01-01 12:00:00+02:00 Z+2 1:00:00 2024-01-01 12:00:00+02:00 1
### a_program_has_no_clock
# source: ours: a program is recorded
from datetime import datetime
print(datetime.now())
#! not-supported: the clock of `datetime.datetime.now`
