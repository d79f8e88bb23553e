# RUN: %tessera compile --json %s > %t.json || true
# RUN: FileCheck %s --check-prefix=NAME < %t.json
# RUN: python3 %S/Inputs/write-fixes.py %s %t < %t.json
# RUN: not %tessera compile --json %t-0.py | FileCheck %s --check-prefix=ATTRIBUTE
# RUN: not %tessera compile --json %t-0.py | python3 %S/Inputs/write-fixes.py %t-0.py %t-second
# RUN: not %tessera run %t-second-0.py 2>&1 | FileCheck %s --check-prefix=ASKED --implicit-check-not=fix:
# What may have been meant is a fix where the name stands in the text, and a note where it is made.
import jax.numpy as jnp

size = 8
x = jnp.arrange(sise)
# NAME: "fix":{"range":{"begin":{"column":17,"line":11},"end":{"column":21,"line":11}{{.*}}"text":"size","title":"write `size`"}
# ATTRIBUTE: "fix":{"range":{"begin":{"column":9,"line":11},"end":{"column":16,"line":11}{{.*}}"text":"arange","title":"write `arange`"}
print(getattr(jnp, "zeross"))
# ASKED: note: did you mean `zeros`
