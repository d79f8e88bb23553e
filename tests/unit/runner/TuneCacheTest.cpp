// SPDX-License-Identifier: Apache-2.0
// What tuning keeps, and how candidates are measured against each other.
#include "runner/store/TuneCache.h"
#include "tests/unit/runner/Fixture.h"
#include <fstream>

using namespace tessera;
using namespace tessera::runner;
namespace fs = std::filesystem;

namespace {
class TuneCacheTest : public testing::Test {
protected:
  fs::path folder = fs::path(testing::TempDir()) / ("tessera-tune-" + std::to_string(::getpid()) + "-" + testing::UnitTest::GetInstance()->current_test_info()->name());
  const TuneKey key = {"digest", "1.0", "sm_90a"};
  void SetUp() override { fs::remove_all(folder); }
  void TearDown() override { fs::remove_all(folder); }

  std::unique_ptr<TuneCache> open() {
    Result<std::unique_ptr<TuneCache>> cache = TuneCache::open(folder.string());
    EXPECT_TRUE(cache) << (cache ? "" : cache.problem().detail);
    return cache ? std::move(*cache) : nullptr;
  }
  std::string find(TuneCache &cache, const TuneKey &wanted, const std::string &device = "") {
    Result<std::optional<TunedChoice>> found = cache.find(wanted, device);
    return !found ? found.problem().detail : !*found ? "nothing" : (*found)->how + " " + (*found)->tune;
  }
};
} // namespace

TEST_F(TuneCacheTest, AChoiceIsFoundAgainByAllOfItsKey) {
  ASSERT_TRUE(open()->keep(key, {"stages=3", "model", "", 12.5, "2026-01-01T00:00:00Z"}));
  std::unique_ptr<TuneCache> cache = open(); // another process
  EXPECT_EQ(find(*cache, key), "model stages=3");
  EXPECT_DOUBLE_EQ((*cache->find(key, ""))->value, 12.5);
  EXPECT_EQ(find(*cache, {"other", "1.0", "sm_90a"}), "nothing");
  EXPECT_EQ(find(*cache, {"digest", "1.1", "sm_90a"}), "nothing") << "another compiler may schedule otherwise";
  EXPECT_EQ(find(*cache, {"digest", "1.0", "sm_80"}), "nothing");
  EXPECT_EQ(find(*cache, key, "H100"), "nothing") << "who has a GPU measures";
}

TEST_F(TuneCacheTest, MeasuredCountsBeforeModelledAndTheLatestFirst) {
  std::unique_ptr<TuneCache> cache = open();
  ASSERT_TRUE(cache->keep(key, {"stages=2", "measured", "H100", 0.25, "2026-01-01T00:00:00Z"}));
  ASSERT_TRUE(cache->keep(key, {"stages=3", "measured", "H200", 0.2, "2026-01-02T00:00:00Z"}));
  ASSERT_TRUE(cache->keep(key, {"stages=4", "model", "", 9, "2026-01-03T00:00:00Z"}));
  EXPECT_EQ(find(*cache, key), "measured stages=3");
  EXPECT_EQ(find(*cache, key, "H100"), "measured stages=2");
  EXPECT_DOUBLE_EQ((*cache->find(key, "H100"))->value, 0.25);
  ASSERT_TRUE(cache->keep(key, {"stages=5", "measured", "H100", 0.1, "2026-01-04T00:00:00Z"}));
  EXPECT_EQ(find(*cache, key, "H100"), "measured stages=5") << "takes its place";
}

TEST_F(TuneCacheTest, ADamagedOneIsNamedWithItsRemedy) {
  fs::create_directories(folder);
  std::ofstream(folder / "tune-1.sqlite") << std::string(8192, 'x');
  Result<std::unique_ptr<TuneCache>> cache = TuneCache::open(folder.string());
  ASSERT_FALSE(cache);
  EXPECT_NE(cache.problem().detail.find("the tuning cache `"), std::string::npos) << cache.problem().detail;
  EXPECT_NE(cache.problem().detail.find("`--no-cache`"), std::string::npos) << cache.problem().detail;
}
