-- `searchable` for texts beyond ASCII. Unicode's compatibility decomposition splits letters from their accents, and makes plain ones of
-- full-width, superscript and joined letters. The marks left out are those of Hebrew, Arabic and Cyrillic, and of Unicode's blocks for
-- combining marks; those of Indian scripts are vowels. Letters that Unicode doesn't decompose are spelt as in CLDR's Latin-ASCII.
CREATE OR REPLACE FUNCTION searchable_beyond_ascii(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN replace(replace(replace(replace(translate(
  regexp_replace(
    lower(normalize(translate(value, U&'\0027\00b4\02b9\02bb\02bc\2018\2019\201b\2032\ff07', ''), NFKD) COLLATE "und-x-icu"),
    U&'[\00ad\0300-\036f\0483-\0489\0591-\05bd\05bf\05c1\05c2\05c4\05c5\05c7\0610-\061a\064b-\065f\0670\1ab0-\1aff\1dc0-\1dff\200b-\200f\202a-\202e\2060-\2064\2066-\2069\20d0-\20ff\fe20-\fe2f\feff]',
    '', 'g'),
  U&'\00f0\0111\00f8\0142\0127\0131\0138\014b\0167\0180\0188\0192\0199\0268\0289\03c2\2010\2011\2012\2013\2014\2015\2212',
  U&'ddolhiqntbcfkiu\03c3-------'),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
