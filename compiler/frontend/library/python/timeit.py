# SPDX-License-Identifier: Apache-2.0
"""`timeit`: runs code; no time passes while a program is recorded, so the times are NaN."""

import time as _time

default_number = 1000000
default_repeat = 5


def default_timer():
    """NaN: a recorded program has no clock."""
    return _time.perf_counter()


def _caller(code, names, what):
    if code is None:
        raise ValueError(f"{what} is neither a string nor callable")
    if callable(code):
        return code
    if not isinstance(code, str):
        raise ValueError(f"{what} is neither a string nor callable")
    return lambda: exec(code, names)


class Timer:
    """Code and what is done before it."""

    def __init__(self, stmt="pass", setup="pass", timer=default_timer, globals=None):
        self.timer = timer
        names = {} if globals is None else dict(globals)
        self._setup, self._stmt = _caller(setup, names, "setup"), _caller(stmt, names, "stmt")

    def timeit(self, number=default_number):
        """Runs the code once, since there is nothing to measure, and gives what the timer's readings differ by."""
        self._setup()
        begin = self.timer()
        if number > 0:
            self._stmt()
        return self.timer() - begin

    def repeat(self, repeat=default_repeat, number=default_number):
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        taken = self.timeit(1)
        if callback is not None:
            callback(1, taken)
        return 1, taken


def timeit(stmt="pass", setup="pass", timer=default_timer, number=default_number, globals=None):
    """Runs the code once, since there is nothing to measure, and gives NaN."""
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt="pass", setup="pass", timer=default_timer, repeat=default_repeat, number=default_number, globals=None):
    """Runs the code `repeat` times and gives as many NaN."""
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)
