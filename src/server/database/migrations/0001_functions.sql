-- session_sums and guest_sums (schema.ts) hold the sums of session_histories. The triggers below keep them current in the same transaction.
-- Bulk loads switch the triggers off with `set local portico.sums = 'later'` and call rebuild_report_sums() before they commit.

-- Whole hours since 1970-01-01T00:00Z. Stable rather than immutable, so that it is inlined.
CREATE FUNCTION hour_of(moment timestamptz) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
RETURN floor(date_part('epoch', moment) / 3600)::integer;
--> statement-breakpoint
-- Upper limit for gaps between two visits of a guest, in hours: the longest day of the year.
CREATE FUNCTION long_ago() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 25;
--> statement-breakpoint
-- Hours since the guest's previous visit; the upper limit if there was none.
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

  -- Transactions that change the hours of the same guest must not miss what the other one does, so changes to a hotspot run one after the
  -- other. The next statement sees what this one waited for.
  EXECUTE 'select pg_advisory_xact_lock(7042027, hotspot_id) from (select distinct hotspot_id from (' || changed || ') c order by 1) hotspots';

  -- Compares the hours in which these guests have sessions now with those before, as far around as a change reaches. Equal hours cancel out.
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
-- Deletes a hotspot's sessions while the hotspot still exists: the trigger finds their sums by its reseller.
CREATE FUNCTION delete_histories_first() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM session_histories WHERE hotspot_id = OLD.id;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER report_sums_hotspot BEFORE DELETE ON hotspots FOR EACH ROW EXECUTE FUNCTION delete_histories_first();
--> statement-breakpoint
-- Merges the rows that the triggers added since the last call, so that reports read fewer of them. Safe to run concurrently.
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
-- Recalculates all sums. Changes to sessions wait meanwhile.
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
-- Audit entries can't be changed or deleted, except in a transaction that says so; only server/audit/forgetting.ts does.
CREATE FUNCTION keep_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('portico.audit', true) = 'forget' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'audit entries cannot be changed or deleted';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_kept BEFORE UPDATE OR DELETE ON audit_entries
FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_entries();
--> statement-breakpoint
SELECT rebuild_report_sums();
