CREATE SEQUENCE "public"."anonymous_guests" INCREMENT BY -1 MINVALUE -2147483648 MAXVALUE -1 START WITH -1 CACHE 1;--> statement-breakpoint
DROP INDEX "users_q";--> statement-breakpoint
DROP INDEX "devices_q";--> statement-breakpoint
DROP INDEX "session_histories_unit";--> statement-breakpoint
DROP INDEX "session_histories_user";--> statement-breakpoint
DROP INDEX "session_histories_started";--> statement-breakpoint
DROP INDEX "session_histories_q";--> statement-breakpoint
CREATE INDEX "devices_by_creation" ON "devices" USING btree ("created","id");--> statement-breakpoint
CREATE INDEX "devices_by_mac" ON "devices" USING btree ((lower("mac_address") collate "C"),"id");--> statement-breakpoint
CREATE INDEX "devices_by_ip" ON "devices" USING btree ((lower("ip_address") collate "C"),"id");--> statement-breakpoint
CREATE INDEX "session_histories_by_username" ON "session_histories" USING btree ((lower("username") collate "C"),"id","hotspot_id");--> statement-breakpoint
CREATE INDEX "session_histories_by_up" ON "session_histories" USING btree ("bytes_up","id","hotspot_id");--> statement-breakpoint
CREATE INDEX "session_histories_by_down" ON "session_histories" USING btree ("bytes_down","id","hotspot_id");--> statement-breakpoint
CREATE INDEX "session_histories_by_duration" ON "session_histories" USING btree ("duration","id","hotspot_id");--> statement-breakpoint
CREATE INDEX "user_histories_username" ON "user_histories" USING btree ("hotspot_id","username");--> statement-breakpoint
CREATE INDEX "user_histories_text" ON "user_histories" USING gin (("username" || E'\x1f' || "name" || E'\x1f' || "email" || E'\x1f' || "account_type" || E'\x1f' || "kbps_down"::text || E'\x1f' || "kbps_up"::text || E'\x1f' || "max_navigation_traffic"::text || E'\x1f' || "max_navigation_time"::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree ((lower("name") collate "C"),"id");--> statement-breakpoint
CREATE INDEX "users_by_email" ON "users" USING btree ((lower("email") collate "C"),"id");--> statement-breakpoint
CREATE INDEX "users_by_username" ON "users" USING btree ((lower("username") collate "C"),"id");--> statement-breakpoint
CREATE INDEX "users_by_type" ON "users" USING btree ((lower("account_type") collate "C"),"id");--> statement-breakpoint
CREATE INDEX "users_by_start" ON "users" USING btree ("valid_from","id");--> statement-breakpoint
CREATE INDEX "users_by_creation" ON "users" USING btree ("created","id");--> statement-breakpoint
CREATE INDEX "users_text" ON "users" USING gin (("username" || E'\x1f' || "name" || E'\x1f' || "email" || E'\x1f' || "account_type" || E'\x1f' || "kbps_down"::text || E'\x1f' || "kbps_up"::text || E'\x1f' || "max_navigation_traffic"::text || E'\x1f' || "max_navigation_time"::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "devices_q" ON "devices" USING gin (("mac_address" || E'\x1f' || "ip_address") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "session_histories_unit" ON "session_histories" USING btree ("unit_id","start_time","id","hotspot_id");--> statement-breakpoint
CREATE INDEX "session_histories_user" ON "session_histories" USING btree ("user_id","start_time","id","hotspot_id");--> statement-breakpoint
CREATE INDEX "session_histories_started" ON "session_histories" USING btree ("start_time","id","hotspot_id");--> statement-breakpoint
CREATE INDEX "session_histories_q" ON "session_histories" USING gin (("username" || E'\x1f' || "ip_address") gin_trgm_ops);--> statement-breakpoint
ANALYZE "users";--> statement-breakpoint
ANALYZE "user_histories";--> statement-breakpoint
ANALYZE "devices";--> statement-breakpoint
ANALYZE "session_histories";
