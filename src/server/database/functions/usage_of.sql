-- What a guest has used at a hotspot, in ended and running sessions: in total and since `today`; and whether a session is running. A
-- session that began before `today` counts in proportion to its time since then, because usage isn't recorded by the hour. A single query
-- without settings, so that it becomes part of the statement that calls it; used_by() is for statements that keep no plan of their own.
CREATE OR REPLACE FUNCTION usage_of(guest integer, hotspot integer, today timestamptz)
RETURNS TABLE (seconds bigint, bytes bigint, seconds_today bigint, bytes_today bigint, is_online boolean) LANGUAGE sql STABLE AS $$
  WITH
  visits AS (
    SELECT h.duration AS time, h.bytes_up + h.bytes_down AS traffic, h.start_time AS began, coalesce(h.stop_time, h.update_time) AS ended,
      false AS is_running FROM session_histories h WHERE h.user_id = usage_of.guest AND h.hotspot_id = usage_of.hotspot
    UNION ALL
    SELECT s.duration, s.bytes_up + s.bytes_down, s.start_time, coalesce(s.stop_time, s.update_time), true
      FROM sessions s WHERE s.user_id = usage_of.guest AND s.hotspot_id = usage_of.hotspot),
  shares AS (
    SELECT v.time, v.traffic, v.is_running, CASE WHEN v.ended <= usage_of.today THEN 0 WHEN v.began >= usage_of.today THEN 1
      ELSE extract(epoch FROM v.ended - usage_of.today) / extract(epoch FROM v.ended - v.began) END AS share FROM visits v)
  SELECT coalesce(sum(o.time), 0)::bigint, coalesce(sum(o.traffic), 0)::bigint, round(coalesce(sum(o.time * o.share), 0))::bigint,
    round(coalesce(sum(o.traffic * o.share), 0))::bigint, coalesce(bool_or(o.is_running), false) FROM shares o
$$;
