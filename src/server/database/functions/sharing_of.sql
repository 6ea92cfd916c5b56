-- What limits a guest's devices (voucher_lent_to()), and if `counts` the other devices that are online (roomForDevice() in
-- server/access/devicesAtOnce.ts), else null.
CREATE OR REPLACE FUNCTION sharing_of(guest integer, mac text, now timestamptz, online_since timestamptz, granted_since timestamptz,
  counts boolean) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  lent record;
  others jsonb;
BEGIN
  SELECT l.* INTO lent FROM voucher_lent_to(sharing_of.guest, (SELECT u.voucher_id FROM users u WHERE u.id = sharing_of.guest), sharing_of.now) l;
  IF counts THEN
    SELECT coalesce(jsonb_agg(jsonb_build_object('is_of_guest', o.is_of_guest, 'session', o.session) ORDER BY o.since, o.session), '[]')
      INTO others
      FROM other_devices(sharing_of.guest, lent.shared, sharing_of.mac, sharing_of.online_since, sharing_of.granted_since) o;
  END IF;
  RETURN jsonb_build_object('shared', lent.shared, 'others', others, 'voucher', lent.voucher);
END $$;
