# SPDX-License-Identifier: Apache-2.0
# collections and its abstract classes.
### dicts
import collections

d = collections.defaultdict(int, a=1)
o = collections.OrderedDict(a=1)
c = collections.Counter('aab')
q = collections.deque([1])
print(d.copy())
#> defaultdict(<class 'int'>, {'a': 1})
print(o.copy())
#> OrderedDict([('a', 1)])
print(collections.OrderedDict.fromkeys('ab', 0))
#> OrderedDict([('a', 0), ('b', 0)])
print(c.copy())
#> Counter({'a': 2, 'b': 1})
o.update({'b': 2})
print(o)
#> OrderedDict([('a', 1), ('b', 2)])
q.extend([2, 3])
print(q)
#> deque([1, 2, 3])
### chain_maps
import collections

m = collections.ChainMap({'a': 1, 'b': 2}, {'c': 3})
print(m.copy())
#> ChainMap({'a': 1, 'b': 2}, {'c': 3})
print(m.pop('a'))
#> 1
print(m.popitem())
#> ('b', 2)
print(collections.ChainMap.fromkeys('a', 0))
#> ChainMap({'a': 0})
m.clear()
print(len(m))
#> 1
### lists_to_derive_from
import collections

u = collections.UserList([3, 1, 2])
print(u.copy())
#> [3, 1, 2]
print(u.count(1))
#> 1
print(u.index(2))
#> 2
u.append(5)
u.insert(0, 4)
u.remove(1)
u.extend([9])
u.reverse()
u.sort()
print(u)
#> [2, 3, 4, 5, 9]
print(u.pop())
#> 9
u.clear()
print(u)
#> []
d = collections.UserDict(a=1)
print(d.copy())
#> {'a': 1}
### texts_to_derive_from
import collections

t = collections.UserString('one two')
print(t.encode())
#> b'one two'
print(t.join(['a', 'b']))
#> aone twob
print(t.split())
#> ['one', 'two']
print(t.rsplit(' ', 1))
#> ['one', 'two']
print(t.splitlines())
#> ['one two']
print(t.partition(' '))
#> ('one', ' ', 'two')
print(t.rpartition(' '))
#> ('one', ' ', 'two')
print(t.translate({111: '0'}))
#> 0ne tw0
print(t.endswith('two'))
#> True
print(t.startswith('one'))
#> True
print(t.replace('one', '1'))
#> 1 two
print(t.strip('o'))
#> ne tw
print(t.lstrip('o'))
#> ne two
print(t.rstrip('o'))
#> one tw
print(t.removeprefix('one '))
#> two
print(t.removesuffix(' two'))
#> one
print(collections.UserString('{}').format(1))
#> 1
print(collections.UserString('{a}').format_map({'a': 1}))
#> 1
### abstract_mutable_sequences
import collections.abc


class Items(collections.abc.MutableSequence):
    def __init__(self):
        self.items = []

    def __len__(self):
        return len(self.items)

    def __getitem__(self, place):
        return self.items[place]

    def __setitem__(self, place, value):
        self.items[place] = value

    def __delitem__(self, place):
        del self.items[place]

    def insert(self, index, value):
        self.items.insert(index, value)


items = Items()
items.append(1)
items.extend([2, 3])
items.reverse()
print(items.pop(), list(items))
#> 1 [3, 2]
items.remove(3)
items.clear()
print(len(items))
#> 0
### abstract_sets_and_mappings
import collections.abc


class Bag(collections.abc.MutableSet):
    def __init__(self, items=()):
        self.items = list(items)

    def __contains__(self, item):
        return item in self.items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    def add(self, item):
        self.items.append(item)

    def discard(self, item):
        if item in self.items:
            self.items.remove(item)


bag = Bag([1, 2])
print(bag.isdisjoint([3]))
#> True
bag.remove(1)
print(bag.pop())
#> 2
bag.clear()
print(len(bag))
#> 0
