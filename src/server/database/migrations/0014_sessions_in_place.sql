DROP INDEX "sessions_unit";--> statement-breakpoint
DROP INDEX "sessions_updated";--> statement-breakpoint
DROP INDEX "sessions_hotspot";--> statement-breakpoint
CREATE INDEX "sessions_started" ON "sessions" USING btree ("start_time","id","hotspot_id");--> statement-breakpoint
CREATE INDEX "sessions_hotspot" ON "sessions" USING btree ("hotspot_id","start_time","id");