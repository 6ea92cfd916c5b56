-- Whether another guest could still log in with a voucher: isUsable() in contract/plain/voucherState.ts.
CREATE OR REPLACE FUNCTION voucher_is_usable(remain_use integer, expires timestamptz, now timestamptz) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN remain_use <> 0 AND (expires IS NULL OR expires > now);
