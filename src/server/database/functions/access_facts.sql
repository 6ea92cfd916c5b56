-- The facts for one request, see facts_for_access(). For servers of earlier versions that run beside this one during an update.
CREATE OR REPLACE FUNCTION access_facts(unit integer, asked jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT facts FROM access_facts_of(jsonb_build_array(asked || jsonb_build_object('unit', unit))) AS facts);
END $$;
