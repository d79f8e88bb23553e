-- Short links: the text of a link by the beginning of its hash. None goes to make room: it was sent to somebody.
CREATE TABLE links(
  id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, content TEXT NOT NULL, bytes BIGINT NOT NULL, created BIGINT NOT NULL);
