// SPDX-License-Identifier: Apache-2.0
// One function an endpoint. `parameter` is the variable segment of the path.
#pragma once

#include "runner/api/Services.h"

namespace tessera::runner::api {

Response getLive(const Request &request, Services &services, llvm::StringRef parameter);
Response getReady(const Request &request, Services &services, llvm::StringRef parameter);
Response getVersion(const Request &request, Services &services, llvm::StringRef parameter);
Response getDevices(const Request &request, Services &services, llvm::StringRef parameter);
Response getFleet(const Request &request, Services &services, llvm::StringRef parameter);
Response getMetrics(const Request &request, Services &services, llvm::StringRef parameter);
Response takeMcp(const Request &request, Services &services, llvm::StringRef parameter);
Response endMcp(const Request &request, Services &services, llvm::StringRef parameter);
Response putArtifact(const Request &request, Services &services, llvm::StringRef digest);
Response getArtifact(const Request &request, Services &services, llvm::StringRef digest);
Response postJob(const Request &request, Services &services, llvm::StringRef parameter);
Response listJobs(const Request &request, Services &services, llvm::StringRef parameter);
Response getJob(const Request &request, Services &services, llvm::StringRef id);
Response getOutput(const Request &request, Services &services, llvm::StringRef id);
Response cancelJob(const Request &request, Services &services, llvm::StringRef id);
Response listTokens(const Request &request, Services &services, llvm::StringRef parameter);
Response createToken(const Request &request, Services &services, llvm::StringRef parameter);
Response rotateToken(const Request &request, Services &services, llvm::StringRef name);
Response limitToken(const Request &request, Services &services, llvm::StringRef name);
Response revokeToken(const Request &request, Services &services, llvm::StringRef name);
Response listWorkers(const Request &request, Services &services, llvm::StringRef parameter);
Response drainWorker(const Request &request, Services &services, llvm::StringRef name);
Response undrainWorker(const Request &request, Services &services, llvm::StringRef name);
Response listDeadLetters(const Request &request, Services &services, llvm::StringRef parameter);
Response retryJob(const Request &request, Services &services, llvm::StringRef id);
Response deleteJob(const Request &request, Services &services, llvm::StringRef id);
Response putBaseline(const Request &request, Services &services, llvm::StringRef name);
Response getBaseline(const Request &request, Services &services, llvm::StringRef name);
Response postLink(const Request &request, Services &services, llvm::StringRef parameter);
Response getLink(const Request &request, Services &services, llvm::StringRef id);
/// `bench` of a job's options. `baseline` is an artifact that is there.
std::optional<Problem> readBench(const llvm::json::Value &value, Services &services, BenchRequest &bench);
/// The answer that another job of the same key has; nothing where none may have it, or has.
std::optional<Response> findCachedAnswer(const JobRequest &job, const Caller &caller, Services &services);
/// Names the result of `job`, which has a device; empty where it is another one each time.
std::string makeCacheKey(const JobRequest &job, const Services &services);
Response getEvents(const Request &request, Services &services, llvm::StringRef id);

} // namespace tessera::runner::api
