// SPDX-License-Identifier: Apache-2.0
// What a line of the log looks like, whoever chose its words.
#include "runner/log/Log.h"
#include "shared/protocol/Json.h"
#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::runner;

static const spdlog::log_clock::time_point noon{std::chrono::milliseconds(1700000000123)};
static const llvm::json::Object fields{{"status", 200}, {"path", "/v1/jobs"}, {"ms", 1.5}};

TEST(Log, TextHasFieldsAfterTheWords) {
  EXPECT_EQ(log::formatLine(log::Format::text, noon, "info", "request", fields),
            "2023-11-14T22:13:20.123Z info request ms=1.5 path=/v1/jobs status=200");
}

TEST(Log, JsonIsOneObjectALine) {
  std::string error, line = log::formatLine(log::Format::json, noon, "info", "two\nlines \xff", fields);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  std::optional<llvm::json::Value> value = protocol::parseJson(line, error);
  ASSERT_TRUE(value) << error << line;
  const llvm::json::Object &object = *value->getAsObject();
  EXPECT_EQ(object.getString("time"), "2023-11-14T22:13:20.123Z");
  EXPECT_EQ(object.getString("level"), "info");
  EXPECT_TRUE(object.getString("message")->starts_with("two\nlines"));
  EXPECT_EQ(object.getInteger("status"), 200);
}

TEST(Log, AStrangersPathEndsNoLineAndForgesNoField) {
  for (const char *path : {"/a\n2023 info forged", "/a status=200", "/a\"", ""}) {
    std::string line = log::formatLine(log::Format::text, noon, "info", "request", llvm::json::Object{{"path", path}});
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    EXPECT_EQ(line.find("path=\""), strlen("2023-11-14T22:13:20.123Z info request ")) << line;
  }
}
