-- Returns the id of a guest's device, creating its row if missing, and stores its current IP address. Part of the statement that begins a
-- session, which runs often when many people arrive at once.
CREATE OR REPLACE FUNCTION device_for_session(hotspot integer, guest integer, mac text, ip text, seen timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  known record;
BEGIN
  SELECT d.id, d.ip_address INTO known FROM devices d WHERE d.user_id = guest AND d.mac_address = mac ORDER BY d.id LIMIT 1;
  IF NOT FOUND THEN
    -- Locked, because two sessions that begin at the same time would create two rows. The next query sees what the lock waited for.
    PERFORM FROM users u WHERE u.id = guest FOR NO KEY UPDATE;
    SELECT d.id, d.ip_address INTO known FROM devices d WHERE d.user_id = guest AND d.mac_address = mac ORDER BY d.id LIMIT 1;
  END IF;
  IF NOT FOUND THEN
    INSERT INTO devices (hotspot_id, user_id, mac_address, ip_address, created) VALUES (hotspot, guest, mac, ip, seen)
      RETURNING devices.id, devices.ip_address INTO known;
  ELSIF ip <> '' AND ip <> known.ip_address THEN
    UPDATE devices d SET ip_address = ip WHERE d.id = known.id;
  END IF;
  RETURN known.id;
END $$;
