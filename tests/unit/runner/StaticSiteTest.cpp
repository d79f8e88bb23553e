// SPDX-License-Identifier: Apache-2.0
// The playground's files are served with the right types, and nothing outside their folder ever.
#include "runner/http/StaticSite.h"
#include "tests/unit/runner/Fixture.h"
#include <fstream>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::test;
namespace fs = std::filesystem;

namespace {
class StaticSiteTest : public testing::Test {
protected:
  void SetUp() override {
    fs::create_directories(root + "/assets");
    write("index.html", "<p>home");
    write("tessera.wasm", "plain");
    write("tessera.wasm.br", "brotli");
    write("tessera.wasm.gz", "gzip");
    write("assets/app-1234.js", "code");
    std::ofstream(folder.path + "/secret") << "secret";
    fs::create_symlink(folder.path + "/secret", root + "/link");
    site = *http::StaticSite::open(root);
  }
  void write(const std::string &name, const std::string &text) { std::ofstream(root + "/" + name) << text; }
  api::Response ask(const std::string &target, std::map<std::string, std::string> headers = {},
                    const std::string &method = "GET") {
    api::Request request = *api::parseTarget(target);
    request.method = method;
    request.headers = std::move(headers);
    return site->handle(request);
  }
  static std::string header(const api::Response &response, const std::string &name) {
    for (const auto &[key, value] : response.headers)
      if (key == name)
        return value;
    return "";
  }

  TemporaryFolder folder;
  std::string root = folder.path + "/site";
  std::unique_ptr<http::StaticSite> site;
};
} // namespace

TEST_F(StaticSiteTest, FilesHaveTheirTypes) {
  EXPECT_EQ(ask("/").body, "<p>home");
  EXPECT_EQ(header(ask("/"), "Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(header(ask("/tessera.wasm"), "Content-Type"), "application/wasm");
  EXPECT_EQ(header(ask("/assets/app-1234.js"), "Content-Type"), "text/javascript; charset=utf-8");
  EXPECT_NE(header(ask("/assets/app-1234.js"), "Cache-Control").find("immutable"), std::string::npos);
  EXPECT_EQ(header(ask("/"), "Cache-Control"), "no-cache");
}

TEST_F(StaticSiteTest, CompressedSiblingsAreUsed) {
  EXPECT_EQ(ask("/tessera.wasm").body, "plain");
  api::Response brotli = ask("/tessera.wasm", {{"accept-encoding", "gzip, deflate, br"}});
  EXPECT_EQ(brotli.body, "brotli");
  EXPECT_EQ(header(brotli, "Content-Encoding"), "br");
  EXPECT_EQ(header(brotli, "Content-Type"), "application/wasm");
  EXPECT_EQ(ask("/tessera.wasm", {{"accept-encoding", "gzip, br;q=0"}}).body, "gzip");
  EXPECT_EQ(ask("/assets/app-1234.js", {{"accept-encoding", "br"}}).body, "code");
}

TEST_F(StaticSiteTest, AnETagSavesTheBody) {
  std::string tag = header(ask("/"), "ETag");
  ASSERT_FALSE(tag.empty());
  EXPECT_EQ(ask("/", {{"if-none-match", "\"x\", W/" + tag}}).status, 304);
  EXPECT_EQ(ask("/", {{"if-none-match", "\"x\""}}).status, 200);
}

TEST_F(StaticSiteTest, NothingOutsideTheFolder) {
  for (const char *target : {"/../secret", "/%2e%2e/secret", "/assets/../../secret", "/..%2fsecret", "/link",
                             "/assets/..%2f..%2f..%2fetc/passwd", "//etc/passwd", "/nothing", "/assets"})
    EXPECT_EQ(ask(target).status, 404) << target;
}

TEST_F(StaticSiteTest, OnlyReading) { EXPECT_EQ(ask("/", {}, "POST").status, 405); }

TEST(StaticSite, AFolderWithoutAPageIsRefused) {
  TemporaryFolder folder;
  auto site = http::StaticSite::open(folder.path);
  ASSERT_FALSE(site);
  EXPECT_NE(site.problem().detail.find("./dev web"), std::string::npos);
  EXPECT_FALSE(http::StaticSite::open(folder.path + "/none"));
}
