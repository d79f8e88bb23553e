-- What a worker says of itself besides the devices that jobs may ask for: version, sandbox, what it runs, that it ends.
-- Workers of before give three values, and `facts` stays empty for them.
ALTER TABLE workers ADD COLUMN facts TEXT NOT NULL DEFAULT '{}';
