# SPDX-License-Identifier: Apache-2.0
# Python's operators as functions.
### functions_of_two_numbers
import operator

print(operator.sub(6, 2))
#> 4
print(operator.__sub__(6, 2))
#> 4
print(operator.__mul__(6, 2))
#> 12
print(operator.truediv(6, 2))
#> 3.0
print(operator.__truediv__(6, 2))
#> 3.0
print(operator.__floordiv__(6, 2))
#> 3
print(operator.__mod__(6, 2))
#> 0
print(operator.pow(6, 2))
#> 36
print(operator.__pow__(6, 2))
#> 36
print(operator.lshift(6, 2))
#> 24
print(operator.__lshift__(6, 2))
#> 24
print(operator.rshift(6, 2))
#> 1
print(operator.__rshift__(6, 2))
#> 1
print(operator.and_(6, 2))
#> 2
print(operator.__and__(6, 2))
#> 2
print(operator.__or__(6, 2))
#> 6
print(operator.__xor__(6, 2))
#> 4
print(operator.eq(6, 2))
#> False
print(operator.__eq__(6, 2))
#> False
print(operator.ne(6, 2))
#> True
print(operator.__ne__(6, 2))
#> True
print(operator.lt(6, 2))
#> False
print(operator.__lt__(6, 2))
#> False
print(operator.le(6, 2))
#> False
print(operator.__le__(6, 2))
#> False
print(operator.gt(6, 2))
#> True
print(operator.__gt__(6, 2))
#> True
print(operator.ge(6, 2))
#> True
print(operator.__ge__(6, 2))
#> True
print(operator.is_not(6, 2))
#> True
print(operator.iadd(6, 2))
#> 8
print(operator.isub(6, 2))
#> 4
print(operator.imul(6, 2))
#> 12
print(operator.ior(6, 2))
#> 6
print(operator.iand(6, 2))
#> 2
print(operator.ixor(6, 2))
#> 4
print(operator.itruediv(6, 2))
#> 3.0
print(operator.ifloordiv(6, 2))
#> 3
print(operator.imod(6, 2))
#> 0
print(operator.ipow(6, 2))
#> 36
print(operator.ilshift(6, 2))
#> 24
print(operator.irshift(6, 2))
#> 1
### others
import operator

print(operator.__neg__(6))
#> -6
print(operator.pos(6))
#> 6
print(operator.__pos__(6))
#> 6
print(operator.invert(6))
#> -7
print(operator.__invert__(6))
#> -7
print(operator.__not__(6))
#> False
print(operator.abs(-6))
#> 6
print(operator.__contains__([1, 2], 2))
#> True
print(operator.__getitem__([1, 2], 0))
#> 1
print(operator.getitem([1, 2], 1))
#> 2
print(operator.iconcat([1], [2]))
#> [1, 2]
print(operator.call(len, [1, 2]))
#> 2
items = [1, 2]
operator.setitem(items, 0, 5)
operator.delitem(items, 1)
print(items)
#> [5]
### products_of_matrices
import operator
import numpy as np

print(operator.__matmul__(np.eye(2), np.ones(2)))
#> [1. 1.]
