-- The other devices that are online of each guest, and with a voucher those of all its guests; `nth` is the guest's number. A device that was
-- let in counts until its unit has reported the session or its end; one that was asked to leave no longer counts. Devices without an address
-- can't be told apart, so each of their sessions counts. In plpgsql, because a function in SQL is planned at each call. The plan must also suit
-- tables that have grown since: hence OFFSET 0, which keeps look-ups from becoming joins.
CREATE OR REPLACE FUNCTION other_devices_of(guests integer[], vouchers integer[], macs text[], online_since timestamptz[],
  granted_since timestamptz[]) RETURNS TABLE (nth bigint, is_of_guest boolean, session integer, since timestamptz) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY WITH
  asked AS MATERIALIZED (
    SELECT * FROM unnest(guests, vouchers, macs, other_devices_of.online_since, other_devices_of.granted_since) WITH ORDINALITY
      AS a (guest, voucher, mac, online_since, granted_since, nth)),
  sharing AS MATERIALIZED (
    SELECT a.*, a.guest AS id FROM asked a
    UNION SELECT a.*, x.user_id FROM asked a
      CROSS JOIN LATERAL (SELECT x.user_id FROM voucher_uses x WHERE x.voucher_id = a.voucher OFFSET 0) x),
  online AS MATERIALIZED (
    SELECT w.nth, w.guest, s.user_id, s.device_mac, max(s.id) AS session, min(s.start_time) AS since FROM sharing w CROSS JOIN LATERAL (
      SELECT s.* FROM sessions s WHERE s.user_id = w.id AND s.update_time > w.online_since AND (w.mac = '' OR s.device_mac <> w.mac) OFFSET 0) s
    GROUP BY w.nth, w.guest, s.user_id, s.device_mac, CASE WHEN s.device_mac = '' THEN s.id END),
  granted AS (
    -- Compared as a pair, which only the index by guest knows: by time alone those of all hotspots would be read.
    SELECT w.nth, w.guest, e.user_id, e.device_mac, max(e.at) AS at FROM sharing w CROSS JOIN LATERAL (
      SELECT a.user_id, a.device_mac, a.at, a.refusal FROM access_events a
      WHERE a.user_id = w.id AND (a.user_id, a.at) > (w.id, w.granted_since) OFFSET 0) e
    WHERE e.refusal = '' AND e.device_mac NOT IN ('', w.mac) GROUP BY 1, 2, 3, 4)
  SELECT o.nth, o.user_id = o.guest, o.session, o.since FROM online o
  WHERE NOT EXISTS (SELECT FROM asked_endings a WHERE a.session_id = o.session OFFSET 0)
  UNION ALL
  SELECT g.nth, g.user_id = g.guest, NULL, g.at FROM granted g
  WHERE NOT EXISTS (SELECT FROM online o WHERE o.nth = g.nth AND o.user_id = g.user_id AND o.device_mac = g.device_mac OFFSET 0)
    AND NOT EXISTS (SELECT FROM session_histories h WHERE h.user_id = g.user_id AND h.start_time > g.at - interval '2 days'
      AND h.device_mac = g.device_mac AND h.stop_time >= g.at OFFSET 0);
END $$;
