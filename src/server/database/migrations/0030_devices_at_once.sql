ALTER TABLE "hotspot_vouchers" ADD COLUMN "max_devices" integer DEFAULT 0 NOT NULL;
