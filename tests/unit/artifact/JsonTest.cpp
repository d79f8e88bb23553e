// SPDX-License-Identifier: Apache-2.0
// Reading a stranger's JSON: nesting is bounded, brackets inside strings don't count, errors name the place.
#include "shared/protocol/Json.h"
#include "gtest/gtest.h"

using namespace tessera;

TEST(Json, ReadsWhatItWrites) {
  std::string error;
  auto value = protocol::parseJson(R"({"a":[1,2.5,"x\"[",null,true]})", error);
  ASSERT_TRUE(value) << error;
  EXPECT_EQ(protocol::toText(*value), R"({"a":[1,2.5,"x\"[",null,true]})");
}

TEST(Json, RefusesDeepNestingInsteadOfOverflowingTheStack) {
  std::string error;
  EXPECT_FALSE(protocol::parseJson(std::string(1 << 20, '['), error));
  EXPECT_EQ(error, "nested 1048576 deep, at most 64 are read");
  EXPECT_FALSE(protocol::parseJson(std::string(1 << 20, '{'), error));
  EXPECT_TRUE(protocol::parseJson(std::string(64, '[') + std::string(64, ']'), error));
}

TEST(Json, BracketsInStringsAreNotNesting) {
  std::string error;
  EXPECT_TRUE(protocol::parseJson("[\"" + std::string(1000, '[') + "\\\"\"]", error)) << error;
}

TEST(Json, ErrorsNameThePlace) {
  std::string error;
  EXPECT_FALSE(protocol::parseJson("[1, 2", error));
  EXPECT_NE(error.find("at 1:5"), std::string::npos) << error;
  EXPECT_FALSE(protocol::parseJson("", error));
  EXPECT_FALSE(protocol::parseJson("\"\xff\"", error));
  EXPECT_NE(error.find("UTF-8"), std::string::npos) << error;
}

TEST(Json, TextThatIsNotUtf8IsMended) {
  EXPECT_EQ(protocol::toUtf8("abc"), "abc");
  EXPECT_TRUE(llvm::json::isUTF8(protocol::toUtf8("a\xff")));
}
