"""doc
x = 1
