# SPDX-License-Identifier: Apache-2.0
before = 1
raise ValueError("in the middle")
