// SPDX-License-Identifier: Apache-2.0
// Every endpoint of shared/protocol/README.md as one pure function.
#pragma once

#include "runner/api/Services.h"

namespace tessera::runner::api {

/// Whether an `Accept` takes the media type: `text/html;q=0.8, */*` and the like; a type with `q=0` is not accepted.
bool accepts(llvm::StringRef header, llvm::StringRef type);

/// True for paths that the API answers; the playground's files have the others.
bool isApiPath(llvm::StringRef path);

/// What can be refused from the head alone, before a body is read: access, path, method, media type, announced length,
/// what the token may put. Finds out `request.caller` and `request.uploadRoom`.
std::optional<Response> refuseEarly(Request &request, const Services &services);

/// The most bytes of body that this request may have, and what to say of one that has more.
uint64_t bodyLimit(const Request &request, const Services &services);
Problem describeTooLarge(const Request &request, const Services &services);

/// The answer, for `request.caller`, whom this finds out. Checks everything that `refuseEarly` does again, so that it
/// is safe by itself.
Response handle(Request &request, Services &services);

} // namespace tessera::runner::api
