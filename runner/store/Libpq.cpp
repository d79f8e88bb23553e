// SPDX-License-Identifier: Apache-2.0
#include "runner/store/Libpq.h"
#include <dlfcn.h>
#include <mutex>

using namespace tessera;
using namespace tessera::runner;

static Result<const Libpq *> open() {
  void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return makeProblem(ProblemCode::unavailable,
                       "a database needs PostgreSQL's client library, `libpq.so.5` (`apt-get install libpq5`), which "
                       "can't be loaded: " +
                           std::string(dlerror()));
  static Libpq api;
  std::string missing;
  auto take = [&](auto &function, const char *name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    if (!function)
      missing = name;
  };
  take(api.connectdb, "PQconnectdb");
  take(api.finish, "PQfinish");
  take(api.status, "PQstatus");
  take(api.reset, "PQreset");
  take(api.transactionStatus, "PQtransactionStatus");
  take(api.errorMessage, "PQerrorMessage");
  take(api.prepare, "PQprepare");
  take(api.execPrepared, "PQexecPrepared");
  take(api.exec, "PQexec");
  take(api.clear, "PQclear");
  take(api.resultStatus, "PQresultStatus");
  take(api.resultErrorField, "PQresultErrorField");
  take(api.resultErrorMessage, "PQresultErrorMessage");
  take(api.ntuples, "PQntuples");
  take(api.cmdTuples, "PQcmdTuples");
  take(api.getvalue, "PQgetvalue");
  take(api.getlength, "PQgetlength");
  take(api.getisnull, "PQgetisnull");
  take(api.socket, "PQsocket");
  take(api.consumeInput, "PQconsumeInput");
  take(api.notifies, "PQnotifies");
  take(api.freemem, "PQfreemem");
  take(api.setNoticeProcessor, "PQsetNoticeProcessor");
  if (!missing.empty())
    return makeProblem(ProblemCode::unavailable, "`libpq.so.5` has no `" + missing + "`: it is of another version");
  return &api;
}

Result<const Libpq *> Libpq::load() {
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  static Result<const Libpq *> loaded = open();
  if (!loaded) // it may have been installed since
    loaded = open();
  return loaded;
}
