x = a ? b : c
y = `z`
$ = 2
