-- What limits a guest's devices: `own`, the guest's own voucher, or else the valid one with which the guest last registered; `uses` includes
-- those already made. `shared` is that voucher if the devices of its other guests count too: one without a limit may have thousands of
-- guests, and there is no need to count them. Always one row. A single query without settings, so that it becomes part of the statement that
-- calls it.
CREATE OR REPLACE FUNCTION voucher_lent_to(guest integer, own integer, now timestamptz) RETURNS TABLE (shared integer, voucher jsonb)
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN v.type = 'normal' AND (v.max_devices > 0 OR v.remain_use >= 0) THEN v.id END,
    CASE WHEN v.id IS NOT NULL THEN jsonb_build_object('type', v.type, 'max_devices', v.max_devices, 'uses', CASE WHEN v.remain_use >= 0
      THEN v.remain_use + (SELECT count(*) FROM voucher_uses x WHERE x.voucher_id = v.id) ELSE v.remain_use END) END
  FROM (SELECT coalesce(voucher_lent_to.own, (SELECT x.voucher_id FROM voucher_uses x JOIN hotspot_vouchers r ON r.id = x.voucher_id
    WHERE x.user_id = voucher_lent_to.guest AND r.expires IS NOT NULL AND NOT voucher_is_expired(r.expires, voucher_lent_to.now)
    ORDER BY x.used DESC, x.id DESC LIMIT 1)) AS id OFFSET 0) lent
  LEFT JOIN LATERAL (SELECT * FROM hotspot_vouchers v WHERE v.id = lent.id OFFSET 0) v ON true
$$;
