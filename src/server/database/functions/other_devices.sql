-- The other devices that are online of one guest, see other_devices_of().
CREATE OR REPLACE FUNCTION other_devices(guest integer, voucher integer, mac text, online_since timestamptz, granted_since timestamptz)
RETURNS TABLE (is_of_guest boolean, session integer, since timestamptz) LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT o.is_of_guest, o.session, o.since FROM other_devices_of(ARRAY[other_devices.guest], ARRAY[other_devices.voucher],
    ARRAY[other_devices.mac], ARRAY[other_devices.online_since], ARRAY[other_devices.granted_since]) o;
END $$;
