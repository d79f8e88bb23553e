lambda x y: 3
a if b
{1: 2, 3}
{1, 2: 3}
x[]
