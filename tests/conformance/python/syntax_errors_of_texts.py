### compile_reads_the_text_at_once
# source: CPython 3.11
for text, mode in (("1 +", "eval"), ("x = 1", "eval"), ("for", "exec"), ("x := 0", "exec"), ("f(a=1, b)", "exec"), ("((a, b) := 1)", "exec"), ("def f(x):\nreturn", "exec")):
    try: compile(text, "<given>", mode); print("fine")
    except SyntaxError as e: print(type(e).__name__, e.filename, e.lineno, e.msg if "argument" in e.msg or "assignment" in e.msg else "")
try: compile("1", "<given>", "never")
except ValueError as e: print(e)
print(eval(compile("1 + 1", "<given>", "eval")), eval(compile("1 + 1", "<given>", "exec")))
try: exec("x = 1\nreturn x")
except SyntaxError as e: print(e, e.args[1][0])
try: exec("if 1:\n    print 'a'\n")
except SyntaxError as e: print(e.msg, e.lineno)
print(str(SyntaxError("m", ("dir/f.py", 3, 1, "text"))), str(SyntaxError("m")), SyntaxError("m", ("f.py", 3, 1, "text")).lineno)
#> SyntaxError <given> 1 
#> SyntaxError <given> 1 
#> SyntaxError <given> 1 
#> SyntaxError <given> 1 
#> SyntaxError <given> 1 positional argument follows keyword argument
#> SyntaxError <given> 1 cannot use assignment expressions with tuple
#> IndentationError <given> 2 
#> compile() mode must be 'exec', 'eval' or 'single'
#> 2 None
#> 'return' outside function (<string>, line 2) <string>
#> Missing parentheses in call to 'print'. Did you mean print(...)? 2
#> m (f.py, line 3) m 3
### walrus_in_comprehensions
# source: PEP 572; CPython 3.11's messages
for text in ("[i := 0 for i in range(5)]", "[i for i in range(5) if (j := 0) for j in range(5)]", "[i for i in (i := range(5))]", "[i for i in range(5) for j in (k := range(5))]",
             "class C:\n  [(j := i) for i in range(5)]", "[i for i in [(j := True) for j in range(5)]]"):
    try: exec(text); print("fine")
    except SyntaxError as e: print(e.msg)
def last(values):
    [(kept := v) for v in values]
    return kept
print(last([1, 2, 3]))
#> assignment expression cannot rebind comprehension iteration variable 'i'
#> comprehension inner loop cannot rebind assignment expression target 'j'
#> assignment expression cannot be used in a comprehension iterable expression
#> assignment expression cannot be used in a comprehension iterable expression
#> assignment expression within a comprehension cannot be used in a class body
#> assignment expression cannot be used in a comprehension iterable expression
#> 3
