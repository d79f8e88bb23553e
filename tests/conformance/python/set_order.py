### small_integers_by_their_low_bits
# source: CPython 3.11
print({8, 1, 0}, set([0, 8, 1]), {5, 3, 1}, {33, 2, 1, 64})
print(set([9, 1, 17, 3]), list(set(range(20, 0, -3))))
print(sorted({40, 3, 9}), [v for v in {16, 8, 0}])
#> {8, 1, 0} {0, 8, 1} {1, 3, 5} {64, 33, 2, 1}
#> {9, 3, 1, 17} [2, 5, 8, 11, 14, 17, 20]
#> [3, 9, 40] [16, 8, 0]
### negative_numbers_and_booleans
# source: CPython 3.11
print({-1, -2, 5, True, 0}, set([-3, -8, 7]))
#> {0, True, 5, -2, -1} {-8, -3, 7}
### floats_and_tuples
# source: CPython 3.11
print({0.5, 2, 1.25, 1e10}, {(1, 2), (0, 1), (3,)})
print({1.0, 1, True}, frozenset([2.5, 10 ** 20, 3]))
#> {0.5, 1.25, 2, 10000000000.0} {(0, 1), (1, 2), (3,)}
#> {1.0} frozenset({3, 2.5, 100000000000000000000})
### growing
# source: CPython 3.11
numbers = set()
for i in range(0, 400, 37):
    numbers.add(i)
print(numbers)
#> {0, 259, 37, 296, 74, 333, 111, 370, 148, 185, 222}
### removal_leaves_marks
# source: CPython 3.11
s = set(range(10))
for i in (3, 7, 1):
    s.remove(i)
s.add(17)
s.add(33)
s.discard(100)
print(s)
#> {0, 2, 4, 5, 6, 33, 8, 9, 17}
### pop_goes_round
# source: CPython 3.11
s = {9, 4, 12, 1}
print(s.pop(), s.pop(), s)
s.add(8)
print(s.pop(), s)
#> 9 4 {12, 1}
#> 8 {1, 12}
### results_of_operators
# source: CPython 3.11
a, b = {1, 9, 17, 3}, {17, 4, 1, 25}
print(a | b, a & b, a - b, a ^ b)
a |= b
print(a)
a -= {1, 17}
print(a)
a ^= {3, 5}
print(a)
a &= set(range(10))
print(a)
#> {1, 3, 4, 9, 17, 25} {17, 1} {9, 3} {3, 4, 9, 25}
#> {1, 3, 4, 9, 17, 25}
#> {3, 4, 9, 25}
#> {4, 5, 9, 25}
#> {9, 4, 5}
### results_of_methods
# source: CPython 3.11
s = {30, 2, 14}
print(s.union([3, 46], {7}), s.intersection([14, 2, 30, 99]), s.difference([2]), s.symmetric_difference([2, 8]))
s.update([9, 25], (41,))
print(s, s.copy(), set(s), frozenset(s))
#> {2, 3, 7, 46, 14, 30} {2, 14, 30} {30, 14} {8, 30, 14}
#> {2, 9, 41, 14, 25, 30} {2, 30, 25, 9, 14, 41} {2, 30, 25, 9, 14, 41} frozenset({2, 30, 25, 9, 14, 41})
### a_large_set_minus_a_small_one
# source: CPython 3.11
print(set(range(0, 200, 9)) - {9, 18})
#> {0, 198, 135, 72, 144, 81, 153, 90, 27, 162, 99, 36, 171, 108, 45, 180, 117, 54, 189, 126, 63}
### display_of_constants_and_of_variables
# source: CPython 3.11
x = 5
print({1, 2, 3, 40, 5}, {1, 2, 3, 40, x})
#> {1, 2, 3, 5, 40} {1, 2, 3, 5, 40}
### hashes_of_numbers
# source: CPython 3.11
print(hash(5), hash(-1), hash(2 ** 61), hash(0.5), hash(1e300), hash(-2.5), hash((1, 2)), hash(()), hash(True))
print(hash(float("inf")), hash(10 ** 30), hash(-(10 ** 30)), hash(frozenset([1, 2])), hash(frozenset()), hash(1 + 2j))
#> 5 -2 1 1152921504606846976 1224995262755759164 -1152921504606846978 -3550055125485641917 5740354900026072187 1
#> 314159 465258685558744706 -465258685558744706 -1826646154956904602 133146708735736 2000007
### inside_itself
# source: CPython 3.11
a = [1]
a.append(a)
d = {"k": a}
d["d"] = d
print(a, d)
t = (a, [d])
a.append(t)
print(t)
#> [1, [...]] {'k': [1, [...]], 'd': {...}}
#> ([1, [...], (...)], [{'k': [1, [...], (...)], 'd': {...}}])
