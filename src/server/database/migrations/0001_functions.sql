-- session_sums and guest_sums (schema.ts) are the sums of what session_histories holds. Whoever changes that table changes them, in the
-- same transaction, by the triggers below; who fills it with very much says `set local portico.sums = 'later'` first, and calls
-- rebuild_report_sums() at the end of the transaction.

-- Whole hours from 1970-01-01T00:00Z to a moment. (Stable, not immutable: so that it is inlined.)
CREATE FUNCTION hour_of(moment timestamptz) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
RETURN floor(date_part('epoch', moment) / 3600)::integer;
--> statement-breakpoint
-- How long ago a guest was there last counts up to this many hours: no day is longer.
CREATE FUNCTION long_ago() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 25;
--> statement-breakpoint
-- From the hour when a guest was there before to this one; none: long ago.
CREATE FUNCTION gap_to(before integer, hour integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN least(coalesce(hour - before, long_ago()), long_ago());
--> statement-breakpoint
CREATE FUNCTION keep_report_sums() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := CASE TG_OP
    WHEN 'INSERT' THEN 'select 1 as sign, * from come'
    WHEN 'DELETE' THEN 'select -1 as sign, * from gone'
    ELSE 'select 1 as sign, * from come union all select -1, * from gone' END;
BEGIN
  IF current_setting('portico.sums', true) = 'later' THEN RETURN NULL; END IF;

  EXECUTE 'insert into session_sums (account_id, hour, connections, bytes_up, bytes_down, duration)
    select coalesce(h.account_id, 0), hour, sum(sign), sum(sign * bytes_up), sum(sign * bytes_down), sum(sign * duration)
    from (select *, hour_of(start_time) as hour from (' || changed || ') rows) c join hotspots h on h.id = c.hotspot_id
    group by grouping sets ((h.account_id, hour), (hour))
    having sum(sign) <> 0 or sum(sign * bytes_up) <> 0 or sum(sign * bytes_down) <> 0 or sum(sign * duration) <> 0';

  -- Two sessions that change a guest''s hours at once must see each other: on one hotspot they go one after the other. What this
  -- statement waited for is seen by the next one.
  EXECUTE 'select pg_advisory_xact_lock(7042027, hotspot_id) from (select distinct hotspot_id from (' || changed || ') c order by 1) hotspots';

  -- Where the guests of the changed rows have sessions now, and had before, as far around as a change reaches. What stayed cancels out.
  EXECUTE 'insert into guest_sums (account_id, hour, gap, guests)
    with changes as materialized (
      select hotspot_id, user_id, hour_of(start_time) as hour, sum(sign) as sessions from (' || changed || ') c
      group by 1, 2, 3 having sum(sign) <> 0),
    spans as materialized (select hotspot_id, user_id, min(hour) as first, max(hour) as last from changes group by 1, 2),
    present as (
      select s.hotspot_id, s.user_id, hour_of(h.start_time) as hour, count(*) as sessions
      from spans s join session_histories h on h.user_id = s.user_id and h.hotspot_id = s.hotspot_id
        and h.start_time >= to_timestamp((s.first - long_ago()) * 3600.0) and h.start_time < to_timestamp((s.last + long_ago() + 1) * 3600.0)
      group by 1, 2, 3),
    hours as (
      select hotspot_id, user_id, hour, coalesce(p.sessions, 0) as after, coalesce(p.sessions, 0) - coalesce(c.sessions, 0) as before
      from present p full join changes c using (hotspot_id, user_id, hour)),
    counted as (
      select 1 as sign, hotspot_id, hour, gap_to(lag(hour) over guest, hour) as gap from hours where after > 0
      window guest as (partition by hotspot_id, user_id order by hour)
      union all
      select -1, hotspot_id, hour, gap_to(lag(hour) over guest, hour) from hours where before > 0
      window guest as (partition by hotspot_id, user_id order by hour))
    select coalesce(h.account_id, 0), hour, gap, sum(sign) from counted c join hotspots h on h.id = c.hotspot_id
    group by grouping sets ((h.account_id, hour, gap), (hour, gap)) having sum(sign) <> 0';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER report_sums_insert AFTER INSERT ON session_histories REFERENCING NEW TABLE AS come
FOR EACH STATEMENT EXECUTE FUNCTION keep_report_sums();
--> statement-breakpoint
CREATE TRIGGER report_sums_update AFTER UPDATE ON session_histories REFERENCING OLD TABLE AS gone NEW TABLE AS come
FOR EACH STATEMENT EXECUTE FUNCTION keep_report_sums();
--> statement-breakpoint
CREATE TRIGGER report_sums_delete AFTER DELETE ON session_histories REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION keep_report_sums();
--> statement-breakpoint
-- A hotspot's sessions go before it does: their sums are found by its reseller.
CREATE FUNCTION delete_histories_first() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM session_histories WHERE hotspot_id = OLD.id;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER report_sums_hotspot BEFORE DELETE ON hotspots FOR EACH ROW EXECUTE FUNCTION delete_histories_first();
--> statement-breakpoint
-- Adds up what was added loose since the last time: reports read fewer rows, and the same sums. Several may do it at once.
CREATE FUNCTION fold_report_sums() RETURNS void LANGUAGE sql AS $$
  WITH folded AS (
    DELETE FROM session_sums WHERE (account_id, hour) IN (SELECT account_id, hour FROM session_sums WHERE NOT is_folded) RETURNING *)
  INSERT INTO session_sums (account_id, hour, is_folded, connections, bytes_up, bytes_down, duration)
  SELECT account_id, hour, true, sum(connections), sum(bytes_up), sum(bytes_down), sum(duration) FROM folded
  GROUP BY account_id, hour HAVING sum(connections) <> 0 OR sum(bytes_up) <> 0 OR sum(bytes_down) <> 0 OR sum(duration) <> 0;

  WITH folded AS (
    DELETE FROM guest_sums WHERE (account_id, hour) IN (SELECT account_id, hour FROM guest_sums WHERE NOT is_folded) RETURNING *)
  INSERT INTO guest_sums (account_id, hour, is_folded, gap, guests)
  SELECT account_id, hour, true, gap, sum(guests) FROM folded GROUP BY account_id, hour, gap HAVING sum(guests) <> 0;
$$;
--> statement-breakpoint
-- Makes all sums anew. Whoever would change a session meanwhile waits.
CREATE FUNCTION rebuild_report_sums() RETURNS void LANGUAGE plpgsql SET work_mem = '64MB' AS $$
BEGIN
  LOCK TABLE session_histories, session_sums, guest_sums IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM session_sums;
  DELETE FROM guest_sums;
  INSERT INTO session_sums (account_id, hour, is_folded, connections, bytes_up, bytes_down, duration)
  SELECT coalesce(account_id, 0), hour, true, count(*), sum(bytes_up), sum(bytes_down), sum(duration)
  FROM (SELECT h.account_id, hour_of(s.start_time) AS hour, s.bytes_up, s.bytes_down, s.duration
    FROM session_histories s JOIN hotspots h ON h.id = s.hotspot_id) counted
  GROUP BY GROUPING SETS ((account_id, hour), (hour)) ORDER BY 1, 2;
  INSERT INTO guest_sums (account_id, hour, is_folded, gap, guests)
  SELECT coalesce(h.account_id, 0), hour, true, gap, count(*)
  FROM (SELECT hotspot_id, hour, gap_to(lag(hour) OVER (PARTITION BY hotspot_id, user_id ORDER BY hour), hour) AS gap
    FROM (SELECT DISTINCT hotspot_id, user_id, hour_of(start_time) AS hour FROM session_histories) hours) counted
    JOIN hotspots h ON h.id = counted.hotspot_id
  GROUP BY GROUPING SETS ((h.account_id, hour, gap), (hour, gap)) ORDER BY 1, 2;
  ANALYZE session_sums;
  ANALYZE guest_sums;
END $$;
--> statement-breakpoint
-- Entries are added, and neither changed nor deleted: but by who says so for its transaction, which server/audit/forgetting.ts alone does.
CREATE FUNCTION keep_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('portico.audit', true) = 'forget' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'the audit trail is only added to';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_kept BEFORE UPDATE OR DELETE ON audit_entries
FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_entries();
--> statement-breakpoint
SELECT rebuild_report_sums();
