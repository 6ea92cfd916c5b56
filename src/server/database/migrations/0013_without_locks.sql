-- Whether nothing has been reported under this key of a unit. Nobody else can begin a session with it until the statement that asks has
-- ended. The query sees what the lock waited for; the number is that of locked_session_reports().
CREATE FUNCTION is_first_report(unit integer, session_key text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7042028, hashtext(unit || '/' || session_key));
  RETURN NOT EXISTS (SELECT FROM session_reports r WHERE r.unit_id = unit AND r.session_key = is_first_report.session_key);
END $$;
--> statement-breakpoint
-- Whose session a unit reports: the guest to whom access was granted, the one of that name, or who came last with the device, which is all
-- that some units tell. All null if it is nobody's.
CREATE FUNCTION guest_of_session(hotspot integer, granted integer, names text[], mac text) RETURNS users LANGUAGE plpgsql STABLE AS $$
DECLARE
  guest users;
BEGIN
  SELECT u.* INTO guest FROM users u
    WHERE (u.hotspot_id = hotspot AND u.id = granted) OR (u.hotspot_id = hotspot AND u.username = ANY (names))
    ORDER BY u.id = granted DESC, u.username = mac LIMIT 1;
  IF NOT FOUND AND mac <> '' THEN
    SELECT u.* INTO guest FROM devices d JOIN users u ON u.id = d.user_id WHERE d.hotspot_id = hotspot AND d.mac_address = mac
      ORDER BY u.created DESC, u.id DESC LIMIT 1;
  END IF;
  RETURN guest;
END $$;
--> statement-breakpoint
-- What a decision about access needs (loadFacts() in server/access/queries.ts): the unit's hotspot, who asks, and what was left behind by
-- log-ins before. Null for an unknown unit.
CREATE FUNCTION access_facts(unit integer, asked jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  q record;
  hotspot integer;
  guest users;
  voucher hotspot_vouchers;
BEGIN
  SELECT * INTO q FROM jsonb_to_record(asked) AS fields (way text, code text, names text[], guest integer, mac text, now timestamptz,
    tokens_since timestamptz, online_since timestamptz, failures_since timestamptz, guesses text[]);
  SELECT u.hotspot_id INTO hotspot FROM units u WHERE u.id = unit;
  IF NOT FOUND THEN RETURN NULL; END IF;

  IF q.way = 'voucher' THEN
    -- Codes are stored in lower case and match as a whole; the guest of one has it in capitals as name.
    SELECT * INTO voucher FROM hotspot_vouchers v WHERE v.hotspot_id = hotspot AND v.code = q.code;
    IF voucher.type = 'auth' THEN SELECT * INTO guest FROM users u WHERE u.hotspot_id = hotspot AND u.username = upper(q.code); END IF;
  ELSIF q.way = 'portal' THEN
    SELECT * INTO guest FROM users u WHERE u.hotspot_id = hotspot AND u.id = q.guest;
  ELSIF q.mac <> '' THEN
    -- The MAC entry of this device, or the guest who came last with it, those first who may get in without logging in.
    SELECT * INTO guest FROM users u WHERE u.hotspot_id = hotspot AND u.username = q.mac AND u.account_type = 'mac';
    IF NOT FOUND THEN
      SELECT u.* INTO guest FROM devices d JOIN users u ON u.id = d.user_id WHERE d.hotspot_id = hotspot AND d.mac_address = q.mac
        ORDER BY (u.auto_login AND coalesce(u.valid_until > q.now, false)) DESC, u.created DESC, u.id DESC LIMIT 1;
    END IF;
  END IF;
  IF q.way <> 'voucher' AND guest.account_type = 'voucher' THEN
    SELECT * INTO voucher FROM hotspot_vouchers v WHERE v.hotspot_id = hotspot AND v.code = lower(guest.username) AND v.type = 'auth';
  END IF;

  RETURN jsonb_build_object(
    'hotspot', hotspot,
    'preferences', (SELECT coalesce(jsonb_object_agg(p.key, p.value), '{}') FROM hotspot_preferences p
      WHERE p.hotspot_id = hotspot AND p.key NOT LIKE 'captive%'),
    'guest', CASE WHEN guest.id IS NOT NULL THEN jsonb_build_object('id', guest.id, 'username', guest.username,
      'account_type', guest.account_type, 'auto_login', guest.auto_login, 'valid_from', guest.valid_from, 'valid_until', guest.valid_until,
      'max_navigation_time', guest.max_navigation_time, 'max_navigation_traffic', guest.max_navigation_traffic,
      'kbps_down', guest.kbps_down, 'kbps_up', guest.kbps_up) END,
    'voucher', CASE WHEN voucher.id IS NOT NULL THEN jsonb_build_object('id', voucher.id, 'code', voucher.code, 'type', voucher.type,
      'duration', voucher.duration, 'expires', voucher.expires, 'remain_use', voucher.remain_use, 'max_time', voucher.max_time,
      'max_traffic', voucher.max_traffic, 'bandwidth_down', voucher.bandwidth_down, 'bandwidth_up', voucher.bandwidth_up) END,
    -- A double tap makes two.
    'tokens', (SELECT coalesce(jsonb_agg(to_jsonb(t) ORDER BY t.id DESC), '[]') FROM (
      SELECT t.id, t.user_id, t.device_mac, t.way, t.nonce, t.opened, t.spent, t.request_hash
      FROM login_tokens t JOIN users u ON u.id = t.user_id
      WHERE q.way = 'voucher' AND t.unit_id = unit AND t.created > q.tokens_since AND u.hotspot_id = hotspot AND u.username = ANY (q.names)
      ORDER BY t.id DESC LIMIT 5) t),
    'is_used', EXISTS (SELECT FROM voucher_uses u WHERE u.voucher_id = voucher.id AND u.user_id = guest.id),
    -- A device without an address can't be told from others, so none is held back.
    'is_elsewhere', q.mac <> '' AND EXISTS (SELECT FROM sessions s
      WHERE s.hotspot_id = hotspot AND s.device_mac = q.mac AND s.unit_id <> unit AND s.update_time > q.online_since),
    -- What the portal is told of a device anybody can make up.
    'failures', (SELECT count(*) FROM access_events e WHERE q.mac <> '' AND e.hotspot_id = hotspot AND e.at > q.failures_since
      AND e.device_mac = q.mac AND e.way <> 'portal' AND e.refusal = ANY (q.guesses)));
END $$;
--> statement-breakpoint
-- Stores a decision about access with what it changes (record() in server/access/queries.ts). If somebody else has used the voucher or the
-- token since they were read, does nothing and answers false.
CREATE FUNCTION record_access(decided jsonb) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  q record;
BEGIN
  SELECT * INTO q FROM jsonb_to_record(decided) AS fields (at timestamptz, hotspot integer, unit integer, guest integer, mac text, way text,
    is_told boolean, refusal text, seconds integer, why text, valid_from timestamptz, valid_until timestamptz, voucher integer,
    expires timestamptz, remain_use integer, is_use boolean, token bigint, request_hash text);

  IF q.voucher IS NOT NULL AND (q.is_use OR q.valid_until IS NOT NULL) THEN
    PERFORM FROM hotspot_vouchers v WHERE v.id = q.voucher AND v.remain_use = q.remain_use AND v.expires IS NOT DISTINCT FROM q.expires
      FOR NO KEY UPDATE;
    IF NOT FOUND THEN RETURN false; END IF;
  END IF;
  IF q.token IS NOT NULL THEN
    UPDATE login_tokens SET spent = q.at, request_hash = q.request_hash WHERE id = q.token AND spent IS NULL;
    IF NOT FOUND THEN RETURN false; END IF;
  END IF;

  -- The validity starts with the first use; what staff have set meanwhile stays.
  IF q.valid_until IS NOT NULL THEN
    UPDATE users SET valid_from = q.valid_from, valid_until = q.valid_until WHERE id = q.guest AND valid_until IS NULL;
    UPDATE hotspot_vouchers SET expires = q.valid_until WHERE id = q.voucher AND expires IS NULL;
  END IF;
  IF q.is_use THEN
    -- Counts once for each guest.
    INSERT INTO voucher_uses (voucher_id, user_id, used) VALUES (q.voucher, q.guest, q.at) ON CONFLICT DO NOTHING;
    IF FOUND THEN UPDATE hotspot_vouchers SET remain_use = remain_use - 1 WHERE id = q.voucher AND remain_use > 0; END IF;
  END IF;
  IF q.is_told THEN
    INSERT INTO access_events (at, hotspot_id, unit_id, user_id, device_mac, way, refusal, seconds, why)
      VALUES (q.at, q.hotspot, q.unit, q.guest, q.mac, q.way, coalesce(q.refusal, ''), coalesce(q.seconds, 0), coalesce(q.why, ''));
  END IF;
  RETURN true;
END $$;
