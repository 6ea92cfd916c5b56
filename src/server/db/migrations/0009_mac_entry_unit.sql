ALTER TABLE "user_histories" ADD COLUMN "unit_id" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "unit_id" integer;