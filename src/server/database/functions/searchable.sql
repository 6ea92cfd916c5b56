-- Text as searches compare it: lower case, without accents and apostrophes. Most texts are plain ASCII: as long in bytes as in characters.
-- Indexes hold its results: if they change, a migration must rebuild those.
CREATE OR REPLACE FUNCTION searchable(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN octet_length(value) = char_length(value)
  THEN replace(lower(value COLLATE "C"), '''', '')
  ELSE searchable_beyond_ascii(value) END;
