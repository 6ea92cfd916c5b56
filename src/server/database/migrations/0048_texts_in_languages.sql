ALTER TABLE "consents" ADD COLUMN "text_language" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "disclaimers" ADD COLUMN "translations" jsonb DEFAULT '{}'::jsonb NOT NULL;
