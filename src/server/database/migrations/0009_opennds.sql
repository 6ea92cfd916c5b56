CREATE TABLE "asked_endings" (
	"session_id" integer PRIMARY KEY NOT NULL,
	"asked" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "asked_endings" ADD CONSTRAINT "asked_endings_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;