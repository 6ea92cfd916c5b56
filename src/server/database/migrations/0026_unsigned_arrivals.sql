CREATE TABLE "unit_unsigned_arrivals" (
	"unit_id" integer PRIMARY KEY NOT NULL,
	"arrivals" integer NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"last" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "unit_unsigned_arrivals" ADD CONSTRAINT "unit_unsigned_arrivals_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE cascade ON UPDATE no action;
