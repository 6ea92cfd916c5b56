-- Whole hours since 1970-01-01T00:00Z. Stable rather than immutable, so that it is inlined.
CREATE OR REPLACE FUNCTION hour_of(moment timestamptz) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
RETURN floor(date_part('epoch', moment) / 3600)::integer;
