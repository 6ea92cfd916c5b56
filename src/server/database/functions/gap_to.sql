-- Hours since the guest's previous visit; the upper limit if there was none.
CREATE OR REPLACE FUNCTION gap_to(before integer, hour integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN least(coalesce(hour - before, long_ago()), long_ago());
