ALTER TABLE "consents" ADD COLUMN "source" text DEFAULT 'portal' NOT NULL;
--> statement-breakpoint
-- Creating a personal voucher marked its guest as having agreed to marketing and to the survey, without anybody asking. Only a consent counts.
UPDATE "users" g SET "marketing_auth" = false WHERE g."account_type" = 'voucher' AND g."marketing_auth"
  AND NOT EXISTS (SELECT FROM "consents" c WHERE c."user_id" = g."id" AND c."purpose" = 'marketing');
--> statement-breakpoint
UPDATE "users" g SET "survey_auth" = false WHERE g."account_type" = 'voucher' AND g."survey_auth"
  AND NOT EXISTS (SELECT FROM "consents" c WHERE c."user_id" = g."id" AND c."purpose" = 'survey');
--> statement-breakpoint
UPDATE "user_histories" g SET "marketing_auth" = false WHERE g."account_type" = 'voucher' AND g."marketing_auth"
  AND NOT EXISTS (SELECT FROM "consents" c WHERE c."user_id" = g."user_id" AND c."purpose" = 'marketing');
--> statement-breakpoint
UPDATE "user_histories" g SET "survey_auth" = false WHERE g."account_type" = 'voucher' AND g."survey_auth"
  AND NOT EXISTS (SELECT FROM "consents" c WHERE c."user_id" = g."user_id" AND c."purpose" = 'survey');
--> statement-breakpoint
-- Nothing here has ever marked other guests without a consent, so those came from an older system. The hash is that of the empty text.
WITH given AS (
  SELECT hotspot_id, id AS user_id, created, marketing_auth, survey_auth FROM users
  UNION ALL SELECT hotspot_id, user_id, created, marketing_auth, survey_auth FROM user_histories),
missing AS (
  SELECT g.hotspot_id, g.user_id, p.purpose, min(g.created) AS at FROM given g
  JOIN (VALUES ('marketing'), ('survey')) p (purpose) ON CASE p.purpose WHEN 'marketing' THEN g.marketing_auth ELSE g.survey_auth END
  WHERE NOT EXISTS (SELECT FROM consents c WHERE c.user_id = g.user_id AND c.purpose = p.purpose)
  GROUP BY g.hotspot_id, g.user_id, p.purpose),
worded AS (
  INSERT INTO consent_texts (hash, body, created)
  SELECT 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '', min(at) FROM missing HAVING count(*) > 0
  ON CONFLICT DO NOTHING)
INSERT INTO consents (hotspot_id, user_id, purpose, is_given, text_hash, language, at, unit_id, source)
  SELECT hotspot_id, user_id, purpose, true, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', '', at, 0, 'older_system'
  FROM missing;
