@foo
x = 1
