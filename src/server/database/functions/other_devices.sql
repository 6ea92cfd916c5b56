-- The other devices that are online: the guest's, and with a voucher those of all its guests. A device that was let in counts until its
-- unit has reported the session or its end; one that was asked to leave no longer counts. Devices without an address can't be told apart,
-- so each of their sessions counts. In plpgsql, because a function in SQL is planned at each call. The plan must also suit tables that have
-- grown since: hence guests are an array, and OFFSET 0 keeps look-ups from becoming joins.
CREATE OR REPLACE FUNCTION other_devices(guest integer, voucher integer, mac text, online_since timestamptz, granted_since timestamptz)
RETURNS TABLE (is_of_guest boolean, session integer, since timestamptz) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  sharing integer[] := ARRAY[other_devices.guest];
BEGIN
  IF voucher IS NOT NULL THEN
    sharing := ARRAY(SELECT other_devices.guest UNION SELECT x.user_id FROM voucher_uses x WHERE x.voucher_id = other_devices.voucher);
  END IF;
  RETURN QUERY WITH
  online AS MATERIALIZED (
    SELECT s.user_id, s.device_mac, max(s.id) AS session, min(s.start_time) AS since FROM sessions s WHERE s.user_id = ANY (sharing)
      AND s.update_time > other_devices.online_since AND (other_devices.mac = '' OR s.device_mac <> other_devices.mac)
    GROUP BY s.user_id, s.device_mac, CASE WHEN s.device_mac = '' THEN s.id END),
  granted AS (
    -- Compared as a pair, which only the index by guest knows: by time alone those of all hotspots would be read.
    SELECT e.user_id, e.device_mac, max(e.at) AS at FROM unnest(sharing) AS who (id) CROSS JOIN LATERAL (
      SELECT a.user_id, a.device_mac, a.at, a.refusal FROM access_events a
      WHERE a.user_id = who.id AND (a.user_id, a.at) > (who.id, other_devices.granted_since) OFFSET 0) e
    WHERE e.refusal = '' AND e.device_mac NOT IN ('', other_devices.mac) GROUP BY 1, 2)
  SELECT o.user_id = other_devices.guest, o.session, o.since FROM online o
  WHERE NOT EXISTS (SELECT FROM asked_endings a WHERE a.session_id = o.session OFFSET 0)
  UNION ALL
  SELECT g.user_id = other_devices.guest, NULL, g.at FROM granted g
  WHERE NOT EXISTS (SELECT FROM online o WHERE o.user_id = g.user_id AND o.device_mac = g.device_mac OFFSET 0)
    AND NOT EXISTS (SELECT FROM session_histories h WHERE h.user_id = g.user_id AND h.start_time > g.at - interval '2 days'
      AND h.device_mac = g.device_mac AND h.stop_time >= g.at OFFSET 0);
END $$;
