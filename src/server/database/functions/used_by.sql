-- What a guest has used, see usage_of(). Its plan must also suit tables that have grown since.
CREATE OR REPLACE FUNCTION used_by(guest integer, hotspot integer, today timestamptz)
RETURNS TABLE (seconds bigint, bytes bigint, seconds_today bigint, bytes_today bigint, is_online boolean) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY SELECT * FROM usage_of(used_by.guest, used_by.hotspot, used_by.today);
END $$;
