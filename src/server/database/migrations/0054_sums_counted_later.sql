CREATE TABLE "uncounted_sessions" (
	"account_id" integer NOT NULL,
	"hotspot_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"hour" integer NOT NULL,
	"connections" integer NOT NULL,
	"bytes_up" bigint DEFAULT 0 NOT NULL,
	"bytes_down" bigint DEFAULT 0 NOT NULL,
	"duration" bigint DEFAULT 0 NOT NULL
);

--> statement-breakpoint
-- Only the earlier trigger function called it, which is stated anew together with this migration.
DROP FUNCTION IF EXISTS add_to_report_sums(session_histories);
