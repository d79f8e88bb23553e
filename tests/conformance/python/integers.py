### floor_division_of_negatives
# source: Python reference, 6.7 Binary arithmetic operations
print(-7 // 2, -7 % 3, 7 // -2, 7 % -3)
#> -4 2 -4 -2
print(divmod(-7, 2))
#> (-4, 1)
### without_bound
# source: Python reference, 3.2 Integers
print(2**100)
#> 1267650600228229401496703205376
print(-(2**70) >> 3)
#> -147573952589676412928
### unknown_name
# source: Python reference, 4.2.2 Resolution of names
print(undefined)
#! unknown-name: undefined
