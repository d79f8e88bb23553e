# SPDX-License-Identifier: Apache-2.0
# hypothesis; `tessera test` runs it.
from hypothesis import given, strategies as st


@given(st.data(), st.floats(0.0, 1.0), st.one_of(st.none(), st.just(3)))
def test_draws(data: st.DataObject, x, y):
    assert 0.0 <= x <= 1.0
    assert y in (None, 3)
    assert data.draw(st.sampled_from([1, 2])) in (1, 2)
