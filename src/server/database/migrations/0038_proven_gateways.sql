ALTER TABLE "units" ADD COLUMN "gateway_hosts" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "portal_codes" ADD COLUMN "asked_by" text DEFAULT 'here' NOT NULL;
