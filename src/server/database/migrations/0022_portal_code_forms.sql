ALTER TABLE "portal_codes" ADD COLUMN "form_hash" text;--> statement-breakpoint
CREATE UNIQUE INDEX "portal_codes_form" ON "portal_codes" USING btree ("form_hash") WHERE "portal_codes"."form_hash" is not null;
