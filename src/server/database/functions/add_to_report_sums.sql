-- Adds one session, already stored, to the sums; keep_report_sums() says what they are.
CREATE OR REPLACE FUNCTION add_to_report_sums(added session_histories) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  account integer;
  here integer := hour_of(added.start_time);
  hour_before integer;
  hour_after integer;
BEGIN
  SELECT account_id INTO account FROM hotspots WHERE id = added.hotspot_id;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO session_sums (account_id, hour, connections, bytes_up, bytes_down, duration)
    SELECT a, here, 1, added.bytes_up, added.bytes_down, added.duration FROM unnest(ARRAY[account, 0]) a;

  -- See keep_report_sums().
  PERFORM pg_advisory_xact_lock(7042027, added.hotspot_id);
  PERFORM FROM session_histories h WHERE h.user_id = added.user_id AND h.hotspot_id = added.hotspot_id AND h.id <> added.id
    AND h.start_time >= to_timestamp(here * 3600.0) AND h.start_time < to_timestamp((here + 1) * 3600.0) LIMIT 1;
  IF FOUND THEN RETURN; END IF;
  SELECT hour_of(h.start_time) INTO hour_before FROM session_histories h WHERE h.user_id = added.user_id AND h.hotspot_id = added.hotspot_id
    AND h.start_time >= to_timestamp((here - long_ago()) * 3600.0) AND h.start_time < to_timestamp(here * 3600.0)
    ORDER BY h.start_time DESC LIMIT 1;
  SELECT hour_of(h.start_time) INTO hour_after FROM session_histories h WHERE h.user_id = added.user_id AND h.hotspot_id = added.hotspot_id
    AND h.start_time >= to_timestamp((here + 1) * 3600.0) AND h.start_time < to_timestamp((here + long_ago() + 1) * 3600.0)
    ORDER BY h.start_time LIMIT 1;
  -- The guest's next visit is now one after this.
  INSERT INTO guest_sums (account_id, hour, gap, guests)
    SELECT a, c.hour, c.gap, sum(c.guests) FROM unnest(ARRAY[account, 0]) a CROSS JOIN (VALUES
      (here, gap_to(hour_before, here), 1), (hour_after, gap_to(here, hour_after), 1), (hour_after, gap_to(hour_before, hour_after), -1)
    ) c (hour, gap, guests) WHERE c.hour IS NOT NULL GROUP BY 1, 2, 3 HAVING sum(c.guests) <> 0;
END $$;
