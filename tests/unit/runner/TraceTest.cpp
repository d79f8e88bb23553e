// SPDX-License-Identifier: Apache-2.0
// Which `traceparent` is one, by the examples and rules of W3C Trace Context.
#include "runner/api/Trace.h"
#include "gtest/gtest.h"

using namespace tessera::runner::api;

static const std::string trace = "4bf92f3577b34da6a3ce929d0e0e4736", parent = "00f067aa0ba902b7";

static std::string read(const std::string &text) {
  std::string why;
  std::optional<std::string> traceparent = readTraceparent(text, why);
  EXPECT_EQ(traceparent.has_value(), why.empty());
  return traceparent.value_or("");
}

TEST(Trace, TheStandardsExamplesAreTaken) {
  for (const char *flags : {"-01", "-00", "-03"}) {
    std::string text = "00-" + trace + "-" + parent + flags;
    EXPECT_EQ(read(text), text);
    EXPECT_EQ(traceIdOf(text), trace);
  }
}

TEST(Trace, LaterVersionsAreReadAsFarAsTheyAreKnown) {
  EXPECT_EQ(read("01-" + trace + "-" + parent + "-01"), "00-" + trace + "-" + parent + "-01");
  EXPECT_EQ(read("cc-" + trace + "-" + parent + "-01-what-comes"), "00-" + trace + "-" + parent + "-01");
  EXPECT_EQ(read("cc-" + trace + "-" + parent + "-fe-"), "00-" + trace + "-" + parent + "-00");
  EXPECT_EQ(read("cc-" + trace + "-" + parent + "-01.what"), "");
}

TEST(Trace, WhatIsNoneIsNone) {
  std::string zeros32(32, '0'), zeros16(16, '0'), upper = "4BF92F3577B34DA6A3CE929D0E0E4736";
  for (const std::string &text :
       {std::string(), std::string("00"), "00-" + trace + "-" + parent, "00-" + trace + "-" + parent + "-0",
        "00-" + trace + "-" + parent + "-01-", "00-" + trace + "-" + parent + "-01x",
        "00-" + trace + "-" + parent + "-0g", "ff-" + trace + "-" + parent + "-01",
        "0g-" + trace + "-" + parent + "-01", "00-" + upper + "-" + parent + "-01",
        "00-" + zeros32 + "-" + parent + "-01", "00-" + trace + "-" + zeros16 + "-01",
        "00_" + trace + "-" + parent + "-01", "00-" + trace + "_" + parent + "-01",
        "00-" + trace + "-" + parent + "_01", " 00-" + trace + "-" + parent + "-01",
        "00-" + trace + "-" + parent + "-01,00-" + trace + "-" + parent + "-01"})
    EXPECT_EQ(read(text), "") << text;
}
