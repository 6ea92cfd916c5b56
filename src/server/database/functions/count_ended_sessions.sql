-- Adds to the sums what keep_report_sums() has noted, about as many notes at a time as a call can take. Returns whether there may be more.
-- Safe to run concurrently: callers wait for each other, so that once it returns false, the sums contain everything committed before.
CREATE OR REPLACE FUNCTION count_ended_sessions() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  most integer := 5000;
  is_more boolean;
BEGIN
  PERFORM FROM uncounted_sessions LIMIT 1;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM pg_advisory_xact_lock(7042027, 0);
  -- One statement, so that its notes and sessions are those of the same moment, after what the lock waited for. The hours in which these
  -- guests have sessions now are compared with those before, which are without what is noted, as far around as a change reaches. Equal
  -- hours cancel out. So it takes all notes of a guest, or none.
  WITH guests AS MATERIALIZED (
    SELECT DISTINCT hotspot_id, user_id FROM (SELECT hotspot_id, user_id FROM uncounted_sessions LIMIT most) few),
  noted AS MATERIALIZED (
    DELETE FROM uncounted_sessions u USING guests g WHERE u.hotspot_id = g.hotspot_id AND u.user_id = g.user_id RETURNING u.*),
  summed AS (
    INSERT INTO session_sums (account_id, hour, connections, bytes_up, bytes_down, duration)
    SELECT coalesce(n.account_id, 0), n.hour, sum(n.connections), sum(n.bytes_up), sum(n.bytes_down), sum(n.duration) FROM noted n
    GROUP BY GROUPING SETS ((n.account_id, n.hour), (n.hour))
    HAVING sum(n.connections) <> 0 OR sum(n.bytes_up) <> 0 OR sum(n.bytes_down) <> 0 OR sum(n.duration) <> 0),
  changes AS MATERIALIZED (
    SELECT n.account_id, n.hotspot_id, n.user_id, n.hour, sum(n.connections) AS sessions FROM noted n
    GROUP BY 1, 2, 3, 4 HAVING sum(n.connections) <> 0),
  spans AS MATERIALIZED (
    SELECT c.account_id, c.hotspot_id, c.user_id, min(c.hour) AS first, max(c.hour) AS last FROM changes c GROUP BY 1, 2, 3),
  present AS (
    SELECT s.account_id, s.hotspot_id, s.user_id, h.hour, count(*) AS sessions
    -- OFFSET 0 keeps the look-up from becoming a join that reads all sessions.
    FROM spans s CROSS JOIN LATERAL (SELECT hour_of(h.start_time) AS hour FROM session_histories h
      WHERE h.user_id = s.user_id AND h.hotspot_id = s.hotspot_id AND h.start_time >= to_timestamp((s.first - long_ago()) * 3600.0)
        AND h.start_time < to_timestamp((s.last + long_ago() + 1) * 3600.0) OFFSET 0) h
    GROUP BY 1, 2, 3, 4),
  hours AS (
    SELECT account_id, hotspot_id, user_id, hour, coalesce(p.sessions, 0) AS after, coalesce(p.sessions, 0) - coalesce(c.sessions, 0) AS before
    FROM present p FULL JOIN changes c USING (account_id, hotspot_id, user_id, hour)),
  counted AS (
    SELECT 1 AS sign, account_id, hour, gap_to(lag(hour) OVER guest, hour) AS gap FROM hours WHERE after > 0
    WINDOW guest AS (PARTITION BY hotspot_id, user_id ORDER BY hour)
    UNION ALL
    SELECT -1, account_id, hour, gap_to(lag(hour) OVER guest, hour) FROM hours WHERE before > 0
    WINDOW guest AS (PARTITION BY hotspot_id, user_id ORDER BY hour)),
  added AS (
    INSERT INTO guest_sums (account_id, hour, gap, guests)
    SELECT coalesce(c.account_id, 0), c.hour, c.gap, sum(c.sign) FROM counted c
    GROUP BY GROUPING SETS ((c.account_id, c.hour, c.gap), (c.hour, c.gap)) HAVING sum(c.sign) <> 0)
  SELECT count(*) >= most INTO is_more FROM noted;
  RETURN is_more;
END $$;
