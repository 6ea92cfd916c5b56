CREATE INDEX "hotspot_vouchers_room" ON "hotspot_vouchers" USING gin ((searchable("room")) gin_trgm_ops) WHERE "hotspot_vouchers"."room" <> '';
