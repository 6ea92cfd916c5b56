ALTER TABLE "voucher_uses" ADD COLUMN "arrival" text DEFAULT '' NOT NULL;
