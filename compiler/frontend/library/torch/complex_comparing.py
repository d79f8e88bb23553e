# SPDX-License-Identifier: Apache-2.0
# hidden: torch.complex
"""Comparisons of complex tensors within a tolerance."""


def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    near = abs(sub(input, other)) <= atol + rtol * torch.abs(other)
    same = _compare("eq", input, other) | (near & torch.isfinite(other) & torch.isfinite(input))
    return same | (torch.isnan(input) & torch.isnan(other)) if equal_nan else same


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    return torch.equal(isclose(input, other, rtol, atol, equal_nan), torch.ones(input.shape, dtype=torch.bool))


def equal(input, other):
    return torch.equal(*[x._pair if _is_complex(x) else torch.stack([x, x * 0], -1) for x in (input, other)])


def assert_close(actual, expected, *, rtol=None, atol=None, equal_nan=False, check_dtype=True, msg=None, **options):
    if actual.shape != expected.shape:
        raise AssertionError(f"The values for attribute 'shape' do not match: {actual.shape} != {expected.shape}.")
    if check_dtype and actual.dtype != expected.dtype:
        raise AssertionError(f"The values for attribute 'dtype' do not match: {actual.dtype} != {expected.dtype}.")
    if rtol is None:
        rtol, atol = (1e-7, 1e-7) if complex128 in (actual.dtype, expected.dtype) else (1.3e-6, 1e-5)
    far = ~isclose(actual, expected, rtol, atol, equal_nan)
    count = int(far.sum())
    if not count:
        return
    distance = torch.where(far, abs(sub(actual, expected)), 0.0)
    relative = distance / torch.abs(expected)
    lines = [f"Mismatched elements: {count} / {far.numel()} ({100 * count / far.numel():.1f}%)"]
    for name, x, limit in (("absolute", distance, atol), ("relative", relative, rtol)):
        place = tuple([int(i) for i in _np.unravel_index(int(torch.argmax(x.reshape(-1))), tuple(x.shape))])
        lines.append(f"Greatest {name} difference: {x.max().item()} at index {place} (up to {limit} allowed)")
    raise AssertionError(msg or "Tensor-likes are not close!\n\n" + "\n".join(lines))
