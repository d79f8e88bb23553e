// SPDX-License-Identifier: Apache-2.0
// How results of tests are written: for people, as TAP 14, JUnit XML or JSON lines.
#pragma once

#include "compiler/driver/Tests.h"
#include <memory>
#include <string>

namespace tessera::runner::cli {

struct TestTotals {
  size_t passed = 0, failed = 0, skipped = 0, broken = 0; // `broken`: files that could not be evaluated
  double milliseconds = 0;
};

/// Takes results as they come and gives text to write: at once, or at the end.
class TestFormat {
public:
  virtual ~TestFormat();
  virtual std::string begin() { return ""; }
  virtual std::string add(const std::string &file, const TestReport &report) = 0;
  /// A file without tests, since it could not be evaluated.
  virtual std::string addBroken(const std::string &file, const TestSummary &summary) = 0;
  virtual std::string end(const TestTotals &totals) = 0;
};

std::unique_ptr<TestFormat> makeTap();
std::unique_ptr<TestFormat> makeJunit();
std::unique_ptr<TestFormat> makeJsonLines();

/// `text` inside of an XML document: without control characters, which none can have.
std::string toXml(llvm::StringRef text);

/// `12 passed, 1 failed, 3 skipped in 0.52 s`.
std::string describe(const TestTotals &totals);

} // namespace tessera::runner::cli
