-- Recalculates all sums. Changes to sessions wait meanwhile.
CREATE OR REPLACE FUNCTION rebuild_report_sums() RETURNS void LANGUAGE plpgsql SET work_mem = '64MB' AS $$
BEGIN
  -- The lock of count_ended_sessions() first, since that locks the sums after it.
  PERFORM pg_advisory_xact_lock(7042027, 0);
  LOCK TABLE session_histories, session_sums, guest_sums IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM uncounted_sessions;
  DELETE FROM session_sums;
  DELETE FROM guest_sums;
  INSERT INTO session_sums (account_id, hour, is_folded, connections, bytes_up, bytes_down, duration)
  SELECT coalesce(account_id, 0), hour, true, count(*), sum(bytes_up), sum(bytes_down), sum(duration)
  FROM (SELECT h.account_id, hour_of(s.start_time) AS hour, s.bytes_up, s.bytes_down, s.duration
    FROM session_histories s JOIN hotspots h ON h.id = s.hotspot_id) counted
  GROUP BY GROUPING SETS ((account_id, hour), (hour)) ORDER BY 1, 2;
  INSERT INTO guest_sums (account_id, hour, is_folded, gap, guests)
  SELECT coalesce(h.account_id, 0), hour, true, gap, count(*)
  FROM (SELECT hotspot_id, hour, gap_to(lag(hour) OVER (PARTITION BY hotspot_id, user_id ORDER BY hour), hour) AS gap
    FROM (SELECT DISTINCT hotspot_id, user_id, hour_of(start_time) AS hour FROM session_histories) hours) counted
    JOIN hotspots h ON h.id = counted.hotspot_id
  GROUP BY GROUPING SETS ((h.account_id, hour, gap), (hour, gap)) ORDER BY 1, 2;
  ANALYZE session_sums;
  ANALYZE guest_sums;
END $$;
