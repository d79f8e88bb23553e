# SPDX-License-Identifier: Apache-2.0
# hidden: torch.complex
"""How tensors of complex numbers read: both parts in columns of their own."""


class _Column:
    """The texts of one part's numbers: whole numbers, four digits, or powers of ten where they are far apart."""

    def __init__(self, values):
        counted = [x for x in values if _math.isfinite(x) and x != 0]
        sizes = [_builtins.abs(x) for x in counted]
        high, low = _builtins.max(sizes, default=0.0), _builtins.min(sizes, default=0.0)
        self.is_whole = _builtins.all(x == _math.ceil(x) for x in sizes)
        self.has_power = bool(sizes) and (high / low > 1000.0 or high > 1.0e8 or (not self.is_whole and low < 1.0e-4))
        # Zeros, infinities and NaN do not count for the width.
        self.width = _builtins.max([len(self.write(x)) for x in counted], default=1)

    def write(self, x):
        if not _math.isfinite(x):
            return str(x)
        if self.has_power:
            return f"{x:.4e}"
        return f"{x:.0f}." if self.is_whole else f"{x:.4f}"

    def __call__(self, x):
        return self.write(x).rjust(self.width)


def _shown(values, is_cut):
    # The elements that are shown, in order.
    if not isinstance(values, list):
        return [values]
    kept = values[:3] + values[-3:] if is_cut and len(values) > 6 else values
    return [x for item in kept for x in _shown(item, is_cut)]


def _rows(values, write, indent, width, is_cut):
    # `values` between brackets, `indent` letters from the left.
    if not isinstance(values, list):
        return write(values)
    items = values if not is_cut or len(values) <= 6 else values[:3] + [...] + values[-3:]
    if values and isinstance(values[0], list):
        depth, inner = 0, values
        while isinstance(inner, list) and inner:
            depth, inner = depth + 1, inner[0]
        texts = ["..." if x is ... else _rows(x, write, indent + 1, width, is_cut) for x in items]
        return "[" + ("," + "\n" * (depth - 1) + " " * (indent + 1)).join(texts) + "]"
    words = [" ..." if x is ... else write(x) for x in items]
    per_line = _builtins.max(1, int((80 - indent) // width))
    lines = [", ".join(words[k : k + per_line]) for k in range(0, len(words), per_line)]
    return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"


def _with(text, suffixes):
    # A suffix that does not fit in the line begins another.
    length = len(text) - text.rfind("\n") + 1
    for suffix in suffixes:
        if length + len(suffix) + 2 > 80:
            text += ",\n" + " " * len("tensor(") + suffix
            length = len("tensor(") + len(suffix)
        else:
            text += ", " + suffix
            length += len(suffix) + 2
    return text + ")"


def _text(z):
    suffixes = [f"device='{z.device}'"] if z.is_cuda else []
    if z.numel() == 0 and z.shape != (0,):
        suffixes.append(f"size={tuple(z.shape)}")
    if z.numel() == 0 or z.dtype != complex64:
        suffixes.append(f"dtype={z.dtype}")
    if z.requires_grad:
        suffixes.append("requires_grad=True" if z.is_leaf else f"grad_fn=<{type(z.grad_fn).__name__}>")
    if z.numel() == 0:
        return _with("tensor([]", suffixes)
    values, is_cut = z.detach().tolist(), z.numel() > 1000
    shown = _shown(values, is_cut)
    real, imaginary = _Column([x.real for x in shown]), _Column([x.imag for x in shown])

    def write(x):
        after = imaginary(x.imag).lstrip() + "j"
        return real(x.real) + (after if after[0] in "+-" else "+" + after)

    width = real.width + imaginary.width + 3
    return _with("tensor(" + _rows(values, write, len("tensor("), width, is_cut), suffixes)
