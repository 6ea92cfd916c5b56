-- Whether nothing has been reported under this key of a unit. Until the calling statement has ended, nobody else can begin a session with
-- the key. The query sees what the lock waited for; the number is that of locked_session_reports().
CREATE OR REPLACE FUNCTION is_first_report(unit integer, session_key text) RETURNS boolean LANGUAGE plpgsql
-- A plan made while the table was empty would scan all of it.
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7042028, hashtext(unit || '/' || session_key));
  RETURN NOT EXISTS (SELECT FROM session_reports r WHERE r.unit_id = unit AND r.session_key = is_first_report.session_key);
END $$;
