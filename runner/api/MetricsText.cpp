// SPDX-License-Identifier: Apache-2.0
#include "runner/api/MetricsText.h"
#include "runner/jobs/FailureCause.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::api;

namespace {
class Writer {
public:
  void gauge(llvm::StringRef name, llvm::StringRef help, int64_t value) {
    add(name, "gauge", help), sample("", std::to_string(value));
  }
  void seconds(llvm::StringRef name, llvm::StringRef help, int64_t milliseconds) {
    add(name, "gauge", help), sample("", llvm::formatv("{0:F3}", static_cast<double>(milliseconds) / 1000).str());
  }
  void counter(llvm::StringRef name, llvm::StringRef help, int64_t value) {
    add(name, "counter", help), sample("", std::to_string(value));
  }
  /// One sample for each name; `values` are as many.
  template <typename Names, typename Values>
  void family(llvm::StringRef name, llvm::StringRef type, llvm::StringRef help, llvm::StringRef label,
              const Names &names, const Values &values) {
    add(name, type, help);
    for (size_t i = 0; i < std::size(names); ++i)
      sample(("{" + label + "=\"" + llvm::StringRef(names[i]) + "\"}").str(),
             std::to_string(static_cast<int64_t>(values[i])));
  }

  std::string text;

private:
  void add(llvm::StringRef name, llvm::StringRef type, llvm::StringRef help) {
    current = name.str();
    text += ("# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n").str();
  }
  void sample(const std::string &labels, const std::string &value) { text += current + labels + " " + value + "\n"; }

  std::string current;
};
} // namespace

static void writeJobs(Writer &writer, const Metrics &metrics, const QueueCounts &counts) {
  writer.counter("tessera_jobs_submitted_total", "Jobs accepted since the start.", metrics.jobsSubmitted);
  writer.counter("tessera_jobs_finished_total", "Jobs that reached a final state here since the start.",
                 metrics.jobsFinished);
  static constexpr const char *failures = "tessera_job_failures_total";
  if (counts.failures)
    writer.family(
        failures, "counter",
        "Attempts at jobs that ended otherwise than well in the whole fleet, by cause; each front end says it.",
        "cause", failureCauseTexts, *counts.failures);
  else
    writer.family(failures, "counter", "Attempts at jobs that ended here otherwise than well, by cause.", "cause",
                  failureCauseTexts, metrics.jobFailures);
  writer.seconds("tessera_jobs_oldest_queued_seconds", "How long the oldest job has waited; 0 where none waits.",
                 counts.oldestQueuedMs);
}

static void writeConnections(Writer &writer, const Metrics &metrics) {
  writer.family("tessera_http_connections_by_state", "gauge", "Open connections by what they do.", "state",
                connectionActivityTexts, metrics.connectionsByActivity);
  writer.counter("tessera_http_connections_shed_total", "Connections that made room for others, since the start.",
                 metrics.connectionsShed);
  writer.counter("tessera_http_connections_refused_total", "Connections for which there was no room, since the start.",
                 metrics.connectionsRefused);
  writer.counter("tessera_tls_handshakes_total", "TLS handshakes that were done.", metrics.tlsHandshakes);
  writer.family("tessera_tls_handshake_failures_total", "counter", "TLS handshakes that failed, by cause.", "cause",
                tlsFailureTexts, metrics.tlsFailures);
}

static void writeMcp(Writer &writer, const Metrics &metrics) {
  writer.gauge("tessera_mcp_sessions", "Sessions of coding agents at /mcp.", metrics.mcpSessions);
  writer.gauge("tessera_mcp_calls", "Calls of tools at /mcp that run or wait for their turn.", metrics.mcpCalls);
  writer.family("tessera_mcp_calls_total", "counter", "Calls of tools at /mcp since the start, by their end.", "end",
                mcpEndTexts, metrics.mcpEnded);
}

static void writeResponses(Writer &writer, const Metrics &metrics) {
  static constexpr const char *classes[] = {"0xx", "1xx", "2xx", "3xx", "4xx", "5xx"};
  writer.family("tessera_http_responses_total", "counter", "Responses by class of status.", "status",
                llvm::ArrayRef(classes).drop_front(), llvm::ArrayRef(metrics.responses).drop_front());
  std::vector<llvm::StringRef> codes;
  for (size_t i = 0; i < protocol::countProblemCodes(); ++i)
    codes.push_back(protocol::getText(static_cast<ProblemCode>(i)));
  writer.family("tessera_http_problems_total", "counter", "Requests that were answered by a problem, by its code.",
                "code", codes, metrics.problems);
}

std::string api::writeMetrics(const Services &services, const QueueCounts &counts, size_t devices) {
  const Metrics &metrics = services.metrics;
  Writer writer;
  writer.gauge("tessera_jobs_queued", "Jobs that wait.", counts.queued);
  writer.gauge("tessera_jobs_running", "Jobs that run.", counts.running);
  writer.gauge("tessera_leases", "Leases that are held: jobs that a device has taken.", counts.running);
  writer.gauge("tessera_devices", "Devices that take jobs.", static_cast<int64_t>(devices));
  // A fleet's devices are elsewhere; each runs one job at a time, under a lease.
  writer.gauge("tessera_devices_busy", "Devices that run a job.",
               services.devices.empty() ? counts.running : metrics.devicesBusy.load());
  writer.gauge("tessera_http_connections", "Open connections.", metrics.connections);
  writer.gauge("tessera_event_streams", "Connections that follow a job's events.", metrics.eventStreams);
  writeJobs(writer, metrics, counts);
  writeConnections(writer, metrics);
  writeResponses(writer, metrics);
  writeMcp(writer, metrics);
  return writer.text;
}
