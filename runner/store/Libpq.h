// SPDX-License-Identifier: Apache-2.0
// PostgreSQL's client library, looked for at run time: only who asks for a database needs it.
#pragma once

#include "runner/Result.h"
#include <libpq-fe.h>

namespace tessera::runner {

struct Libpq {
  decltype(&PQconnectdb) connectdb = nullptr;
  decltype(&PQfinish) finish = nullptr;
  decltype(&PQstatus) status = nullptr;
  decltype(&PQreset) reset = nullptr;
  decltype(&PQtransactionStatus) transactionStatus = nullptr;
  decltype(&PQerrorMessage) errorMessage = nullptr;
  decltype(&PQprepare) prepare = nullptr;
  decltype(&PQexecPrepared) execPrepared = nullptr;
  decltype(&PQexec) exec = nullptr;
  decltype(&PQclear) clear = nullptr;
  decltype(&PQresultStatus) resultStatus = nullptr;
  decltype(&PQresultErrorField) resultErrorField = nullptr;
  decltype(&PQresultErrorMessage) resultErrorMessage = nullptr;
  decltype(&PQntuples) ntuples = nullptr;
  decltype(&PQcmdTuples) cmdTuples = nullptr;
  decltype(&PQgetvalue) getvalue = nullptr;
  decltype(&PQgetlength) getlength = nullptr;
  decltype(&PQgetisnull) getisnull = nullptr;
  decltype(&PQsocket) socket = nullptr;
  decltype(&PQconsumeInput) consumeInput = nullptr;
  decltype(&PQnotifies) notifies = nullptr;
  decltype(&PQfreemem) freemem = nullptr;
  decltype(&PQsetNoticeProcessor) setNoticeProcessor = nullptr;

  /// Loaded once; a problem where `libpq.so.5` is not there.
  static Result<const Libpq *> load();
};

} // namespace tessera::runner
