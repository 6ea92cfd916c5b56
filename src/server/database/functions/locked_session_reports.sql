-- The reports of a session, locked so that nobody else changes them. The query sees what the lock waited for. The first number is
-- arbitrary, but not used by any other lock.
CREATE OR REPLACE FUNCTION locked_session_reports(unit integer, session_key text) RETURNS SETOF session_reports LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7042028, hashtext(unit || '/' || session_key));
  RETURN QUERY SELECT * FROM session_reports r
    WHERE r.unit_id = unit AND r.session_key = locked_session_reports.session_key ORDER BY r.id FOR UPDATE;
END $$;
