-- Jobs, their events and attempts, artifacts, and the machines that run jobs. Times are milliseconds since 1970 by the
-- database's clock.
CREATE TABLE artifacts(
  digest TEXT PRIMARY KEY, bytes BIGINT NOT NULL, manifest TEXT NOT NULL, created BIGINT NOT NULL, content BYTEA NOT NULL);
CREATE TABLE jobs(
  number BIGSERIAL PRIMARY KEY, id TEXT NOT NULL UNIQUE, artifact TEXT NOT NULL, device TEXT NOT NULL,
  deadline BIGINT NOT NULL, repetitions BIGINT NOT NULL, state TEXT NOT NULL, created BIGINT NOT NULL,
  started BIGINT, finished BIGINT, attempts BIGINT NOT NULL DEFAULT 0,
  lost BIGINT NOT NULL DEFAULT 0, lease_until BIGINT, cancel_requested BIGINT NOT NULL DEFAULT 0,
  result TEXT, problem TEXT, idempotency_key TEXT UNIQUE, timeline BIGINT NOT NULL DEFAULT 0,
  failures BIGINT NOT NULL DEFAULT 0, not_before BIGINT NOT NULL DEFAULT 0, published BIGINT NOT NULL DEFAULT 0);
CREATE INDEX jobs_waiting ON jobs(number) WHERE state = 'queued';
CREATE INDEX jobs_running ON jobs(lease_until) WHERE state = 'running';
CREATE INDEX jobs_finished ON jobs(number) WHERE state NOT IN ('queued', 'running');
CREATE TABLE events(
  job TEXT NOT NULL REFERENCES jobs(id) ON DELETE CASCADE, number BIGINT NOT NULL, kind TEXT NOT NULL,
  data TEXT NOT NULL, PRIMARY KEY(job, number));
CREATE TABLE attempts(
  job TEXT NOT NULL REFERENCES jobs(id) ON DELETE CASCADE, number BIGINT NOT NULL, cause TEXT NOT NULL,
  reason TEXT NOT NULL, ended BIGINT NOT NULL, PRIMARY KEY(job, number));
CREATE TABLE workers(
  id TEXT PRIMARY KEY, devices TEXT NOT NULL, seen BIGINT NOT NULL);
