-- sharing_of() has another parameter (functions/sharing_of.sql).
DROP FUNCTION IF EXISTS sharing_of(integer, text, timestamptz, timestamptz, timestamptz);
