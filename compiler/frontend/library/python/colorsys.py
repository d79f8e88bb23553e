# SPDX-License-Identifier: Apache-2.0
"""`colorsys`: colours from one system to another; every part is between 0 and 1."""

ONE_THIRD, ONE_SIXTH, TWO_THIRD = 1 / 3, 1 / 6, 2 / 3


def rgb_to_yiq(r, g, b):
    """Brightness and two differences of colour, as American television had them."""
    y = 0.30 * r + 0.59 * g + 0.11 * b
    return y, 0.74 * (r - y) - 0.27 * (b - y), 0.48 * (r - y) + 0.41 * (b - y)


def yiq_to_rgb(y, i, q):
    """Red, green and blue, cut to what there is."""
    r = y + 0.9468822170900693 * i + 0.6235565819861433 * q
    g = y - 0.27478764629897834 * i - 0.6356910791873801 * q
    b = y - 1.1085450346420322 * i + 1.7090069284064666 * q
    return tuple(min(max(part, 0.0), 1.0) for part in (r, g, b))


def _hue(r, g, b, largest, spread):
    if r == largest:
        sixths = (g - b) / spread
    elif g == largest:
        sixths = 2 + (b - r) / spread
    else:
        sixths = 4 + (r - g) / spread
    return (sixths / 6) % 1


def rgb_to_hls(r, g, b):
    """Hue, lightness and saturation."""
    largest, smallest = max(r, g, b), min(r, g, b)
    total, spread = largest + smallest, largest - smallest
    lightness = total / 2
    if largest == smallest:
        return 0.0, lightness, 0.0
    saturation = spread / total if lightness <= 0.5 else spread / (2 - largest - smallest)
    return _hue(r, g, b, largest, spread), lightness, saturation


def hls_to_rgb(h, l, s):
    """Red, green and blue."""
    if s == 0:
        return l, l, l
    high = l * (1.0 + s) if l <= 0.5 else l + s - l * s
    low = 2.0 * l - high

    def part(hue):
        hue %= 1
        if hue < ONE_SIXTH:
            return low + (high - low) * hue * 6
        if hue < 0.5:
            return high
        if hue < TWO_THIRD:
            return low + (high - low) * (TWO_THIRD - hue) * 6
        return low

    return part(h + ONE_THIRD), part(h), part(h - ONE_THIRD)


def rgb_to_hsv(r, g, b):
    """Hue, saturation and value."""
    largest, smallest = max(r, g, b), min(r, g, b)
    if largest == smallest:
        return 0.0, 0.0, largest
    spread = largest - smallest
    return _hue(r, g, b, largest, spread), spread / largest, largest


def hsv_to_rgb(h, s, v):
    """Red, green and blue."""
    if s == 0:
        return v, v, v
    sector = int(h * 6)
    rest = h * 6 - sector
    low, falling, rising = v * (1.0 - s), v * (1.0 - s * rest), v * (1.0 - s * (1.0 - rest))
    return [
        (v, rising, low),
        (falling, v, low),
        (low, v, rising),
        (low, falling, v),
        (rising, low, v),
        (v, low, falling),
    ][sector % 6]
