# SPDX-License-Identifier: Apache-2.0
# unittest; `tessera test` runs it.
import contextlib
import logging
import unittest
import warnings


class Values(unittest.TestCase):
    def test_equality(self):
        self.assertNotEqual(1, 2)
        self.assertFalse(False)
        self.assertIs(None, None)
        self.assertIsNot(1, 2)
        self.assertIsNone(None)
        self.assertIsNotNone(1)
        self.assertIn(1, [1])
        self.assertNotIn(2, [1])

    def test_kinds_and_order(self):
        self.assertIsInstance(1, int)
        self.assertNotIsInstance(1, str)
        self.assertLess(1, 2)
        self.assertLessEqual(1, 1)
        self.assertGreater(2, 1)
        self.assertGreaterEqual(2, 2)
        self.assertNotAlmostEqual(1.0, 2.0)
        self.assertNotRegex('a', 'b')

    def test_containers(self):
        self.assertSequenceEqual([1], [1])
        self.assertTupleEqual((1,), (1,))
        self.assertDictEqual({}, {})
        self.assertSetEqual({1}, {1})
        self.assertMultiLineEqual('a', 'a')

    def test_exceptions(self):
        self.assertRaises(ValueError, int, 'a')
        self.assertRaisesRegex(ValueError, 'invalid', int, 'a')


class Runs(unittest.TestCase):
    def test_names(self):
        self.assertIn('test_names', self.id())
        self.assertIsNone(self.shortDescription())
        self.assertEqual(self.countTestCases(), 1)
        self.assertIs(self.failureException, AssertionError)

    def test_parts(self):
        for n in (1, 2):
            with self.subTest(n=n):
                self.assertLess(n, 3)

    def test_clean_up(self):
        done = []
        self.addCleanup(done.append, 1)
        self.doCleanups()
        self.assertEqual(done, [1])

    def test_contexts(self):
        value = self.enterContext(contextlib.nullcontext(3))
        self.assertEqual(value, 3)

    def test_skip(self):
        self.skipTest('not here')

    def test_warnings(self):
        with self.assertWarns(DeprecationWarning):
            warnings.warn('old', DeprecationWarning)
        with self.assertWarnsRegex(DeprecationWarning, 'old'):
            warnings.warn('old', DeprecationWarning)

    def test_logs(self):
        with self.assertLogs('a', 'INFO') as told:
            logging.getLogger('a').info('b')
        self.assertEqual(told.output, ['INFO:a:b'])
        with self.assertNoLogs('a'):
            pass


class Shared(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.addClassCleanup(print, "cleaned")

    @classmethod
    def tearDownClass(cls):
        print("left")

    @unittest.skipUnless(False, "no GPU")
    def test_gpu(self):
        raise unittest.SkipTest("never reached")

    def test_cpu(self):
        pass
