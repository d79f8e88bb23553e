-- What a worker says of itself besides the devices that jobs may ask for: version, sandbox, what it runs, that it ends.
-- Workers of before give three values, and `facts` stays empty for them.
ALTER TABLE workers ADD COLUMN facts TEXT NOT NULL DEFAULT '{}';
-- Where the bytes of an artifact are, if not in `content`.
ALTER TABLE artifacts ADD COLUMN place TEXT NOT NULL DEFAULT '';
