-- The trace that a job belongs to: W3C Trace Context, or empty.
ALTER TABLE jobs ADD COLUMN traceparent TEXT NOT NULL DEFAULT '';
