ALTER TABLE "unit_contacts" ADD COLUMN "is_http_signed" boolean;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "http_proof" text DEFAULT 'address' NOT NULL;
