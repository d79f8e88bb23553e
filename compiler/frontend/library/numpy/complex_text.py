# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.complex jax.numpy.complex
"""The text of an array of complex numbers: two columns, each aligned as a real array's."""


def _shortest(x, is_double):
    # The fewest digits that give the float back, as Python writes a float.
    if is_double or x != x or x in (_math.inf, -_math.inf):
        return repr(x)
    import struct

    for digits in range(1, 10):
        text = f"{x:.{digits}g}"
        if struct.unpack("f", struct.pack("f", float(text)))[0] == x:
            break
    return repr(float(text))


def _digits(text):
    # The digits of a positive number and the power of ten of the first one.
    mantissa, _, exponent = text.partition("e")
    whole, _, rest = mantissa.partition(".")
    exponent = int(exponent or 0) + len(whole) - 1
    digits = whole + rest
    while len(digits) > 1 and digits[0] == "0":
        digits, exponent = digits[1:], exponent - 1
    digits = digits.rstrip("0")
    return (digits or "0"), exponent if digits else 0


def _fixed(x, precision, is_double):
    # The digits on either side of the point, at most `precision` after it and no zeros at the end.
    x = _math.fabs(x)
    digits, exponent = _digits(_shortest(x, is_double))
    if len(digits) - 1 - exponent > precision:
        before, _, after = f"{x:.{precision}f}".partition(".")
        return before, after.rstrip("0"), 0
    if exponent < 0:
        return "0", "0" * (-exponent - 1) + digits, 0
    digits = digits.ljust(exponent + 1, "0")
    return digits[: exponent + 1], digits[exponent + 1 :], 0


def _scientific(x, precision, is_double):
    # The digits on either side of the point and the power of ten.
    x = _math.fabs(x)
    digits, exponent = _digits(_shortest(x, is_double))
    if len(digits) - 1 > precision:
        mantissa, _, power = f"{x:.{precision}e}".partition("e")
        return mantissa[0], mantissa[2:].rstrip("0"), int(power)
    return digits[0], digits[1:], exponent


class _Column:
    # How the floats of one part are written: all with one number of digits on either side of the point.
    def __init__(self, numbers, is_double, options, sign):
        self.options, self.is_double, self.sign, self.precision = options, is_double, sign, options["precision"]
        finite = [x for x in numbers if _math.isfinite(x)]
        sizes = [_math.fabs(x) for x in finite if x != 0]
        high, low = _builtins.max(sizes + [0.0]), _builtins.min(sizes + [_math.inf])
        is_wide = bool(sizes) and (high >= 1e8 or (not options["suppress"] and (low < 1e-4 or high / low > 1000.0)))
        self.split = _scientific if is_wide else _fixed
        texts = [self.split(x, self.precision, is_double) for x in finite]
        self.digits = _builtins.max([len(after) for _, after, _ in texts] + [0])
        self.left = _builtins.max([len(self.signed(x) + text[0]) for x, text in zip(finite, texts)] + [0])
        self.power = (
            _builtins.max([len(str(_builtins.abs(exponent))) for _, _, exponent in texts] + [2]) if is_wide else 0
        )
        self.right = self.digits + (self.power + 2 if is_wide else 0)
        if len(finite) < len(numbers):
            has_sign = sign == "+" or _builtins.any(x < 0 for x in numbers if _math.isinf(x))
            widest = _builtins.max(len(options["nanstr"]), len(options["infstr"]) + has_sign)
            self.left = _builtins.max(self.left, widest - self.right - 1)

    def signed(self, x):
        return "-" if _math.copysign(1.0, x) < 0 and x == x else "+" if self.sign == "+" else ""

    def __call__(self, x):
        if not _math.isfinite(x):
            return (self.signed(x) + self.options["nanstr" if x != x else "infstr"]).rjust(self.left + 1 + self.right)
        before, after, exponent = self.split(x, self.precision, self.is_double)
        text = (self.signed(x) + before).rjust(self.left) + "."
        if not self.power:
            return text + after.ljust(self.digits)
        sign = "-" if exponent < 0 else "+"
        return text + after.ljust(self.digits, "0") + "e" + sign + str(_builtins.abs(exponent)).rjust(self.power, "0")


def _shown(values, edge, is_cut):
    # The elements that are shown, in order.
    if not isinstance(values, list):
        return [values]
    kept = values[:edge] + values[-edge:] if is_cut and len(values) > 2 * edge else values
    return [x for item in kept for x in _shown(item, edge, is_cut)]


class _Layout:
    def __init__(self, write, options, separator, is_cut):
        self.write, self.separator = write, separator
        self.edge, self.is_cut, self.width = options["edgeitems"], is_cut, options["linewidth"]

    def rows(self, values, indent, width, depth):
        # `values` between brackets; `depth` axes are left.
        if depth == 0:
            return self.write(values)
        count = len(values)
        is_cut = self.is_cut and count > 2 * self.edge
        places = (
            list(range(self.edge)) + [None] + list(range(count - self.edge, count)) if is_cut else list(range(count))
        )
        if depth > 1:
            between = self.separator.rstrip() + "\n" * (depth - 1)
            items = ["..." if k is None else self.rows(values[k], indent + " ", width - 1, depth - 1) for k in places]
            return "[" + (between + indent + " ").join(items) + "]"
        text, line = "", indent + " "
        limit = width - _builtins.max(len(self.separator.rstrip()), 1)
        for position, k in enumerate(places):
            word = "..." if k is None else self.write(values[k])
            if len(line) + len(word) > limit and len(line) > len(indent) + 1:
                text, line = text + line.rstrip() + "\n", indent + " "
            line += word + (self.separator if position < len(places) - 1 else "")
        return "[" + (text + line)[len(indent) + 1 :] + "]"


def _array_text(a, separator, indent, suffix):
    options = _print_options()
    values, is_double = a.tolist(), a._re.dtype.itemsize == 8
    is_cut = a.size > options["threshold"]
    shown = _shown(values, options["edgeitems"], is_cut)
    if a.size == 0:
        return "[]"
    real = _Column([z.real for z in shown], is_double, options, options["sign"])
    imaginary = _Column([z.imag for z in shown], is_double, options, "+")

    def write(z):
        after = imaginary(z.imag)
        text = after.rstrip()
        return real(z.real) + text + "j" + after[len(text) :]

    layout = _Layout(write, options, separator, is_cut)
    return layout.rows(values, indent, options["linewidth"] - len(suffix), a.ndim)


def _print_options():
    import numpy

    return numpy.get_printoptions()


def _scalar_text(z, is_double):
    if is_double:
        return repr(z)

    def part(x):
        text = _shortest(x, False)
        return text[:-2] if text.endswith(".0") else text

    imaginary = part(z.imag)
    if z.real == 0 and _math.copysign(1.0, z.real) > 0:
        return imaginary + "j"
    return "(" + part(z.real) + ("" if imaginary[0] == "-" else "+") + imaginary + "j)"


def _str(a):
    if a.ndim == 0:
        return _scalar_text(a.item(), a._re.dtype.itemsize == 8)
    return _array_text(a, " ", "", "")


def _repr(a):
    name = a.dtype.name
    if a.ndim == 0 and not a._is_array and not _JAX:
        return f"np.{name}({_scalar_text(a.item(), name == 'complex128').strip('()')})"
    head = "Array(" if _JAX else "array("
    text = _array_text(a, ", ", " " * len(head), ",")
    shape = "" if a.size or a.shape == (0,) else f", shape={a.shape}"
    if name == "complex128" and not _JAX and a.size:
        return head + text + shape + ")"
    last = f"dtype={name})"
    line = (head + text).rpartition("\n")[2]
    gap = "\n" + " " * len(head) if len(line) + len(last) + 2 > _print_options()["linewidth"] else " "
    return head + text + shape + "," + gap + last
