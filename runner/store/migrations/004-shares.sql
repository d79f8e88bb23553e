-- Which job is next, and what a token may have. Device time is that of attempts that have ended, in milliseconds, by
-- periods of five minutes; `lane` keeps those apart who write at the same time.
ALTER TABLE jobs ADD COLUMN priority BIGINT NOT NULL DEFAULT 5;
ALTER TABLE jobs ADD COLUMN kind TEXT NOT NULL DEFAULT '';
ALTER TABLE tokens ADD COLUMN max_priority BIGINT NOT NULL DEFAULT 5;
ALTER TABLE tokens ADD COLUMN max_queued BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tokens ADD COLUMN max_running BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tokens ADD COLUMN max_uploads BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tokens ADD COLUMN max_requests BIGINT NOT NULL DEFAULT 0;
UPDATE tokens SET max_priority=9 WHERE scope='admin';
CREATE TABLE device_time(
  period BIGINT NOT NULL, kind TEXT NOT NULL, owner TEXT NOT NULL, lane BIGINT NOT NULL, spent BIGINT NOT NULL,
  PRIMARY KEY(period, kind, owner, lane));
CREATE TABLE uploads(owner TEXT NOT NULL, day BIGINT NOT NULL, bytes BIGINT NOT NULL, PRIMARY KEY(owner, day));
DROP INDEX IF EXISTS jobs_by_state;
DROP INDEX IF EXISTS jobs_waiting;
CREATE INDEX jobs_waiting ON jobs(owner, device, priority, number) WHERE state = 'queued';
CREATE INDEX IF NOT EXISTS jobs_running ON jobs(lease_until) WHERE state = 'running';
CREATE INDEX IF NOT EXISTS jobs_finished ON jobs(number) WHERE state NOT IN ('queued', 'running');
