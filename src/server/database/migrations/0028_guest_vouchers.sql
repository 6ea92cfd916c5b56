ALTER TABLE "user_histories" ADD COLUMN "voucher_id" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "voucher_id" integer;--> statement-breakpoint
-- Guests were linked to their voucher by name: its code in capitals, which for the second and later guests of a voucher for anybody is
-- followed by a number. Archived ones have no uses.
UPDATE "users" u SET "voucher_id" = v."id" FROM "hotspot_vouchers" v
  WHERE u."account_type" = 'voucher' AND v."hotspot_id" = u."hotspot_id" AND v."code" = lower(u."username");--> statement-breakpoint
UPDATE "users" u SET "voucher_id" = x."voucher_id" FROM "voucher_uses" x JOIN "hotspot_vouchers" v ON v."id" = x."voucher_id"
  WHERE u."account_type" = 'voucher' AND u."voucher_id" IS NULL AND x."user_id" = u."id" AND v."type" = 'normal';--> statement-breakpoint
UPDATE "user_histories" u SET "voucher_id" = v."id" FROM "hotspot_vouchers" v
  WHERE u."account_type" = 'voucher' AND v."hotspot_id" = u."hotspot_id" AND v."code" = lower(u."username");--> statement-breakpoint
ALTER TABLE "user_histories" ADD CONSTRAINT "user_histories_voucher_id_hotspot_vouchers_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."hotspot_vouchers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_voucher_id_hotspot_vouchers_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."hotspot_vouchers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_histories_voucher" ON "user_histories" USING btree ("voucher_id");--> statement-breakpoint
CREATE INDEX "users_voucher" ON "users" USING btree ("voucher_id");
