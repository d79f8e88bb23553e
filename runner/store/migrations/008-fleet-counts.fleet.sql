-- What front ends and workers of a fleet count together. Requests that a token may still make: who needs some takes
-- them here. After a crash of the database they begin anew, so nothing of it has to be durable.
CREATE UNLOGGED TABLE request_rates(
  owner TEXT PRIMARY KEY, allowance DOUBLE PRECISION NOT NULL, at BIGINT NOT NULL, granted BIGINT NOT NULL);
-- Attempts at jobs that ended otherwise than well; `lane` keeps those apart who write at the same time.
CREATE TABLE failures(
  cause TEXT NOT NULL, lane BIGINT NOT NULL, attempts BIGINT NOT NULL, PRIMARY KEY(cause, lane));
