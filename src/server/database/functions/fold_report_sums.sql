-- Merges the rows that the triggers added since the last call, so that reports read fewer of them. Safe to run concurrently.
CREATE OR REPLACE FUNCTION fold_report_sums() RETURNS void LANGUAGE sql AS $$
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
