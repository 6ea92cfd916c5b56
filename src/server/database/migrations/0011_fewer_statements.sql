-- A session that a unit reports is most of what is written: these need one call where there were several, and PostgreSQL keeps their plans.

-- What was reported of a session, once nobody else changes it. The query sees what the lock waited for. The first number is any that no
-- other lock has.
CREATE FUNCTION locked_session_reports(unit integer, session_key text) RETURNS SETOF session_reports LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7042028, hashtext(unit || '/' || session_key));
  RETURN QUERY SELECT * FROM session_reports r
    WHERE r.unit_id = unit AND r.session_key = locked_session_reports.session_key ORDER BY r.id FOR UPDATE;
END $$;
--> statement-breakpoint
-- Adds one session, already stored, to the sums; keep_report_sums() says what they are.
CREATE FUNCTION add_to_report_sums(added session_histories) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  account integer;
  here integer := hour_of(added.start_time);
  hour_before integer;
  hour_after integer;
BEGIN
  SELECT account_id INTO account FROM hotspots WHERE id = added.hotspot_id;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO session_sums (account_id, hour, connections, bytes_up, bytes_down, duration)
    SELECT a, here, 1, added.bytes_up, added.bytes_down, added.duration FROM unnest(ARRAY[account, 0]) a;

  -- See keep_report_sums().
  PERFORM pg_advisory_xact_lock(7042027, added.hotspot_id);
  PERFORM FROM session_histories h WHERE h.user_id = added.user_id AND h.hotspot_id = added.hotspot_id AND h.id <> added.id
    AND h.start_time >= to_timestamp(here * 3600.0) AND h.start_time < to_timestamp((here + 1) * 3600.0) LIMIT 1;
  IF FOUND THEN RETURN; END IF;
  SELECT hour_of(h.start_time) INTO hour_before FROM session_histories h WHERE h.user_id = added.user_id AND h.hotspot_id = added.hotspot_id
    AND h.start_time >= to_timestamp((here - long_ago()) * 3600.0) AND h.start_time < to_timestamp(here * 3600.0)
    ORDER BY h.start_time DESC LIMIT 1;
  SELECT hour_of(h.start_time) INTO hour_after FROM session_histories h WHERE h.user_id = added.user_id AND h.hotspot_id = added.hotspot_id
    AND h.start_time >= to_timestamp((here + 1) * 3600.0) AND h.start_time < to_timestamp((here + long_ago() + 1) * 3600.0)
    ORDER BY h.start_time LIMIT 1;
  -- The guest's next visit is now one after this.
  INSERT INTO guest_sums (account_id, hour, gap, guests)
    SELECT a, c.hour, c.gap, sum(c.guests) FROM unnest(ARRAY[account, 0]) a CROSS JOIN (VALUES
      (here, gap_to(hour_before, here), 1), (hour_after, gap_to(here, hour_after), 1), (hour_after, gap_to(hour_before, hour_after), -1)
    ) c (hour, gap, guests) WHERE c.hour IS NOT NULL GROUP BY 1, 2, 3 HAVING sum(c.guests) <> 0;
END $$;
--> statement-breakpoint
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
