DROP INDEX "outbox_due";--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("lane","next_try","id") WHERE "outbox"."state" in ('waiting', 'sending');
