ALTER TABLE "login_tokens" ADD COLUMN "arrival" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "arrivals_signed_with" text DEFAULT '' NOT NULL;
