# SPDX-License-Identifier: Apache-2.0
"""`_py_abc`: what CPython has in Python where it has `abc` in C; here they are one."""

import abc

ABCMeta = abc.ABCMeta
get_cache_token = abc.get_cache_token
