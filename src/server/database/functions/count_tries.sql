-- Counts an attempt under each key, and returns how often each key has been counted since its time, including this attempt (countAll() in
-- server/limits/limits.ts). Concurrent callers with the same key, on any replica, wait for each other, so each gets another number. Keys
-- are locked in their order, so that callers can't deadlock.
CREATE OR REPLACE FUNCTION count_tries(tries jsonb, at timestamptz) RETURNS TABLE (id bigint, key text, counted integer) LANGUAGE plpgsql AS $$
DECLARE
  q record;
BEGIN
  FOR q IN SELECT t.key, t.since FROM jsonb_to_recordset(tries) AS t (key text, since timestamptz) ORDER BY t.key LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended('try ' || q.key, 0));
    INSERT INTO portal_tries (key, at) VALUES (q.key, count_tries.at) RETURNING portal_tries.id INTO count_tries.id;
    count_tries.key := q.key;
    SELECT count(*) INTO count_tries.counted FROM portal_tries p WHERE p.key = q.key AND p.at > q.since;
    RETURN NEXT;
  END LOOP;
END $$;
