# SPDX-License-Identifier: Apache-2.0
from plugins import register

@register
def double(x):
    return 2 * x
