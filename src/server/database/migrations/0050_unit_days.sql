CREATE TABLE "unit_days" (
	"unit_id" integer NOT NULL,
	"day" date NOT NULL,
	"heard" bigint NOT NULL,
	CONSTRAINT "unit_days_unit_id_day_pk" PRIMARY KEY("unit_id","day")
);
--> statement-breakpoint
ALTER TABLE "unit_days" ADD CONSTRAINT "unit_days_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- A unit was heard in each half-hour in which one of its sessions began or was still reported.
INSERT INTO "unit_days" ("unit_id", "day", "heard")
SELECT unit_id, (slot at time zone 'UTC')::date, bit_or(1::bigint << ((extract(epoch from slot)::bigint / 1800) % 48)::int)
FROM (
	SELECT h.unit_id, slot
	FROM (
		SELECT unit_id, start_time, update_time FROM session_histories WHERE update_time > now() - interval '31 days'
		UNION ALL
		SELECT unit_id, start_time, update_time FROM sessions
	) h
	CROSS JOIN LATERAL generate_series(
		to_timestamp(floor(extract(epoch from greatest(h.start_time, now() - interval '31 days')) / 1800) * 1800),
		least(h.update_time, now()),
		interval '30 minutes'
	) AS slot
) heard
JOIN units u ON u.id = heard.unit_id
GROUP BY 1, 2;
