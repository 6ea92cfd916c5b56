ALTER TABLE "units" DROP CONSTRAINT "units_mac";--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "address_confirmed" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "units_mac_address" ON "units" USING btree ("mac_address");--> statement-breakpoint
ALTER TABLE "units" ADD CONSTRAINT "units_mac" UNIQUE("hotspot_id","mac_address");
--> statement-breakpoint
-- Where units were last heard at their fixed address. Of several there, the first that was registered keeps it.
UPDATE "units" u SET "address_confirmed" = u."created" FROM "unit_contacts" c WHERE c."unit_id" = u."id" AND u."address" <> '' AND c."address" = u."address";
