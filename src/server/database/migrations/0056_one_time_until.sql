ALTER TABLE "accounts" ADD COLUMN "one_time_until" timestamp with time zone;
