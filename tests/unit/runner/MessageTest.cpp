// SPDX-License-Identifier: Apache-2.0
// Targets as clients write them, well and badly.
#include "runner/api/Message.h"
#include "gtest/gtest.h"

using namespace tessera::runner::api;

TEST(Message, PathsAndQueriesAreDecoded) {
  auto request = parseTarget("/a%20b/%C3%A9?x=1+2&y=%26&flag&=ignored");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->path, "/a b/é");
  EXPECT_EQ(request->query["x"], "1 2");
  EXPECT_EQ(request->query["y"], "&");
  EXPECT_EQ(request->query.count("flag"), 1u);
  EXPECT_EQ(request->query.count(""), 0u);
}

TEST(Message, MalformedTargetsAreRefused) {
  for (const char *target : {"", "x", "*", "http://host/", "/%", "/%4", "/%zz", "/%00", "/a?x=%", "/%FF"})
    EXPECT_FALSE(parseTarget(target)) << target;
}
