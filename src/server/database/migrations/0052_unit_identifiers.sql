ALTER TABLE "unit_contacts" ADD COLUMN "nas_identifier" text;
