CREATE TABLE "hotspot_sms_warnings" (
	"hotspot_id" integer PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_sms_counts" ADD COLUMN "is_warned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "portal_codes" ADD COLUMN "way" text DEFAULT 'email' NOT NULL;--> statement-breakpoint
ALTER TABLE "hotspot_sms_warnings" ADD CONSTRAINT "hotspot_sms_warnings_hotspot_id_hotspots_id_fk" FOREIGN KEY ("hotspot_id") REFERENCES "public"."hotspots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "portal_codes_number" ON "portal_codes" USING btree ("email","created") WHERE "portal_codes"."way" = 'sms';