-- Stores several decisions as record_access() does each; a row for each, by its number. Most are stored together, since the statements for one
-- take longer to begin and to end than to run. Those that `takes_turn` depend on what another one stores, or cost more than a use and a
-- validity, and come after them. Rows are locked by id, vouchers before guests, so that no two batches deadlock; each later statement sees
-- what the locks waited for. OFFSET 0 and arrays keep look-ups from becoming joins.
CREATE OR REPLACE FUNCTION record_accesses(decided jsonb) RETURNS TABLE (nth bigint, is_done boolean) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  vouchers integer[];
  guests integer[];
  changed bigint[];
BEGIN
  SELECT array_agg(q.voucher) FILTER (WHERE q.is_use OR q.valid_until IS NOT NULL) || array_agg(q.shared) FILTER (WHERE q.shared IS NOT NULL),
    array_agg(q.guest) FILTER (WHERE q.valid_until IS NOT NULL OR q.shared IS NULL AND coalesce(q.others, q.room, q.room_of_guest) IS NOT NULL)
    INTO vouchers, guests
    FROM jsonb_to_recordset(decided) AS q (voucher integer, is_use boolean, valid_until timestamptz, shared integer, guest integer,
      others integer, room integer, room_of_guest integer);
  IF vouchers IS NOT NULL THEN
    SELECT array_agg(q.nth) INTO changed
      FROM (SELECT v.id, v.remain_use, v.expires FROM hotspot_vouchers v WHERE v.id = ANY (vouchers) ORDER BY v.id FOR NO KEY UPDATE) v
      RIGHT JOIN ROWS FROM (jsonb_to_recordset(decided) AS (voucher integer, remain_use integer, expires timestamptz, is_use boolean,
        valid_until timestamptz)) WITH ORDINALITY AS q (voucher, remain_use, expires, is_use, valid_until, nth) ON v.id = q.voucher
        AND v.remain_use = q.remain_use AND date_trunc('milliseconds', v.expires) IS NOT DISTINCT FROM date_trunc('milliseconds', q.expires)
      WHERE q.voucher IS NOT NULL AND (q.is_use OR q.valid_until IS NOT NULL) AND v.id IS NULL;
  END IF;
  IF guests IS NOT NULL THEN
    PERFORM FROM users u WHERE u.id = ANY (guests) ORDER BY u.id FOR NO KEY UPDATE;
  END IF;

  RETURN QUERY WITH
  asked AS MATERIALIZED (
    SELECT q.* FROM ROWS FROM (jsonb_to_recordset(decided) AS (at timestamptz, hotspot integer, unit integer, guest integer, mac text,
      way text, is_logged boolean, refusal text, seconds integer, why text, valid_from timestamptz, valid_until timestamptz, voucher integer,
      is_use boolean, others integer, room integer, room_of_guest integer, shared integer, online_since timestamptz,
      granted_since timestamptz, takes_turn boolean)) WITH ORDINALITY AS q (at, hotspot, unit, guest, mac, way, is_logged, refusal, seconds,
      why, valid_from, valid_until, voucher, is_use, others, room, room_of_guest, shared, online_since, granted_since, takes_turn, nth)
    WHERE q.takes_turn IS NOT TRUE),
  limited AS (
    SELECT array_agg(a.nth) AS nths, array_agg(a.guest) AS guests, array_agg(a.shared) AS vouchers, array_agg(a.mac) AS macs,
      array_agg(a.online_since) AS online_since, array_agg(a.granted_since) AS granted_since
    FROM asked a WHERE coalesce(a.others, a.room, a.room_of_guest) IS NOT NULL),
  counted AS MATERIALIZED (
    SELECT l.nths[o.nth] AS nth, count(*) AS devices, count(*) FILTER (WHERE o.is_of_guest) AS of_guest
    FROM limited l CROSS JOIN LATERAL other_devices_of(l.guests, l.vouchers, l.macs, l.online_since, l.granted_since) o GROUP BY 1),
  judged AS MATERIALIZED (
    SELECT a.*, CASE WHEN a.nth = ANY (changed) OR coalesce(c.devices, 0) <> a.others THEN false
      WHEN c.devices > a.room OR c.of_guest > a.room_of_guest THEN NULL ELSE true END AS is_stored
    FROM asked a LEFT JOIN counted c ON c.nth = a.nth),
  stored AS MATERIALIZED (SELECT * FROM judged j WHERE j.is_stored),
  used AS (
    -- At most once for each guest.
    INSERT INTO voucher_uses (voucher_id, user_id, used) SELECT s.voucher, s.guest, s.at FROM stored s WHERE s.is_use
    ON CONFLICT DO NOTHING RETURNING voucher_id),
  valid AS (
    -- Only if still unset, so that a change by staff isn't overwritten. Not as IS NULL, for which PostgreSQL would go through all guests whose
    -- validity hasn't begun, if it believes that there are few.
    UPDATE users u SET (valid_from, valid_until) = (SELECT s.valid_from, s.valid_until FROM stored s WHERE s.guest = u.id)
    WHERE u.id = ANY (ARRAY(SELECT s.guest FROM stored s WHERE s.valid_until IS NOT NULL)) AND num_nulls(u.valid_until) = 1),
  spent AS (
    UPDATE hotspot_vouchers v SET expires = coalesce(v.expires, (SELECT max(s.valid_until) FROM stored s WHERE s.voucher = v.id)),
      remain_use = v.remain_use - (SELECT count(*) FROM used x WHERE x.voucher_id = v.id AND v.remain_use > 0)
    WHERE v.id = ANY (ARRAY(SELECT s.voucher FROM stored s WHERE s.valid_until IS NOT NULL UNION SELECT x.voucher_id FROM used x))),
  logged AS (
    INSERT INTO access_events (at, hotspot_id, unit_id, user_id, device_mac, way, refusal, seconds, why)
    SELECT s.at, s.hotspot, s.unit, s.guest, s.mac, s.way, s.refusal, s.seconds, s.why FROM stored s WHERE s.is_logged ORDER BY s.nth)
  SELECT j.nth, j.is_stored FROM judged j;

  RETURN QUERY SELECT e.nth, record_access(e.value) FROM (
    SELECT t.value, t.nth FROM jsonb_array_elements(decided) WITH ORDINALITY AS t (value, nth) WHERE (t.value ->> 'takes_turn')::boolean
    ORDER BY t.nth OFFSET 0) e;
END $$;
