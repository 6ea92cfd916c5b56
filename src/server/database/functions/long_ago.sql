-- Upper limit for gaps between two visits of a guest, in hours: the longest day of the year.
CREATE OR REPLACE FUNCTION long_ago() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 25;
