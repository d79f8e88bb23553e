-- Tokens, of which only hashes are kept, and whose a job is. Both kinds of database take the same text from here on.
CREATE TABLE tokens(
  name TEXT PRIMARY KEY, scope TEXT NOT NULL, hash TEXT NOT NULL, previous_hash TEXT, previous_until BIGINT,
  created BIGINT NOT NULL, expires BIGINT, revoked BIGINT);
ALTER TABLE jobs ADD COLUMN owner TEXT NOT NULL DEFAULT '';
