-- Stores a decision about access with what it costs (spend() in server/access/spend.ts), and requests the end of the sessions that must end
-- for it. Returns false, and stores nothing, if the voucher or the token has been used since it was read, or other devices have come or
-- gone; null if there may be no room for another device. Times are compared in milliseconds, because that is all that is left of them after
-- passing through JavaScript.
CREATE OR REPLACE FUNCTION record_access(decided jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  q record;
  counted integer;
  counted_of_guest integer;
  is_new_use boolean := false;
BEGIN
  SELECT * INTO q FROM jsonb_to_record(decided) AS fields (at timestamptz, hotspot integer, unit integer, guest integer, mac text, way text,
    is_logged boolean, refusal text, seconds integer, why text, valid_from timestamptz, valid_until timestamptz, voucher integer,
    expires timestamptz, remain_use integer, is_use boolean, use_mac text, arrival text, token bigint, request_hash text,
    others integer, room integer, room_of_guest integer, shared integer, ends integer[], online_since timestamptz,
    granted_since timestamptz);

  IF q.voucher IS NOT NULL AND (q.is_use OR q.valid_until IS NOT NULL) THEN
    PERFORM FROM hotspot_vouchers v WHERE v.id = q.voucher AND v.remain_use = q.remain_use
      AND date_trunc('milliseconds', v.expires) IS NOT DISTINCT FROM date_trunc('milliseconds', q.expires) FOR NO KEY UPDATE;
    IF NOT FOUND THEN RETURN false; END IF;
  END IF;
  -- Log-ins that share a number of devices take turns, so that each sees the devices of those before it.
  IF q.others IS NOT NULL OR q.room IS NOT NULL OR q.room_of_guest IS NOT NULL THEN
    IF q.shared IS NOT NULL THEN PERFORM FROM hotspot_vouchers v WHERE v.id = q.shared FOR NO KEY UPDATE;
    ELSE PERFORM FROM users u WHERE u.id = q.guest FOR NO KEY UPDATE; END IF;
    SELECT count(*), count(*) FILTER (WHERE o.is_of_guest) INTO counted, counted_of_guest
      FROM other_devices(q.guest, q.shared, q.mac, q.online_since, q.granted_since) o;
    -- The caller has either counted the devices, or only knows how many there is room for.
    IF counted <> q.others THEN RETURN false; END IF;
    IF counted > q.room OR counted_of_guest > q.room_of_guest THEN RETURN NULL; END IF;
  END IF;
  IF q.token IS NOT NULL THEN
    UPDATE login_tokens SET spent = q.at, request_hash = q.request_hash WHERE id = q.token AND spent IS NULL;
    IF NOT FOUND THEN RETURN false; END IF;
  END IF;

  IF q.is_use THEN
    -- At most once for each guest.
    INSERT INTO voucher_uses (voucher_id, user_id, used, device_mac, arrival)
      VALUES (q.voucher, q.guest, q.at, coalesce(q.use_mac, ''), coalesce(q.arrival, '')) ON CONFLICT DO NOTHING;
    is_new_use := FOUND;
  END IF;
  -- Only if still unset, so that a change by staff isn't overwritten. As in record_accesses(), not as IS NULL.
  IF q.valid_until IS NOT NULL THEN
    UPDATE users SET valid_from = q.valid_from, valid_until = q.valid_until WHERE id = q.guest AND num_nulls(valid_until) = 1;
  END IF;
  IF is_new_use OR q.valid_until IS NOT NULL THEN
    UPDATE hotspot_vouchers SET expires = coalesce(expires, q.valid_until),
      remain_use = CASE WHEN is_new_use AND remain_use > 0 THEN remain_use - 1 ELSE remain_use END WHERE id = q.voucher;
  END IF;
  IF q.ends <> '{}' THEN
    INSERT INTO asked_endings (session_id, asked) SELECT s.id, q.at FROM sessions s WHERE s.id = ANY (q.ends) FOR KEY SHARE
      ON CONFLICT DO NOTHING;
  END IF;
  IF q.is_logged THEN
    INSERT INTO access_events (at, hotspot_id, unit_id, user_id, device_mac, way, refusal, seconds, why)
      VALUES (q.at, q.hotspot, q.unit, q.guest, q.mac, q.way, q.refusal, q.seconds, q.why);
  END IF;
  RETURN true;
END $$;
