-- Codes by SMS go to the hotspot's own country and those that staff choose. Hotspots that have sent SMS go on sending them to all, so that an
-- update keeps out no guest from abroad; their staff may choose.
INSERT INTO hotspot_preferences (hotspot_id, key, value)
SELECT DISTINCT hotspot_id, 'sms_countries', '*' FROM hotspot_sms_counts
ON CONFLICT DO NOTHING;
