ALTER TABLE "portal_codes" ADD COLUMN "mailbox" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Tags and dots are counted from now on.
UPDATE "portal_codes" SET "mailbox" = "email" WHERE "way" = 'email';--> statement-breakpoint
CREATE INDEX "portal_codes_mailbox" ON "portal_codes" USING btree ("hotspot_id","mailbox","created");
