# SPDX-License-Identifier: Apache-2.0
# module: numpy jax.numpy
"""How arrays are printed: the options, and the texts that ask for some of their own."""


class _Printing:
    defaults = {
        "edgeitems": 3,
        "threshold": 1000,
        "floatmode": "maxprec",
        "precision": 8,
        "suppress": False,
        "linewidth": 75,
        "nanstr": "nan",
        "infstr": "inf",
        "sign": "-",
        "formatter": None,
        "legacy": False,
        "override_repr": None,
    }
    now = dict(defaults)


def _text_of(options, separator=" "):
    figures = [options[name] for name in ("precision", "threshold", "edgeitems", "linewidth")]
    return ",".join(map(str, figures)) + f",{int(options['suppress'])},{separator}"


def _apply_options(options):
    _Printing.now = options
    np.zeros(0)._print_options(None if options == _Printing.defaults else _text_of(options))


def _changed_options(given):
    options = dict(_Printing.now)
    for name, value in given.items():
        if value is None and name not in ("formatter", "override_repr"):
            continue
        if name not in options:
            raise TypeError(f"set_printoptions() got an unexpected keyword argument '{name}'")
        if name in ("precision", "threshold", "edgeitems", "linewidth", "suppress"):
            if name == "threshold" and value == np.inf:
                value = 1 << 60
            elif name == "suppress":
                value = bool(value)
            else:
                value = int(value)
            if name == "linewidth":
                value = min(value, 1 << 30)
            options[name] = value
        elif value != _Printing.defaults[name]:
            raise NotImplementedError(f"`{name}` of `set_printoptions`")
    return options


def set_printoptions(
    precision=None,
    threshold=None,
    edgeitems=None,
    linewidth=None,
    suppress=None,
    nanstr=None,
    infstr=None,
    formatter=None,
    sign=None,
    floatmode=None,
    *,
    legacy=None,
    override_repr=None,
):
    """How arrays are printed from now on."""
    _apply_options(
        _changed_options(
            {
                "precision": precision,
                "threshold": threshold,
                "edgeitems": edgeitems,
                "linewidth": linewidth,
                "suppress": suppress,
                "nanstr": nanstr,
                "infstr": infstr,
                "formatter": formatter,
                "sign": sign,
                "floatmode": floatmode,
                "legacy": legacy,
                "override_repr": override_repr,
            }
        )
    )


def get_printoptions():
    """How arrays are printed."""
    return dict(_Printing.now)


class _printing_with:
    def __init__(self, args, kwargs):
        names = (
            "precision",
            "threshold",
            "edgeitems",
            "linewidth",
            "suppress",
            "nanstr",
            "infstr",
            "formatter",
            "sign",
            "floatmode",
        )
        self.given = dict(zip(names, args))
        self.given.update(kwargs)

    def __enter__(self):
        self.saved = _Printing.now
        _apply_options(_changed_options(self.given))
        return dict(_Printing.now)

    def __exit__(self, *exception):
        _apply_options(self.saved)
        return False


def printoptions(*args, **kwargs):
    """How arrays are printed inside of a `with`."""
    return _printing_with(args, kwargs)


def _text_with(a, as_repr, separator, given):
    saved = _Printing.now
    options = _changed_options(given)
    np.zeros(0)._print_options(_text_of(options, separator))
    text = repr(a) if as_repr else str(a)
    _apply_options(saved)
    return text


def array2string(
    a,
    max_line_width=None,
    precision=None,
    suppress_small=None,
    separator=" ",
    prefix="",
    *,
    formatter=None,
    threshold=None,
    edgeitems=None,
    sign=None,
    floatmode=None,
    suffix="",
    legacy=None,
):
    """The text of an array."""
    if prefix or suffix:
        raise NotImplementedError("`prefix` and `suffix` of `array2string`")
    # A number is written as it is among others, where `str` has Python's text of it.
    is_number = isinstance(a, np.ndarray) and a.ndim == 0
    text = _text_with(
        a.reshape(1) if is_number else a,
        False,
        separator,
        {
            "linewidth": max_line_width,
            "precision": precision,
            "suppress": suppress_small,
            "formatter": formatter,
            "threshold": threshold,
            "edgeitems": edgeitems,
            "sign": sign,
            "floatmode": floatmode,
            "legacy": legacy,
        },
    )
    return text[1:-1].lstrip() if is_number else text


def array_str(a, max_line_width=None, precision=None, suppress_small=None):
    """The text of `str`."""
    return _text_with(a, False, " ", {"linewidth": max_line_width, "precision": precision, "suppress": suppress_small})


def array_repr(arr, max_line_width=None, precision=None, suppress_small=None):
    """The text of `repr`."""
    return _text_with(arr, True, " ", {"linewidth": max_line_width, "precision": precision, "suppress": suppress_small})
