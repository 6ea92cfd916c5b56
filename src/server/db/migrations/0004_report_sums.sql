CREATE TABLE "guest_sums" (
	"account_id" integer NOT NULL,
	"hour" integer NOT NULL,
	"is_folded" boolean DEFAULT false NOT NULL,
	"gap" integer NOT NULL,
	"guests" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_sums" (
	"account_id" integer NOT NULL,
	"hour" integer NOT NULL,
	"is_folded" boolean DEFAULT false NOT NULL,
	"connections" integer NOT NULL,
	"bytes_up" bigint DEFAULT 0 NOT NULL,
	"bytes_down" bigint DEFAULT 0 NOT NULL,
	"duration" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "guest_sums_hour" ON "guest_sums" USING btree ("account_id","hour");--> statement-breakpoint
CREATE INDEX "guest_sums_loose" ON "guest_sums" USING btree ("account_id","hour") WHERE not "guest_sums"."is_folded";--> statement-breakpoint
CREATE INDEX "session_sums_hour" ON "session_sums" USING btree ("account_id","hour");--> statement-breakpoint
CREATE INDEX "session_sums_loose" ON "session_sums" USING btree ("account_id","hour") WHERE not "session_sums"."is_folded";