-- The guest whose session a unit reports: the one to whom access was granted, the one with that name, or the last one on that device, which
-- is all that some units report. All columns are null if it is nobody's. Uses one generic plan along indexes, as access_facts_of() does: left to
-- itself, PostgreSQL plans the first statement at each call, because it cannot tell how few names there are.
CREATE OR REPLACE FUNCTION guest_of_session(hotspot integer, granted integer, names text[], mac text) RETURNS users LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  guest users;
BEGIN
  SELECT u.* INTO guest FROM users u
    WHERE (u.hotspot_id = hotspot AND u.id = granted) OR (u.hotspot_id = hotspot AND u.username = ANY (names))
    ORDER BY u.id = granted DESC, u.username = mac LIMIT 1;
  IF NOT FOUND AND mac <> '' THEN
    SELECT u.* INTO guest FROM devices d JOIN users u ON u.id = d.user_id WHERE d.hotspot_id = hotspot AND d.mac_address = mac
      ORDER BY u.created DESC, u.id DESC LIMIT 1;
  END IF;
  RETURN guest;
END $$;
