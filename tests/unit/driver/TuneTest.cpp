// SPDX-License-Identifier: Apache-2.0
// The search for better choices.
#include "compiler/driver/Tune.h"
#include "tests/unit/driver/TunedPrograms.h"
#include <set>

using namespace tessera;

namespace {
class TuneTest : public TunedProgramTest {
protected:
  TuneSubject rank(const std::string &text, TuneOptions options = {}, std::vector<Setting> settings = {}) {
    CompileOptions compileOptions;
    compileOptions.settings = settings;
    auto program = compile(text, "", "sm_90a", settings);
    std::vector<TuneSubject> subjects = findTuneSubjects(*program, "");
    EXPECT_EQ(subjects.size(), 1u);
    rankSchedules(compiler, "program.py", text, compileOptions, *program, subjects.front(), options);
    return subjects.front();
  }
  std::string digest(const std::string &tune, std::vector<Setting> settings = {}) {
    return findTuneSubjects(*compile(productText, "", "sm_90a", std::move(settings)), tune).front().digest;
  }
};
} // namespace

TEST_F(TuneTest, EachScheduleCountsOnceAndTheFastestStandsFirst) {
  TuneSubject subject = rank(productText);
  ASSERT_GT(subject.candidates.size(), 10u) << subject.whyNone;
  std::set<std::string> tunes;
  for (size_t index = 0; index < subject.candidates.size(); ++index) {
    EXPECT_TRUE(tunes.insert(subject.candidates[index].tune).second);
    if (index > 0)
      EXPECT_LE(subject.candidates[index - 1].estimate.microseconds, subject.candidates[index].estimate.microseconds);
  }
  EXPECT_EQ(subject.candidates[subject.own].tune, "");
  EXPECT_EQ(subject.compiled, static_cast<int64_t>(subject.candidates.size()) + subject.same + subject.refused);
  EXPECT_GT(subject.same, 0) << "most choices change nothing";
}

TEST_F(TuneTest, ItsChoicesComeToWhatItEstimated) {
  TuneSubject subject = rank(productText, {}, {{"K", "256"}});
  ASSERT_FALSE(subject.candidates.empty());
  const TuneCandidate &last = subject.candidates.back();
  EXPECT_NE(last.tune.find("product."), std::string::npos) << last.tune;
  EXPECT_EQ(estimate(productText, last.tune, "sm_90a", {{"K", "256"}}).microseconds, last.estimate.microseconds);
}

TEST_F(TuneTest, ABudgetIsKept) {
  TuneOptions options;
  options.budget = 7;
  EXPECT_EQ(rank(productText, options).compiled, 7);
  options.isCancelled = [] { return true; };
  EXPECT_EQ(rank(productText, options).compiled, 1) << "the compiler's own choices are always there";
}

TEST_F(TuneTest, ConfigurationsOfAutotuneAreCandidates) {
  TuneSubject subject = rank(autotunedText);
  ASSERT_FALSE(subject.candidates.empty()) << subject.whyNone;
  const TuneCandidate &best = subject.candidates[subject.best];
  EXPECT_NE(best.tune.find("copy.config=1"), std::string::npos) << best.tune;
  EXPECT_NE(best.config.find("BLOCK: 2048"), std::string::npos) << best.config;
  EXPECT_NE(subject.candidates[subject.own].config.find("BLOCK: 32"), std::string::npos);
}

TEST_F(TuneTest, TheDigestIsOfWhatIsComputedAndChosenFrom) {
  EXPECT_EQ(digest(""), digest(""));
  EXPECT_NE(digest(""), digest("stages=2")) << "what a person has chosen";
  EXPECT_NE(digest(""), digest("", {{"K", "2048"}})) << "another launch";
}

TEST_F(TuneTest, AChoiceForOneKernelWinsOverOneForAll) {
  auto stages = [&](const std::string &tune) {
    DiagnosticSink sink;
    return compile(productText, tune)->show("tilegpu", "", "", sink).value_or("");
  };
  EXPECT_EQ(stages("product.stages=2"), stages("stages=2"));
  EXPECT_EQ(stages("product.stages=2;stages=3"), stages("stages=2"));
  EXPECT_NE(stages("stages=3"), stages("stages=2"));
}

TEST_F(TuneTest, EachKeyGetsTheConfigurationThatIsBestForIt) {
  std::string text = autotunedText;
  text += "few = torch.zeros(64, device='cuda')\n"
          "copy[lambda meta: (triton.cdiv(64, meta['BLOCK']),)](few, torch.zeros(64, device='cuda'), 64)\n";
  auto program = compile(text);
  ASSERT_EQ(program->autotuned().size(), 1u);
  std::vector<AutotunedKey> keys = program->autotuned().front().keys;
  ASSERT_EQ(keys.size(), 2u);
  EXPECT_EQ(keys[0].key, "n=8388608,float32,float32");
  EXPECT_EQ(keys[1].key, "n=64,float32,float32");
  TuneSubject subject = rank(text);
  ASSERT_FALSE(subject.candidates.empty()) << subject.whyNone;
  const TuneCandidate &best = subject.candidates[subject.best];
  EXPECT_EQ(best.tune.rfind("copy.config[n=8388608,float32,float32]=1", 0), 0u) << best.tune;
  EXPECT_EQ(best.tune.find("n=64"), std::string::npos) << best.tune;
  TuneOptions few;
  few.budget = 2; // the compiler's own, and one key's other configuration
  EXPECT_EQ(rank(text, few).compiled, 2);
}

TEST_F(TuneTest, WrongChoicesAreToldApart) {
  auto refuse = [&](const std::string &text, const std::string &tune) {
    CompileOptions options;
    options.tune = tune;
    auto program = compiler.compile("program.py", text, options);
    EXPECT_FALSE(program->ok());
    for (const Diagnostic &diagnostic : program->diagnostics())
      if (diagnostic.severity == Severity::error)
        return std::string(getText(diagnostic.id)) + ": " + diagnostic.message;
    return std::string();
  };
  EXPECT_EQ(refuse(productText, "prodct.stages=2"),
            "schedule-choice: `prodct.stages` is chosen, but no kernel is called `prodct`");
  EXPECT_EQ(refuse(productText, "product.config=0"), "schedule-choice: `--tune`: `product.config` is chosen, but no "
                                                     "kernel `product` under `triton.autotune` is launched");
  EXPECT_EQ(refuse(autotunedText, "config=0"),
            "schedule-choice: `--tune`: `config=0`: expected a kernel and a number, as in `matmul_kernel.config=1`");
  EXPECT_EQ(refuse(autotunedText, "copy.config=2"),
            "schedule-choice: `copy.config` is 2, but `copy` has 2 configurations, numbered from 0");
}
