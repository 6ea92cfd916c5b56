CREATE TABLE "session_addresses" (
	"session_id" bigint NOT NULL,
	"nth" integer NOT NULL,
	"hotspot_id" integer NOT NULL,
	"address" "inet" NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"until" timestamp with time zone,
	CONSTRAINT "session_addresses_session_id_nth_pk" PRIMARY KEY("session_id","nth")
);
--> statement-breakpoint
ALTER TABLE "session_addresses" ADD CONSTRAINT "session_addresses_hotspot_id_hotspots_id_fk" FOREIGN KEY ("hotspot_id") REFERENCES "public"."hotspots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_addresses_hotspot" ON "session_addresses" USING btree ("hotspot_id");--> statement-breakpoint
CREATE INDEX "session_addresses_address" ON "session_addresses" USING gist ("address" inet_ops);--> statement-breakpoint
CREATE INDEX "session_histories_session" ON "session_histories" USING btree ("session_id");
