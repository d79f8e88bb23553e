-- What jobs of benchmarks are to measure, beside which artifact, and what names an answer that another may have, too;
-- and baselines by their names.
CREATE TABLE benchmarks(
  job TEXT PRIMARY KEY REFERENCES jobs(id) ON DELETE CASCADE, request TEXT NOT NULL, baseline TEXT NOT NULL,
  cache_key TEXT NOT NULL);
CREATE INDEX benchmarks_by_key ON benchmarks(cache_key);
CREATE TABLE baselines(
  name TEXT NOT NULL, entry TEXT NOT NULL, content TEXT NOT NULL, created BIGINT NOT NULL, PRIMARY KEY(name, entry));
