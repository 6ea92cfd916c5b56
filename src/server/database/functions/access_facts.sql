-- What a decision about access needs (loadFacts() in server/access/queries.ts): the unit's hotspot, who asks, what log-ins before have left,
-- and how often codes have failed (limits/codeTries.ts). Null for an unknown unit.
CREATE OR REPLACE FUNCTION access_facts(unit integer, asked jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  q record;
  hotspot integer;
  guest users;
  voucher hotspot_vouchers;
BEGIN
  SELECT * INTO q FROM jsonb_to_record(asked) AS fields (way text, code text, names text[], guest integer, mac text, now timestamptz,
    tokens_since timestamptz, online_since timestamptz, tries jsonb);
  SELECT u.hotspot_id INTO hotspot FROM units u WHERE u.id = unit;
  IF NOT FOUND THEN RETURN NULL; END IF;

  IF q.way = 'voucher' THEN
    -- Codes are stored in lower case and match as a whole.
    SELECT * INTO voucher FROM hotspot_vouchers v WHERE v.hotspot_id = hotspot AND v.code = q.code;
    IF voucher.type = 'auth' THEN SELECT * INTO guest FROM users u WHERE u.voucher_id = voucher.id; END IF;
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
  IF q.way <> 'voucher' AND guest.voucher_id IS NOT NULL THEN
    SELECT * INTO voucher FROM hotspot_vouchers v WHERE v.id = guest.voucher_id AND v.type = 'auth';
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
    -- Counted together with those at the portal and on older pages.
    'tries', (SELECT coalesce(jsonb_object_agg(k.key, (SELECT count(*) FROM portal_tries t WHERE t.key = k.key AND t.at > k.since)), '{}')
      FROM jsonb_to_recordset(q.tries) AS k (key text, since timestamptz)));
END $$;
