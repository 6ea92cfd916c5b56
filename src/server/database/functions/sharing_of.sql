-- What limits a guest's devices: the guest's own voucher, or the valid one with which the guest last registered; and if `counts`, the other
-- devices that are online (roomForDevice() in server/access/devicesAtOnce.ts), else null. Devices of the voucher's other guests count if
-- the voucher limits their number. Only what is needed is queried: to begin a query takes longer than to run it.
CREATE OR REPLACE FUNCTION sharing_of(guest integer, mac text, now timestamptz, online_since timestamptz, granted_since timestamptz,
  counts boolean) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  lent record;
  uses integer;
  shared integer;
  others jsonb;
BEGIN
  SELECT v.id, v.type, v.max_devices, v.remain_use INTO lent
    FROM users u JOIN hotspot_vouchers v ON v.id = u.voucher_id WHERE u.id = sharing_of.guest;
  IF lent.id IS NULL THEN
    SELECT v.id, v.type, v.max_devices, v.remain_use INTO lent FROM voucher_uses x JOIN hotspot_vouchers v ON v.id = x.voucher_id
      WHERE x.user_id = sharing_of.guest AND v.expires IS NOT NULL AND NOT voucher_is_expired(v.expires, sharing_of.now) ORDER BY x.used DESC, x.id DESC LIMIT 1;
  END IF;
  uses := lent.remain_use;
  IF uses >= 0 THEN uses := uses + (SELECT count(*) FROM voucher_uses x WHERE x.voucher_id = lent.id); END IF;
  -- A voucher without a limit may have thousands of guests, and there is no need to count them.
  IF lent.type = 'normal' AND (lent.max_devices > 0 OR lent.remain_use >= 0) THEN shared := lent.id; END IF;
  IF counts THEN
    SELECT coalesce(jsonb_agg(jsonb_build_object('is_of_guest', o.is_of_guest, 'session', o.session) ORDER BY o.since, o.session), '[]')
      INTO others
      FROM other_devices(sharing_of.guest, shared, sharing_of.mac, sharing_of.online_since, sharing_of.granted_since) o;
  END IF;
  RETURN jsonb_build_object('shared', shared, 'others', others, 'voucher',
    CASE WHEN lent.id IS NOT NULL THEN jsonb_build_object('type', lent.type, 'max_devices', lent.max_devices, 'uses', uses) END);
END $$;
