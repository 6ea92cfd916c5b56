CREATE TABLE "portal_figures" (
	"hotspot_id" integer NOT NULL,
	"day" date NOT NULL,
	"what" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "portal_figures_hotspot_id_day_what_pk" PRIMARY KEY("hotspot_id","day","what")
);
--> statement-breakpoint
ALTER TABLE "login_tokens" ADD COLUMN "opened" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "portal_figures" ADD CONSTRAINT "portal_figures_hotspot_id_hotspots_id_fk" FOREIGN KEY ("hotspot_id") REFERENCES "public"."hotspots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "portal_figures_day" ON "portal_figures" USING btree ("day");