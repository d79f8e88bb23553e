// SPDX-License-Identifier: Apache-2.0
#include "runner/device/cuda/LaunchGraph.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cuda;

bool LaunchGraph::isThere(const Driver &driver) {
  return driver.streamCreate && driver.streamDestroy && driver.streamBeginCapture && driver.streamEndCapture &&
         driver.graphInstantiate && driver.graphLaunch && driver.graphRunDestroy && driver.graphDestroy;
}

LaunchGraph::LaunchGraph(Context &context, unsigned count, llvm::function_ref<bool(StreamHandle)> launch)
    : context(context), count(count) {
  static constexpr unsigned nonBlocking = 1;
  static constexpr int threadLocal = 1; // others of this process may allocate meanwhile
  const Driver &driver = context.driver;
  if (!context.check(driver.streamCreate(&stream, nonBlocking), "making a stream")) {
    stream = nullptr;
    return;
  }
  bool isRecorded = context.check(driver.streamBeginCapture(stream, threadLocal), "beginning a graph");
  for (unsigned i = 0; isRecorded && i < count; ++i)
    isRecorded = launch(stream);
  if (!isRecorded || !context.check(driver.streamEndCapture(stream, &graph), "ending a graph"))
    return;
  if (!context.check(driver.graphInstantiate(&run, graph, 0), "making a graph ready"))
    run = nullptr;
}

LaunchGraph::~LaunchGraph() {
  if (run)
    context.driver.graphRunDestroy(run);
  if (graph)
    context.driver.graphDestroy(graph);
  if (stream)
    context.driver.streamDestroy(stream);
}

bool LaunchGraph::time(EventHandle begin, EventHandle end, double &milliseconds) {
  const Driver &driver = context.driver;
  float whole = 0;
  bool timed = context.check(driver.eventRecord(begin, stream), "recording an event") &&
               context.check(driver.graphLaunch(run, stream), "launching a graph") &&
               context.check(driver.eventRecord(end, stream), "recording an event") &&
               context.check(driver.eventSynchronize(end), "running a graph") &&
               context.check(driver.eventElapsedTime(&whole, begin, end), "reading a time");
  milliseconds = static_cast<double>(whole) / count;
  return timed;
}
