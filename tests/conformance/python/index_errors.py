### texts_of_index_errors
# source: CPython 3.11
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
def s(x,k,v):
    x[k]=v
def d(x,k): del x[k]
for x in ([1],(1,),'a',b'a',bytearray(b'a'),range(1),[],''):
    for k in (5,-5,'a',1.5,None,10**30,-10**30):
        t(lambda: x[k])
for x in ([1],bytearray(b'a')):
    for k in (5,-5,'a',10**30):
        t(lambda: s(x,k,3)); t(lambda: d(x,k))
t(lambda: [].pop()); t(lambda: [1].pop(3)); t(lambda: bytearray().pop()); t(lambda: bytearray(b'a').pop(4))
t(lambda: s((1,),0,1)); t(lambda: s('a',0,1)); t(lambda: s(b'a',0,1)); t(lambda: s(range(3),0,1)); t(lambda: d((1,),0))
t(lambda: "{} {}".format(1)); t(lambda: "{5}".format(1)); t(lambda: "%s %s" % (1,)); t(lambda: set().pop()); t(lambda: {}.popitem())
import collections
t(lambda: collections.deque()[0]); t(lambda: collections.deque().pop()); t(lambda: collections.deque([1])[5]); t(lambda: s(collections.deque([1]),4,1)); t(lambda: d(collections.deque([1]),4))
import re
t(lambda: re.match('a','a').group(3)); t(lambda: re.match('a','a')['x'])
t(lambda: [1].index(4)); t(lambda: (1,).index(4)); t(lambda: 'a'.index('z')); t(lambda: b'a'.index(b'z')); t(lambda:range(3).index(9)); t(lambda: [1].remove(4)); t(lambda: collections.deque([1]).remove(4));t(lambda: collections.deque([1]).index(4))
#> IndexError list index out of range
#> IndexError list index out of range
#> TypeError list indices must be integers or slices, not str
#> TypeError list indices must be integers or slices, not float
#> TypeError list indices must be integers or slices, not NoneType
#> IndexError cannot fit 'int' into an index-sized integer
#> IndexError cannot fit 'int' into an index-sized integer
#> IndexError tuple index out of range
#> IndexError tuple index out of range
#> TypeError tuple indices must be integers or slices, not str
#> TypeError tuple indices must be integers or slices, not float
#> TypeError tuple indices must be integers or slices, not NoneType
#> IndexError cannot fit 'int' into an index-sized integer
#> IndexError cannot fit 'int' into an index-sized integer
#> IndexError string index out of range
#> IndexError string index out of range
#> TypeError string indices must be integers, not 'str'
#> TypeError string indices must be integers, not 'float'
#> TypeError string indices must be integers, not 'NoneType'
#> IndexError cannot fit 'int' into an index-sized integer
#> IndexError cannot fit 'int' into an index-sized integer
#> IndexError index out of range
#> IndexError index out of range
#> TypeError byte indices must be integers or slices, not str
#> TypeError byte indices must be integers or slices, not float
#> TypeError byte indices must be integers or slices, not NoneType
#> IndexError cannot fit 'int' into an index-sized integer
#> IndexError cannot fit 'int' into an index-sized integer
#> IndexError bytearray index out of range
#> IndexError bytearray index out of range
#> TypeError bytearray indices must be integers or slices, not str
#> TypeError bytearray indices must be integers or slices, not float
#> TypeError bytearray indices must be integers or slices, not NoneType
#> IndexError cannot fit 'int' into an index-sized integer
#> IndexError cannot fit 'int' into an index-sized integer
#> IndexError range object index out of range
#> IndexError range object index out of range
#> TypeError range indices must be integers or slices, not str
#> TypeError range indices must be integers or slices, not float
#> TypeError range indices must be integers or slices, not NoneType
#> IndexError range object index out of range
#> IndexError range object index out of range
#> IndexError list index out of range
#> IndexError list index out of range
#> TypeError list indices must be integers or slices, not str
#> TypeError list indices must be integers or slices, not float
#> TypeError list indices must be integers or slices, not NoneType
#> IndexError cannot fit 'int' into an index-sized integer
#> IndexError cannot fit 'int' into an index-sized integer
#> IndexError string index out of range
#> IndexError string index out of range
#> TypeError string indices must be integers, not 'str'
#> TypeError string indices must be integers, not 'float'
#> TypeError string indices must be integers, not 'NoneType'
#> IndexError cannot fit 'int' into an index-sized integer
#> IndexError cannot fit 'int' into an index-sized integer
#> IndexError list assignment index out of range
#> IndexError list assignment index out of range
#> IndexError list assignment index out of range
#> IndexError list assignment index out of range
#> TypeError list indices must be integers or slices, not str
#> TypeError list indices must be integers or slices, not str
#> IndexError cannot fit 'int' into an index-sized integer
#> IndexError cannot fit 'int' into an index-sized integer
#> IndexError bytearray index out of range
#> IndexError bytearray index out of range
#> IndexError bytearray index out of range
#> IndexError bytearray index out of range
#> TypeError bytearray indices must be integers or slices, not str
#> TypeError bytearray indices must be integers or slices, not str
#> IndexError cannot fit 'int' into an index-sized integer
#> IndexError cannot fit 'int' into an index-sized integer
#> IndexError pop from empty list
#> IndexError pop index out of range
#> IndexError pop from empty bytearray
#> IndexError pop index out of range
#> TypeError 'tuple' object does not support item assignment
#> TypeError 'str' object does not support item assignment
#> TypeError 'bytes' object does not support item assignment
#> TypeError 'range' object does not support item assignment
#> TypeError 'tuple' object doesn't support item deletion
#> IndexError Replacement index 1 out of range for positional args tuple
#> IndexError Replacement index 5 out of range for positional args tuple
#> TypeError not enough arguments for format string
#> KeyError 'pop from an empty set'
#> KeyError 'popitem(): dictionary is empty'
#> IndexError deque index out of range
#> IndexError pop from an empty deque
#> IndexError deque index out of range
#> IndexError deque index out of range
#> IndexError deque index out of range
#> IndexError no such group
#> IndexError no such group
#> ValueError 4 is not in list
#> ValueError tuple.index(x): x not in tuple
#> ValueError substring not found
#> ValueError subsection not found
#> ValueError 9 is not in range
#> ValueError list.remove(x): x not in list
#> ValueError 4 is not in deque
#> ValueError 4 is not in deque
