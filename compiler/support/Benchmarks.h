// SPDX-License-Identifier: Apache-2.0
// The benchmarks that a file declares (`triton.testing.perf_report`, `do_bench`, a table `__tessera_bench__`), and one
// point of one of them, recorded as a program: what the front end is asked, and what it tells beside that program.
#pragma once

#include "compiler/support/Diagnostic.h"
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// A sweep: a function called for each of `xs` with each of `lines`.
struct DeclaredBenchmark {
  struct X {
    std::vector<std::string> values;                         // as Python prints them, one for each of `xNames`
    double place = std::numeric_limits<double>::quiet_NaN(); // the first one, where it is a number
  };
  struct Line {
    std::string value, label, color, style; // `label` is what people read; color and style may be empty
  };
  enum class Kind {
    report, // under `triton.testing.perf_report`
    table,  // of the file's `__tessera_bench__`
    calls,  // the file's own calls of `do_bench`, outside of any function: one point, and no function of its own
  };
  Kind kind = Kind::report;
  std::string name; // `plot_name`; the same one never twice: ` (2)` tells a second apart
  SourceRange range;
  std::vector<std::string> xNames;
  std::vector<X> xs; // one without values where nothing is swept
  std::string lineName;
  std::vector<Line> lines; // one without a label where there are none
  std::string xLabel, yLabel;
  bool xLog = false, yLog = false;
};

/// One call of `do_bench`, or of a function of the table: what is to be measured.
struct MeasuredCall {
  SourceRange range;
  double warmup = 25, repetition = 100; // milliseconds to spend, as in Triton
  bool isGraph = false;                 // `do_bench_cudagraph`
  std::vector<std::string> kernels;     // launched by it, and by nothing else of the program
  size_t launches = 0;
  std::vector<std::string> hostOperations; // what else computes in it: not measured, as it runs on no GPU
};

/// A point by its texts: another version of the file may list others before it.
struct BenchmarkPoint {
  std::string benchmark;
  std::vector<std::string> x; // `X::values`
  std::string line;           // `Line::label`
};

struct BenchmarkEvaluation {
  /// None: the program is evaluated for what it declares, and `declared` is all that is of use afterwards.
  std::optional<BenchmarkPoint> point;
  /// Milliseconds that the point's calls of `do_bench` took, in order: what they give to the program. A call without
  /// any gives NaN.
  std::vector<std::vector<double>> times;

  std::vector<DeclaredBenchmark> declared;
  bool hasPoint = false; // the file declares `point`
  std::vector<MeasuredCall> calls;
  std::vector<double> returned; // numbers that the point's function gave; of several the first one is drawn
};

} // namespace tessera
