-- What a guest has used at a hotspot, in ended and running sessions: in total and since `today`; and whether a session is running. A
-- session that began before `today` counts in proportion to its time since then, because usage isn't recorded by the hour. Its plan must
-- also suit tables that have grown since.
CREATE OR REPLACE FUNCTION used_by(guest integer, hotspot integer, today timestamptz)
RETURNS TABLE (seconds bigint, bytes bigint, seconds_today bigint, bytes_today bigint, is_online boolean) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY WITH
  visits AS (
    SELECT h.duration AS time, h.bytes_up + h.bytes_down AS traffic, h.start_time AS began, coalesce(h.stop_time, h.update_time) AS ended,
      false AS is_running FROM session_histories h WHERE h.user_id = used_by.guest AND h.hotspot_id = used_by.hotspot
    UNION ALL
    SELECT s.duration, s.bytes_up + s.bytes_down, s.start_time, coalesce(s.stop_time, s.update_time), true
      FROM sessions s WHERE s.user_id = used_by.guest AND s.hotspot_id = used_by.hotspot),
  shares AS (
    SELECT v.time, v.traffic, v.is_running, CASE WHEN v.ended <= used_by.today THEN 0 WHEN v.began >= used_by.today THEN 1
      ELSE extract(epoch FROM v.ended - used_by.today) / extract(epoch FROM v.ended - v.began) END AS share FROM visits v)
  SELECT coalesce(sum(o.time), 0)::bigint, coalesce(sum(o.traffic), 0)::bigint, round(coalesce(sum(o.time * o.share), 0))::bigint,
    round(coalesce(sum(o.traffic * o.share), 0))::bigint, coalesce(bool_or(o.is_running), false) FROM shares o;
END $$;
