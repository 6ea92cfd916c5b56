CREATE TABLE "failing_destinations" (
	"name" text PRIMARY KEY NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"last" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "outbox_waiting";--> statement-breakpoint
ALTER TABLE "outbox" ALTER COLUMN "hotspot_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "uuid" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "account_id" integer;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "code_id" bigint;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "integration_id" integer;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "lane" text DEFAULT 'mail' NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "retry_until" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- What waits keeps the Message-ID under which it may have been sent already.
UPDATE "outbox" SET "retry_until" = "expires", "lane" = "channel" || CASE WHEN "kind" = 'answer' THEN '' ELSE ' bulk' END,
	"uuid" = coalesce(("content" -> 'mail' ->> 'id')::uuid, md5('outbox' || "id")::uuid);--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_code_id_portal_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."portal_codes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("lane","next_try") WHERE "outbox"."state" in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "outbox_created" ON "outbox" USING btree ("created","id");--> statement-breakpoint
CREATE INDEX "outbox_account" ON "outbox" USING btree ("account_id") WHERE "outbox"."account_id" is not null;--> statement-breakpoint
CREATE INDEX "outbox_code" ON "outbox" USING btree ("code_id") WHERE "outbox"."code_id" is not null;--> statement-breakpoint
CREATE INDEX "outbox_integration" ON "outbox" USING btree ("integration_id","hotspot_id") WHERE "outbox"."integration_id" is not null;
