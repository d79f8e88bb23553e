// SPDX-License-Identifier: Apache-2.0
// Short links: texts by the beginning of their hash, so that whoever has a link can tell whether the text is the one
// that it was made of.
#include "runner/store/JobStore.h"

using namespace tessera;
using namespace tessera::runner;

Result<KeptLink> JobStore::keepLink(const std::string &hash, const std::string &content, const LinkRoom &room) {
  std::lock_guard lock(mutex);
  Transaction transaction(*database, "links");
  if (!transaction.status())
    return transaction.status().problem();
  KeptLink link;
  if (Status status =
          database->query("SELECT id FROM links WHERE hash=?", {hash}, [&](const Row &row) { link.id = row.text(0); });
      !status)
    return status.problem();
  if (!link.id.empty())
    return link;
  int64_t links = 0, bytes = 0, size = static_cast<int64_t>(content.size());
  if (Status status = database->query("SELECT COUNT(*), CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM links", {},
                                      [&](const Row &row) { links = row.integer(0), bytes = row.integer(1); });
      !status)
    return status.problem();
  if (links >= room.links || bytes + size > room.bytes)
    return makeProblem(ProblemCode::unavailable, "this runner keeps " + std::to_string(links) + " short links of " +
                                                     std::to_string(bytes) + " bytes and has room for " +
                                                     std::to_string(room.links) + " of " + std::to_string(room.bytes) +
                                                     "; `--short-links` gives it more");
  // Another text may begin with the same hash, by chance or by somebody's patience: then it takes more of it.
  for (size_t length = shortestLink; link.id.empty() && length <= hash.size(); ++length) {
    bool isTaken = false;
    std::string id = hash.substr(0, length);
    if (Status status = database->query("SELECT 1 FROM links WHERE id=?", {id}, [&](const Row &) { isTaken = true; });
        !status)
      return status.problem();
    if (!isTaken)
      link.id = id;
  }
  link.created = true;
  if (Status status = database->query("INSERT INTO links VALUES(?, ?, ?, ?, ?)", {link.id, hash, content, size, now()});
      !status)
    return status.problem();
  if (Status status = transaction.commit(); !status)
    return status.problem();
  return link;
}

Result<std::string> JobStore::readLink(const std::string &id) {
  std::lock_guard lock(mutex);
  std::optional<std::string> content;
  if (Status status =
          database->query("SELECT content FROM links WHERE id=?", {id}, [&](const Row &row) { content = row.text(0); });
      !status)
    return status.problem();
  if (!content)
    return makeProblem(ProblemCode::notFound, "this runner keeps no short link `" + id + "`");
  return *content;
}
