-- Codes of before count for nobody: they are of the last day only.
ALTER TABLE "portal_codes" ADD COLUMN "mailbox" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "portal_codes_mailbox" ON "portal_codes" USING btree ("hotspot_id","mailbox","created");
