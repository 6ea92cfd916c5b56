-- As facts_for_access(). For servers of earlier versions that run beside this one during an update.
CREATE OR REPLACE FUNCTION access_facts_of(requests jsonb) RETURNS SETOF jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN QUERY SELECT facts::jsonb FROM facts_for_access(requests) AS facts;
END $$;
