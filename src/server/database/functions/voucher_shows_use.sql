-- Whether a voucher itself shows that somebody has used it: 'used' or 'limit_reached' of statesOf() in contract/plain/voucherState.ts.
CREATE OR REPLACE FUNCTION voucher_shows_use(remain_use integer, duration integer, expires timestamptz) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN remain_use = 0 OR (duration > 0 AND expires IS NOT NULL);
