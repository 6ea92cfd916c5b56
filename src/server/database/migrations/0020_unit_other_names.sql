CREATE TABLE "unit_other_names" (
	"unit_id" integer NOT NULL,
	"address" text NOT NULL,
	"name" text NOT NULL,
	"packets" integer NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"last" timestamp with time zone NOT NULL,
	CONSTRAINT "unit_other_names_unit_id_address_name_pk" PRIMARY KEY("unit_id","address","name")
);
--> statement-breakpoint
ALTER TABLE "unit_other_names" ADD CONSTRAINT "unit_other_names_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unit_other_names_last" ON "unit_other_names" USING btree ("last");--> statement-breakpoint
CREATE INDEX "units_any_uuid" ON "units" USING btree ((lower("uuid") collate "C"));--> statement-breakpoint
CREATE INDEX "units_any_name" ON "units" USING btree ((lower(folded("name")) collate "C"));
