DROP INDEX "hotspot_vouchers_room";--> statement-breakpoint
CREATE INDEX "hotspot_vouchers_text" ON "hotspot_vouchers" USING gin ((searchable("user_name") || E'\x1f' || searchable("user_mail") || E'\x1f' || searchable("room")) gin_trgm_ops) WHERE ("hotspot_vouchers"."user_name" <> '' or "hotspot_vouchers"."user_mail" <> '' or "hotspot_vouchers"."room" <> '');--> statement-breakpoint
CREATE INDEX "hotspot_vouchers_noted" ON "hotspot_vouchers" USING btree ("created") WHERE ("hotspot_vouchers"."user_name" <> '' or "hotspot_vouchers"."user_mail" <> '' or "hotspot_vouchers"."room" <> '');
