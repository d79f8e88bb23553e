// SPDX-License-Identifier: Apache-2.0
// `--artifacts`: which kind of place an address names.
#include "runner/objects/ObjectPlace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdlib>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::objects;

static Problem refuse(const std::string &url, const std::string &why) {
  return makeProblem(ProblemCode::badRequest, "`--artifacts` is `" + url + "`" + why);
}

static Result<std::shared_ptr<ArtifactPlace>> openObjects(const std::string &url) {
  if (llvm::StringRef(url).contains('@'))
    return makeProblem(ProblemCode::badRequest, "`--artifacts` has a password in it; keys are read from "
                                                "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  Result<http::Url> address = http::Url::parse(url);
  if (!address)
    return refuse(url, ", expected for example `https://host:9000/bucket/prefix`");
  auto isPlain = [](char c) { return llvm::isAlnum(c) || llvm::StringRef("-_.~/").contains(c); };
  if (address->base.empty() || !llvm::all_of(address->base, isPlain) || llvm::StringRef(address->base).contains("//"))
    return refuse(url, ", which names no bucket, or one with other characters than letters, digits and `-_.~/`; "
                       "expected for example `https://host:9000/bucket/prefix`");
  const char *authorities = std::getenv("AWS_CA_BUNDLE");
  Result<http::Client> client = http::Client::make(*address, "", authorities && address->isSecure ? authorities : "");
  if (!client)
    return client.problem();
  return std::shared_ptr<ArtifactPlace>(
      std::make_shared<ObjectPlace>(url, std::move(*address), std::move(*client), Credentials::fromEnvironment()));
}

Result<std::shared_ptr<ArtifactPlace>> objects::openPlace(const std::string &url) {
  llvm::StringRef rest = url;
  if (rest.starts_with("http://") || rest.starts_with("https://"))
    return openObjects(url);
  if (rest.contains("://") && !rest.consume_front("file://"))
    return refuse(url, ", expected a folder, `file:///folder` or `http://host/bucket/prefix`");
  if (!rest.starts_with("/"))
    return refuse(url, ", expected a folder's whole path, which all machines of the fleet see");
  std::string path = rest.rtrim('/').str();
  return openFolderPlace("file://" + path, path.empty() ? "/" : path);
}
