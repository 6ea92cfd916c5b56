-- session_sums and guest_sums (schema.ts) hold the sums of session_histories. The triggers report_sums_insert, report_sums_update and
-- report_sums_delete keep them current in the same transaction. Bulk loads switch the triggers off with `set local portico.sums = 'later'`
-- and call rebuild_report_sums() before they commit.
CREATE OR REPLACE FUNCTION keep_report_sums() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text := CASE TG_OP
    WHEN 'INSERT' THEN 'select 1 as sign, * from come'
    WHEN 'DELETE' THEN 'select -1 as sign, * from gone'
    ELSE 'select 1 as sign, * from come union all select -1, * from gone' END;
BEGIN
  IF current_setting('portico.sums', true) = 'later' THEN RETURN NULL; END IF;

  IF TG_OP = 'INSERT' THEN
    IF (SELECT count(*) FROM (SELECT FROM come LIMIT 2) few) = 1 THEN
      PERFORM add_to_report_sums(one) FROM come one;
      RETURN NULL;
    END IF;
  END IF;

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
