ALTER TABLE "asked_endings" ADD COLUMN "username" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "asked_endings" ADD COLUMN "device_mac" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "session_reports" ADD COLUMN "is_by_http" boolean DEFAULT false NOT NULL;