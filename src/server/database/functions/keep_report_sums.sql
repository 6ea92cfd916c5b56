-- session_sums and guest_sums (schema/sessionSums.ts) hold the sums of session_histories. The triggers report_sums_insert,
-- report_sums_update and report_sums_delete note what changes, in the same transaction; count_ended_sessions() adds it to the sums. Bulk loads
-- switch the triggers off with `set local portico.sums = 'later'` and call rebuild_report_sums() before they commit.
CREATE OR REPLACE FUNCTION keep_report_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('portico.sums', true) = 'later' THEN RETURN NULL; END IF;
  -- A statement per kind, since a trigger has only the tables of its own kind, and so that each keeps its plan.
  IF TG_OP = 'INSERT' THEN
    INSERT INTO uncounted_sessions (account_id, hotspot_id, user_id, hour, connections, bytes_up, bytes_down, duration)
    SELECT h.account_id, c.hotspot_id, c.user_id, hour_of(c.start_time), 1, c.bytes_up, c.bytes_down, c.duration
    FROM come c JOIN hotspots h ON h.id = c.hotspot_id;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO uncounted_sessions (account_id, hotspot_id, user_id, hour, connections, bytes_up, bytes_down, duration)
    SELECT h.account_id, c.hotspot_id, c.user_id, hour_of(c.start_time), -count(*), -sum(c.bytes_up), -sum(c.bytes_down), -sum(c.duration)
    FROM gone c JOIN hotspots h ON h.id = c.hotspot_id GROUP BY 1, 2, 3, 4;
  ELSE
    INSERT INTO uncounted_sessions (account_id, hotspot_id, user_id, hour, connections, bytes_up, bytes_down, duration)
    SELECT h.account_id, c.hotspot_id, c.user_id, hour_of(c.start_time), sum(sign), sum(sign * c.bytes_up), sum(sign * c.bytes_down),
      sum(sign * c.duration)
    FROM (SELECT 1 AS sign, hotspot_id, user_id, start_time, bytes_up, bytes_down, duration FROM come
      UNION ALL SELECT -1, hotspot_id, user_id, start_time, bytes_up, bytes_down, duration FROM gone) c
    JOIN hotspots h ON h.id = c.hotspot_id GROUP BY 1, 2, 3, 4
    HAVING sum(sign) <> 0 OR sum(sign * c.bytes_up) <> 0 OR sum(sign * c.bytes_down) <> 0 OR sum(sign * c.duration) <> 0;
  END IF;
  RETURN NULL;
END $$;
