# SPDX-License-Identifier: Apache-2.0
import pytest


@pytest.fixture
def from_conftest():
  return "beside"
