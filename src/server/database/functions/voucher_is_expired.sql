-- Whether a voucher's time is over: isExpired() in contract/plain/voucherState.ts.
CREATE OR REPLACE FUNCTION voucher_is_expired(expires timestamptz, now timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN expires IS NOT NULL AND expires <= now;
