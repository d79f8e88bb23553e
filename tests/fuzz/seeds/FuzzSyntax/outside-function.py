return 1
break
yield 3
await x
async with a: pass
