import { sql } from 'drizzle-orm';
import { PAPER_DEFAULTS } from '../../../src/contract/plain/paperModel';
import { recordReport } from '../../../src/server/access/sessionQueries';
import type { Db } from '../../../src/server/database/db';
import { RECORDED_AT } from '../backEnd/recordings';

const MINUTE = 60_000;
const NOW = RECORDED_AT.getTime();
const UNIT = { id: 1, mac: '02-01-01-01-00-00', hotspotId: 1 };

/** Key of the session that unit 1 reports as running; it is an hour old at RECORDED_AT. */
export const RUNNING = 'runs-on';

/** Unit 1 reports guest 33's session `minutes` after RECORDED_AT. */
export async function reportRunning(
  db: Db,
  key: string,
  kind: 'start' | 'interim' | 'stop',
  minutes: number,
  up: number,
  down: number,
): Promise<void> {
  const [at, seconds, cause] = [NOW + minutes * MINUTE, (minutes + 60) * 60, kind === 'stop' ? 'user_request' : ''];
  await recordReport(db, UNIT, {
    key,
    username: 'guest33@example.com',
    deviceMac: 'AA-01-00-00-00-21',
    guestId: 33,
    event: { kind, at, seconds, up, down, isWide: true, cause },
  });
}

/** Adds what the recorded fixture lacks: rows in every table, and values in columns that it leaves at their default. */
export async function fillEveryTable(db: Db): Promise<void> {
  for (const key of [RUNNING, 'has-ended']) {
    await reportRunning(db, key, 'start', -60, 0, 0);
    await reportRunning(db, key, 'interim', -30, 1_000_000, 5_000_000_000);
  }
  await reportRunning(db, 'has-ended', 'stop', -20, 1_000_001, 5_000_000_001);
  for (const statement of ROWS) await db.execute(sql.raw(statement.replaceAll('$now', `'${RECORDED_AT.toISOString()}'::timestamptz`)));
}

const ROWS = [
  `insert into access_tokens (account_id, token_hash, type, description, expires, address, agent, created)
    values (2, 'hash of a token', 'api', 'till', $now + interval '1 year', '192.0.2.1', 'curl', $now)`,
  `insert into idempotency_keys (account_id, key_hash, fingerprint, status, answer, created) values (2, 'key', 'print', 201, '{}', $now)`,
  `insert into login_failures (key, failed, forgotten) values ('reseller9', $now, $now + interval '1 hour')`,
  `insert into login_places (account_id, address_hash, device_hash, seen) values (2, 'address', 'device', $now)`,
  `insert into password_resets (account_id, code_hash, created) values (2, 'code', $now), (null, 'nobody''s', $now)`,
  `insert into second_factors (account_id, secret, last_step, recovery_codes, since) values ((select id from accounts where username = 'customer12'), 'encrypted', 58000000, '{hash,"another hash"}', $now)`,
  `update disclaimers set translations = '{"it": "Termini"}' where id = 1`,
  `insert into disclaimers_hotspots (disclaimer_id, hotspot_id, type) values (1, 1, 'privacy'), (2, 1, 'tos')`,
  `insert into hotspot_integrations (hotspot_id, integration_id, token_id, last_sync)
    values (1, 1, (select max(id) from access_tokens), $now), (1, 2, null, null)`,
  `insert into audit_entries (at, account_id, account_name, role, address, action, kind, object_id, object_name, hotspot_id, hotspot_name, tenant_id, changes)
    values ($now, 2, 'Reseller 1', 'reseller', '192.0.2.1', 'hotspots.update', 'hotspot', 1, 'city-library-11', 1, 'city-library-11', 2,
      '[{"field": "name", "old": "library", "new": "city-library-11"}]')`,
  // Vouchers that are used, personal or used up; the fixture's are unused.
  `insert into hotspot_vouchers (hotspot_id, code, auto_login, duration, remain_use, expires, type, user_name, user_mail, printed, owner_id, created)
    values (1, 'used1', true, 7, 2, $now + interval '5 days', 'normal', '', '', true, 4, $now - interval '2 days'),
      (1, 'spent1', false, 1, 0, $now - interval '1 day', 'auth', 'Žluť "quoted" 👩‍👩‍👧', 'used@example.com', true, 2, $now - interval '2 days')`,
  `insert into users (hotspot_id, name, username, account_type, auto_login, valid_from, valid_until, unit_id, max_navigation_traffic, created)
    values (1, 'Printer', 'AA-BB-CC-DD-EE-01', 'mac', true, $now, null, 1, 9007199254740991, $now),
      (1, 'Žluť "quoted"', 'SPENT1', 'voucher', false, $now - interval '2 days', $now - interval '1 day', 1, 0, $now - interval '2 days')`,
  `insert into user_histories (user_id, hotspot_id, name, username, account_type, auto_login, created)
    values (900001, 1, 'USED1', 'USED1', 'voucher', true, $now - interval '2 days')`,
  `update users u set voucher_id = v.id from hotspot_vouchers v where v.code = 'spent1' and u.username = 'SPENT1'`,
  `update user_histories u set voucher_id = v.id from hotspot_vouchers v where v.code = 'used1' and u.username = 'USED1'`,
  // An update withdraws these consents from guests without proof: see upgrade.long.test.ts.
  `update users set marketing_auth = false, survey_auth = false`,
  `update user_histories set marketing_auth = false, survey_auth = false`,
  // An update allows all countries at hotspots that have sent SMS: see upgrade.long.test.ts.
  `insert into hotspot_preferences (hotspot_id, key, value) select distinct hotspot_id, 'sms_countries', '*' from hotspot_sms_counts order by 1`,
  // From here on: tables and columns that later versions added.
  `insert into snoozed_alerts (account_id, alert, until) values (2, 'silent_units', $now + interval '1 day')`,
  `insert into replaced_codes (hotspot_id, code, voucher_id, replaced, replaced_by) select hotspot_id, 'lost-code', id, $now, 'desk11' from hotspot_vouchers order by id limit 1`,
  `insert into voucher_uses (voucher_id, user_id, used, device_mac, arrival)
    select v.id, u.id, $now - interval '2 days', 'AA-BB-CC-DD-EE-02', 'first' from hotspot_vouchers v, users u where v.code = 'spent1' and u.username = 'SPENT1'`,
  `insert into access_events (at, hotspot_id, unit_id, user_id, device_mac, way, refusal, seconds, why)
    values ($now, 1, 1, 33, 'AA-01-00-00-00-21', 'portal', '', 3600, 'limit'), ($now, 1, 1, null, 'AA-BB-CC-DD-EE-03', 'voucher', 'wrong_code', 0, '')`,
  `insert into unit_contacts (unit_id, heard, address, kind, clock_ahead, software, is_http_signed, nas_identifier)
   values (1, $now, '192.0.2.7', 'mikrotik', 3, '7.1', true, 'lobby')`,
  `insert into unit_days (unit_id, day, heard) values (1, ($now)::date, 5)`,
  `insert into unit_refusals (unit_id, address, outcome, packets, last) values (1, '192.0.2.8', 'wrong_secret', 4, $now)`,
  `insert into session_addresses (session_id, nth, hotspot_id, address, since, until)
    values (1, 0, 1, '192.0.2.33', $now - interval '1 hour', $now), (1, 1, 1, '2001:db8:7::/64', $now, null)`,
  `insert into unit_other_names (unit_id, address, name, packets, since, last) values (1, '192.0.2.9', 'Caffè', 4, $now - interval '1 hour', $now)`,
  `insert into unit_unsigned_arrivals (unit_id, arrivals, since, last) values (1, 4, $now - interval '1 hour', $now)`,
  `update units set kind = 'mikrotik', address = '192.0.2.7', address_confirmed = created, may_be_unsigned = true, coa_port = 1700, arrivals_signed_with = 'hash', gateway_hosts = '{10.5.50.1}', http_proof = 'signature', previous_secret = 'before', previous_secret_until = $now where id = 1`,
  `insert into paper_templates (account_id, hotspot_id, name, template, changed) values (2, 1, 'Ours', '${JSON.stringify({ version: 1, format: PAPER_DEFAULTS.format, cut: 'lines', elements: [], pictures: {} })}', $now)`,
  `insert into hotspot_papers (hotspot_id, settings, template_id) values (1, '${JSON.stringify({ ...PAPER_DEFAULTS, footer: 'Ciao' })}', (select max(id) from paper_templates))`,
  `insert into voucher_batches (hotspot_id, name, owner_id, made_by, made, created) values (1, 'Conference', 2, 'Reseller 1', 2, $now)`,
  `update hotspot_vouchers set batch_id = (select max(id) from voucher_batches), preset = 'day', room = '12', prints = 2, max_devices = 4 where id = 1`,
  `insert into consent_texts (hash, body, created) values ('hash', 'Terms', $now)`,
  `insert into consents (hotspot_id, user_id, purpose, is_given, text_hash, language, text_language, at, device_mac, unit_id, source)
    values (1, 33, 'terms', true, 'hash', 'it', 'it', $now, 'AA-01-00-00-00-21', 1, 'portal')`,
  `insert into login_tokens (unit_id, user_id, device_mac, way, nonce, created, opened, spent, request_hash, session_key, arrival)
    values (1, 33, 'AA-01-00-00-00-21', 'email', 'nonce', $now, $now, $now, 'request', 'unit''s own', 'arrival')`,
  `insert into portal_codes (hotspot_id, way, email, device_mac, network, code_hash, tries, wants_marketing, wants_survey, created, session_key, voucher_id, form_hash, asked_by)
    values (1, 'sms', '+393330000002', 'AA-01-00-00-00-21', '192.0.2.0/24', 'hash', 1, true, false, $now, 'unit''s own', 1, 'form', 'known')`,
  `insert into portal_tries (key, at) values ('device', $now)`,
  `insert into installation_settings (name, value) values ('retention_days', '400')`,
  `insert into server_keys (name, key, generation, until) values ('portal', 'a2V5', 1, null), ('login tokens', 'a2V4', 0, $now)`,
  `insert into hotspot_sms_warnings (hotspot_id, at) values (1, $now)`,
  `update account_sms_counts set is_warned = true`,
  `insert into asked_endings (session_id, asked, username, device_mac) select id, $now, 'erased', 'AA-01-00-00-00-21' from sessions where session_key = 'sk1000002'`,
  `update session_reports set is_by_http = true, end_claimed = $now where session_key = 'has-ended'`,
  `insert into portal_figures (hotspot_id, day, what, count) values (1, '2026-11-20', 'opened', 12)`,
  `insert into feedback_requests (hotspot_id, user_id, kind, due, state, reason, language, mailbox_hash, token_hash, sent, opened, answered, stars, message, created)
    values (1, 33, 'review', $now, 'sent', '', 'it', 'mailbox', 'token', $now, $now, $now, 4, 'Bello', $now), (1, 33, 'feedback', $now, 'dropped', 'no_consent', '', '', null, null, null, null, null, '', $now)`,
  `insert into feedback_refusals (hotspot_id, mailbox_hash, at) values (1, 'mailbox', $now)`,
  `insert into outbox (hotspot_id, account_id, user_id, request_id, code_id, integration_id, kind, channel, lane, recipient, content, state, tries, reason, next_try, retry_until, expires, created, ended)
    values (1, 1, 33, 1, 1, 1, 'review', 'mail', 'mail bulk', 'guest33@example.com', '{"channel": "mail", "mail": {"subject": "Ciao", "text": "Ciao"}}', 'failed', 3, '550 no', $now, $now, $now, $now, $now)`,
  `insert into deleted_things (at, action, kind, object_id, label, hotspot_id, tenant_id, account_id, guest_ids, copy_ids, restored)
    values ($now, 'guests.delete', 'guest', 900002, 'gone@example.com', 1, 2, 4, '{900002}', '{7}', null),
      ($now, 'vouchers.delete', 'voucher', 900003, 'came-back', 1, 2, 2, '{}', '{}', $now)`,
  `insert into audit_entries (at, account_id, account_name, role, address, action, kind, object_id, object_name, hotspot_id, hotspot_name, tenant_id, changes, deleted_id)
    values ($now, 4, 'desk11', 'desk', '192.0.2.1', 'guests.delete', 'guest', 900002, '', 1, 'city-library-11', 2, '[]', 1)`,
  `insert into deleted_rows (thing_id, table_name, is_change, rows)
    select id, 'hotspot_sms_counts', true, '[{"id": 1, "number": "+393330000002"}]' from deleted_things where object_id = 900002`,
  `insert into failing_destinations (name, reason, since, last) values ('webhook 1', 'status 503', $now, $now)`,
];
