# SPDX-License-Identifier: Apache-2.0
def half(x):
    return x // 2

if __name__ == "__main__":
    from . import __name__ as around
    print("part runs in", __package__, around)
