-- Deletes a hotspot's sessions while the hotspot still exists (trigger report_sums_hotspot): their sums are found by its reseller.
CREATE OR REPLACE FUNCTION delete_histories_first() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM session_histories WHERE hotspot_id = OLD.id;
  RETURN OLD;
END $$;
