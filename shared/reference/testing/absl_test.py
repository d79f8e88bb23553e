# SPDX-License-Identifier: Apache-2.0
# absl.testing; `tessera test` runs it.
import contextlib

from absl.testing import absltest, parameterized


class Values(absltest.TestCase):
    def test_containers(self):
        self.assertEmpty([])
        self.assertNotEmpty([1])
        self.assertStartsWith('ab', 'a')
        self.assertEndsWith('ab', 'b')
        self.assertSameElements([1, 1], [1])
        self.assertContainsSubset([1], [1, 2])
        self.assertBetween(1, 0, 2)

    def test_messages(self):
        def fail():
            raise ValueError('a')
        
        self.assertRaisesWithLiteralMatch(ValueError, 'a', fail)

    def test_contexts(self):
        self.assertEqual(self.enter_context(contextlib.nullcontext(3)), 3)


class Skips(absltest.TestCase):
    @absltest.skipIf(True, "not here")
    def test_if(self):
        pass

    @absltest.skipUnless(False, "not here")
    def test_unless(self):
        pass

    @absltest.expectedFailure
    def test_fails(self):
        self.assertEqual(1, 2)

    def test_raises(self):
        raise absltest.SkipTest("not here")
