-- Machines that take no further jobs until they are asked to again, whether they are there now or not.
CREATE TABLE drained(worker TEXT PRIMARY KEY);
