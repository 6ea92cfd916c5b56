ALTER TABLE "units" ADD COLUMN "previous_secret" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "previous_secret_until" timestamp with time zone;--> statement-breakpoint
-- The keys of the installation have generations: the last one signs, earlier ones are known until what they signed has run out.
ALTER TABLE "server_keys" ADD COLUMN "generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "server_keys" ADD COLUMN "until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "server_keys" DROP CONSTRAINT "server_keys_pkey";--> statement-breakpoint
ALTER TABLE "server_keys" ADD CONSTRAINT "server_keys_name_generation_pk" PRIMARY KEY("name","generation");
