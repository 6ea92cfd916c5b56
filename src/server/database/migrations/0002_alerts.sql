CREATE TABLE "snoozed_alerts" (
	"account_id" integer NOT NULL,
	"alert" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "snoozed_alerts_account_id_alert_pk" PRIMARY KEY("account_id","alert")
);
--> statement-breakpoint
ALTER TABLE "snoozed_alerts" ADD CONSTRAINT "snoozed_alerts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
