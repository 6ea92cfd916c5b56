ALTER TABLE "login_tokens" ADD COLUMN "session_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "portal_codes" ADD COLUMN "session_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "portal_codes" ADD COLUMN "voucher_id" integer;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "coa_port" integer DEFAULT 3799 NOT NULL;--> statement-breakpoint
ALTER TABLE "portal_codes" ADD CONSTRAINT "portal_codes_voucher_id_hotspot_vouchers_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."hotspot_vouchers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "portal_codes_voucher" ON "portal_codes" USING btree ("voucher_id") WHERE "portal_codes"."voucher_id" is not null;