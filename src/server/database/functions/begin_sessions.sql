-- Stores the first reports of running sessions, each of another device (insertTogether() in server/access/sessionInsertQueries.ts), with devices
-- that their guests don't have yet. A row for each that is stored: not for one that isn't the first with its key, or whose hotspot is gone. All
-- share a few statements along indexes: to begin one takes longer than to run it, and a plan made while the tables were empty would scan all of
-- them. OFFSET 0 keeps look-ups from becoming joins.
CREATE OR REPLACE FUNCTION begin_sessions(reports jsonb) RETURNS TABLE (nth integer, id bigint, session_id integer, has_former boolean)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  known record;
BEGIN
  -- Every transaction takes its locks in the same order, keys, guests, devices, each by its number, so that none deadlock. Until this one has
  -- ended, nobody else can begin a session with these keys: see is_first_report(). Each query sees what the locks before it waited for.
  PERFORM pg_advisory_xact_lock(7042028, k.hash) FROM (
    SELECT hashtext(r.unit || '/' || r.key) AS hash FROM jsonb_to_recordset(reports) AS r (unit integer, key text) ORDER BY 1 OFFSET 0) k;

  -- The guests as guest_of_session() finds them, and their devices.
  SELECT array_agg(r.nth) AS nths, array_agg(g.id) AS guests, array_agg(g.username) AS names, array_agg(d.id) AS devices,
      array_agg(g.id) FILTER (WHERE d.id IS NULL AND g.id IS NOT NULL) AS without,
      array_agg(d.id) FILTER (WHERE r.ip <> '' AND r.ip <> d.ip_address) AS elsewhere
    INTO known
    FROM jsonb_to_recordset(reports) AS r (nth integer, unit integer, uuid text, hotspot integer, key text, mac text, ip text, guest integer,
      names text[])
    CROSS JOIN LATERAL (SELECT FROM hotspots h WHERE h.id = r.hotspot OFFSET 0) h
    LEFT JOIN LATERAL (SELECT u.id, u.username FROM users u WHERE r.guest <> 0 AND u.id = r.guest AND u.hotspot_id = r.hotspot OFFSET 0) granted
      ON true
    LEFT JOIN LATERAL (SELECT u.id, u.username FROM users u
      WHERE granted.id IS NULL AND u.hotspot_id = r.hotspot AND u.username = ANY (r.names) ORDER BY u.username = r.mac LIMIT 1) named ON true
    LEFT JOIN LATERAL (SELECT u.id, u.username FROM devices d JOIN users u ON u.id = d.user_id
      WHERE granted.id IS NULL AND named.id IS NULL AND d.mac_address = r.mac AND d.hotspot_id = r.hotspot
      ORDER BY u.created DESC, u.id DESC LIMIT 1) came ON true
    CROSS JOIN LATERAL (SELECT coalesce(granted.id, named.id, came.id) AS id, coalesce(granted.username, named.username, came.username) AS username
      OFFSET 0) g
    LEFT JOIN LATERAL (SELECT d.id, d.ip_address FROM devices d WHERE d.user_id = g.id AND d.mac_address = r.mac ORDER BY d.id LIMIT 1) d ON true
    WHERE NOT EXISTS (SELECT FROM session_reports s WHERE s.unit_id = r.unit AND s.session_key = r.key OFFSET 0)
      AND (r.uuid IS NULL OR EXISTS (SELECT FROM units u WHERE u.id = r.unit AND u.uuid = r.uuid AND u.hotspot_id = r.hotspot OFFSET 0));

  -- Locked, because two sessions of a guest that begin at the same time would create two rows for a device.
  IF known.without IS NOT NULL THEN
    PERFORM FROM users u WHERE u.id = ANY (known.without) ORDER BY u.id FOR NO KEY UPDATE;
  END IF;
  IF known.elsewhere IS NOT NULL THEN
    PERFORM FROM devices d WHERE d.id = ANY (known.elsewhere) ORDER BY d.id FOR NO KEY UPDATE;
    UPDATE devices d SET ip_address = r.ip
      FROM unnest(known.nths, known.devices) AS k (nth, device)
      JOIN jsonb_to_recordset(reports) AS r (nth integer, ip text) ON r.nth = k.nth
      WHERE d.id = k.device AND d.id = ANY (known.elsewhere) AND r.ip <> '';
  END IF;

  RETURN QUERY WITH
  told AS MATERIALIZED (
    SELECT r.*, k.guest_id, coalesce(k.guest_name, r.username) AS name, coalesce(k.device, d.id) AS device
    FROM unnest(known.nths, known.guests, known.names, known.devices) AS k (nth, guest_id, guest_name, device)
    JOIN jsonb_to_recordset(reports) AS r (nth integer, unit integer, unit_mac text, hotspot integer, key text, username text, mac text, ip text,
      state jsonb, start_time timestamptz, update_time timestamptz, bytes_up bigint, bytes_down bigint, duration integer) ON r.nth = k.nth
    -- Somebody else may have created it before the guest was locked.
    LEFT JOIN LATERAL (SELECT d.id FROM devices d WHERE k.device IS NULL AND d.user_id = k.guest_id AND d.mac_address = r.mac ORDER BY d.id LIMIT 1) d
      ON true),
  added AS (
    INSERT INTO devices (hotspot_id, user_id, mac_address, ip_address, created)
    SELECT t.hotspot, t.guest_id, t.mac, t.ip, t.start_time FROM told t WHERE t.guest_id IS NOT NULL AND t.device IS NULL
    RETURNING devices.id, devices.mac_address),
  begun AS (
    INSERT INTO sessions (unit_id, unit_mac, hotspot_id, hotspot_desc, device_id, device_mac, ip_address, user_id, username, auth_time,
      session_key, start_time, update_time, bytes_up, bytes_down, duration)
    SELECT t.unit, t.unit_mac, t.hotspot, (SELECT h.description FROM hotspots h WHERE h.id = t.hotspot), coalesce(t.device, a.id, 0), t.mac,
      t.ip, coalesce(t.guest_id, 0), t.name, t.start_time, t.key, t.start_time, t.update_time, t.bytes_up, t.bytes_down, t.duration
    FROM told t LEFT JOIN added a ON a.mac_address = t.mac
    RETURNING sessions.id, sessions.unit_id, sessions.session_key),
  stored AS (
    INSERT INTO session_reports (hotspot_id, unit_id, session_key, state, session_id, username)
    SELECT t.hotspot, t.unit, t.key, t.state, b.id, CASE WHEN t.name = t.username THEN '' ELSE t.username END
    FROM begun b JOIN told t ON t.unit = b.unit_id AND t.key = b.session_key
    RETURNING session_reports.id, session_reports.session_id, session_reports.unit_id, session_reports.session_key)
  SELECT t.nth, s.id, s.session_id, EXISTS (
    SELECT FROM sessions o JOIN session_reports r ON r.session_id = o.id
    WHERE o.hotspot_id = t.hotspot AND o.device_mac = t.mac AND o.unit_id = t.unit AND r.ended IS NULL OFFSET 0)
  FROM stored s JOIN told t ON t.unit = s.unit_id AND t.key = s.session_key;
END $$;
