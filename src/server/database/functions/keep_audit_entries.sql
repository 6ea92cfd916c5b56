-- Audit entries can't be changed or deleted, except in a transaction that says so; only server/audit/erasureQueries.ts does
-- (trigger audit_entries_kept).
CREATE OR REPLACE FUNCTION keep_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('portico.audit', true) = 'forget' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'audit entries cannot be changed or deleted';
END $$;
