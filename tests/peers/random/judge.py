# SPDX-License-Identifier: Apache-2.0
# Runs programs under the real NumPy and PyTorch: each line that comes in is a JSON list of texts, each line that goes out a JSON list of
# what each printed, with the class of the exception that ended it, if one did. NumPy is told to promote Python numbers as NumPy 2 does.
import contextlib
import io
import json
import os
import sys
import warnings

os.environ.setdefault("NPY_PROMOTION_STATE", "weak")
warnings.simplefilter("ignore")


def run(text):
    out, notes = io.StringIO(), []
    error = None
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(text, "<program>", "exec"), {"__name__": "__main__", "notes": notes})
    except BaseException as raised:
        error = type(raised).__name__
    return {"output": out.getvalue(), "error": error, "notes": notes}


for line in sys.stdin:
    print(json.dumps([run(text) for text in json.loads(line)]), flush=True)
