-- The facts for decisions about access, one row for each request, in their order (loadFacts() in server/access/factsQueries.ts): the unit's
-- hotspot; the guests to whom the credential may belong, with their usage since `today` if it is limited, and for a log-in the other devices
-- online; tokens of earlier log-ins; and how often codes have failed (limits/codeTries.ts). It decides nothing, not even to whom a device
-- belongs. Null for an unknown unit. All requests share one statement, since preparing it to run takes longer than running it for one.
CREATE OR REPLACE FUNCTION facts_for_access(requests jsonb) RETURNS SETOF json LANGUAGE plpgsql STABLE
-- Uses one generic plan along indexes: planning the statement for each call takes longer than running it, and a plan made while the tables
-- were empty would scan all of them. OFFSET 0 keeps look-ups from becoming joins, for the same reason.
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY WITH
  asked AS MATERIALIZED (
    SELECT t.nth, r.*, u.hotspot_id AS hotspot FROM jsonb_array_elements(requests) WITH ORDINALITY AS t (request, nth)
    CROSS JOIN LATERAL jsonb_to_record(t.request) AS r (unit integer, unit_uuid text, way text, code text, names text[], guest integer,
      mac text, now timestamptz, tokens_since timestamptz, online_since timestamptz, granted_since timestamptz, today timestamptz,
      logs_in boolean, counts boolean, tries jsonb)
    LEFT JOIN LATERAL (SELECT u.hotspot_id FROM units u WHERE u.id = r.unit AND u.uuid = coalesce(r.unit_uuid, u.uuid) OFFSET 0) u ON true),
  -- Those that decide (ACCESS_PREFERENCES in server/access/storedFactsQueries.ts), a row for each hotspot; it has four times as many.
  chosen AS MATERIALIZED (
    SELECT h.hotspot, (SELECT coalesce(json_object_agg(p.key, p.value), '{}') FROM hotspot_preferences p
      WHERE p.hotspot_id = h.hotspot AND p.key = ANY ('{hotspot_closed,voucher_login,auto_login,bypass_macaddress_check,
        voucher_limits_total,CoovaChilli-Bandwidth-Max-Down,CoovaChilli-Bandwidth-Max-Up,max_devices,oldest_device_leaves,time_zone,
        guest_language}'::text[])) AS preferences
    FROM (SELECT DISTINCT a.hotspot FROM asked a) h)
  SELECT CASE WHEN q.hotspot IS NOT NULL THEN json_build_object(
    'hotspot', q.hotspot,
    'preferences', (SELECT c.preferences FROM chosen c WHERE c.hotspot = q.hotspot),
    'voucher', CASE WHEN given.id IS NOT NULL THEN json_build_object('id', given.id, 'code', given.code, 'type', given.type,
      'duration', given.duration, 'expires', given.expires, 'remain_use', given.remain_use, 'max_time', given.max_time,
      'max_traffic', given.max_traffic, 'bandwidth_down', given.bandwidth_down, 'bandwidth_up', given.bandwidth_up) END,
    'guests', (SELECT coalesce(json_agg(json_build_object(
      'guest', json_build_object('id', u.id, 'username', u.username, 'account_type', u.account_type, 'auto_login', u.auto_login,
        'created', u.created, 'valid_from', u.valid_from, 'valid_until', u.valid_until, 'max_navigation_time', u.max_navigation_time,
        'max_navigation_traffic', u.max_navigation_traffic, 'kbps_down', u.kbps_down, 'kbps_up', u.kbps_up),
      -- Usually it is the voucher whose code was given.
      'voucher', CASE WHEN v.id IS NOT NULL AND given.id IS NULL THEN json_build_object('id', v.id, 'code', v.code, 'type', v.type,
        'duration', v.duration, 'expires', v.expires, 'remain_use', v.remain_use, 'max_time', v.max_time, 'max_traffic', v.max_traffic,
        'bandwidth_down', v.bandwidth_down, 'bandwidth_up', v.bandwidth_up) END,
      'is_used', EXISTS (SELECT FROM voucher_uses x WHERE x.voucher_id = v.id AND x.user_id = u.id),
      'used', CASE WHEN greatest(u.max_navigation_time, u.max_navigation_traffic, v.max_time, v.max_traffic) > 0 THEN
        (SELECT to_json(b) FROM usage_of(u.id, q.hotspot, q.today) b) END,
      -- As sharing_of(), but as part of this statement if devices are only counted when the log-in is stored: a call for each takes longer.
      'sharing', CASE WHEN q.logs_in AND q.counts IS FALSE THEN
        (SELECT json_build_object('shared', l.shared, 'others', NULL, 'voucher', l.voucher) FROM voucher_lent_to(u.id, u.voucher_id, q.now) l)
        WHEN q.logs_in THEN sharing_of(u.id, q.mac, q.now, q.online_since, q.granted_since, true)::json END) ORDER BY u.id), '[]')
      FROM unnest(whose.ids) AS one (id)
      CROSS JOIN LATERAL (SELECT * FROM users u WHERE u.id = one.id AND u.hotspot_id = q.hotspot OFFSET 0) u
      LEFT JOIN LATERAL (SELECT * FROM hotspot_vouchers v WHERE v.id = u.voucher_id AND v.type = 'auth' OFFSET 0) v ON true),
    -- A double tap makes two.
    'tokens', (SELECT coalesce(json_agg(to_json(t) ORDER BY t.id DESC), '[]') FROM (
      SELECT t.id, t.user_id, t.device_mac, t.way, t.nonce, t.opened, t.spent, t.request_hash
      FROM login_tokens t JOIN users u ON u.id = t.user_id
      WHERE q.way = 'voucher' AND t.unit_id = q.unit AND t.created > q.tokens_since AND u.hotspot_id = q.hotspot
        AND u.username = ANY (q.names)
      ORDER BY t.id DESC LIMIT 5) t),
    -- A device without an address can't be told from others, so none is held back.
    'is_elsewhere', q.mac <> '' AND EXISTS (SELECT FROM sessions s
      WHERE s.hotspot_id = q.hotspot AND s.device_mac = q.mac AND s.unit_id <> q.unit AND s.update_time > q.online_since OFFSET 0),
    -- Failed tries; those at the portal and on older pages count towards the same limits.
    'tries', (SELECT coalesce(json_object_agg(k.key, (SELECT count(*) FROM portal_tries t WHERE t.key = k.key AND t.at > k.since)), '{}')
      FROM jsonb_to_recordset(q.tries) AS k (key text, since timestamptz))) END
  FROM asked q
  -- Codes are stored in lower case and match as a whole.
  LEFT JOIN LATERAL (SELECT * FROM hotspot_vouchers v WHERE q.way = 'voucher' AND v.hotspot_id = q.hotspot AND v.code = q.code OFFSET 0) given
    ON true
  CROSS JOIN LATERAL (SELECT CASE
    WHEN q.way = 'voucher' THEN
      CASE WHEN given.type = 'auth' THEN ARRAY(SELECT u.id FROM users u WHERE u.voucher_id = given.id) END
    WHEN q.way = 'portal' THEN ARRAY[q.guest]
    -- The MAC entry of the address; and of the guests who have used the device those still valid, and the newest in any case.
    WHEN q.mac <> '' THEN ARRAY(
      SELECT u.id FROM users u WHERE u.hotspot_id = q.hotspot AND u.username = q.mac AND u.account_type = 'mac'
      UNION
      SELECT came.id FROM (SELECT u.id, u.valid_until, row_number() OVER (ORDER BY u.created DESC, u.id DESC) AS nth
        FROM devices d JOIN users u ON u.id = d.user_id WHERE d.hotspot_id = q.hotspot AND d.mac_address = q.mac) came
      WHERE came.valid_until > q.now OR came.nth = 1) END AS ids OFFSET 0) whose
  ORDER BY q.nth;
END $$;
