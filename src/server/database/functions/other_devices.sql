-- The devices that are online besides the asking one: the guest's, and with a voucher those of all its guests. A device that was let in
-- counts until its unit has reported the session, or its end; one that was asked to leave no longer counts. Devices without an address can't
-- be told from each other, so each session of theirs is one.
CREATE OR REPLACE FUNCTION other_devices(guest integer, voucher integer, mac text, online_since timestamptz, granted_since timestamptz)
RETURNS TABLE (is_of_guest boolean, session integer, since timestamptz) LANGUAGE sql STABLE AS $$
  WITH sharing AS MATERIALIZED (
    SELECT other_devices.guest AS id UNION SELECT x.user_id FROM voucher_uses x WHERE x.voucher_id = other_devices.voucher),
  online AS MATERIALIZED (
    SELECT s.user_id, s.device_mac, max(s.id) AS session, min(s.start_time) AS since FROM sharing JOIN sessions s ON s.user_id = sharing.id
    WHERE s.update_time > other_devices.online_since AND (other_devices.mac = '' OR s.device_mac <> other_devices.mac)
    GROUP BY s.user_id, s.device_mac, CASE WHEN s.device_mac = '' THEN s.id END),
  granted AS (
    SELECT e.user_id, e.device_mac, max(e.at) AS at FROM sharing JOIN access_events e ON e.user_id = sharing.id
    WHERE e.at > other_devices.granted_since AND e.refusal = '' AND e.device_mac NOT IN ('', other_devices.mac) GROUP BY 1, 2)
  SELECT o.user_id = other_devices.guest, o.session, o.since FROM online o
  WHERE NOT EXISTS (SELECT FROM asked_endings a WHERE a.session_id = o.session)
  UNION ALL
  SELECT g.user_id = other_devices.guest, NULL, g.at FROM granted g
  WHERE NOT EXISTS (SELECT FROM online o WHERE o.user_id = g.user_id AND o.device_mac = g.device_mac)
    AND NOT EXISTS (SELECT FROM session_histories h WHERE h.user_id = g.user_id AND h.start_time > g.at - interval '2 days'
      AND h.device_mac = g.device_mac AND h.stop_time >= g.at)
$$;
