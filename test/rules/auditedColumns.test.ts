import { expect, test } from '@jest/globals';
import { getTableColumns } from 'drizzle-orm';
import { AUDIT_KINDS, type AuditKind } from '../../src/contract/audit';
import { SUBJECTS } from '../../src/server/audit/subjectQueries';

/** Fields that are never recorded, by kind of object: secrets, fields nobody edits, and what only units report. */
const UNTOLD: Record<AuditKind, string[]> = {
  hotspot: ['id', 'uuid', 'account_id', 'integration_terms', 'created'],
  // An exception for unsigned requests is recorded, and so are other ports and proof over HTTP. That a unit signs arrivals is not: the
  // unit itself did that, not staff.
  unit: [
    'id',
    'hotspot_id',
    'uuid',
    'secret',
    'previous_secret',
    'previous_secret_until',
    'may_be_unsigned',
    'coa_port',
    'http_proof',
    'arrivals_signed_with',
    'gateway_hosts',
    'address_confirmed',
    'created',
  ],
  guest: ['id', 'hotspot_id', 'unit_id', 'voucher_id', 'email_verified', 'reason', 'country', 'marketing_auth', 'survey_auth', 'created'],
  archived_guest: [
    'id',
    'user_id',
    'hotspot_id',
    'unit_id',
    'voucher_id',
    'email_verified',
    'reason',
    'country',
    'marketing_auth',
    'survey_auth',
    'created',
  ],
  voucher: ['id', 'batch_id', 'preset', 'prints', 'room', 'hotspot_id', 'code', 'user_name', 'user_mail', 'owner_id', 'created'],
  account: ['id', 'creator_id', 'uuid', 'must_change_password', 'one_time_until', 'created'],
  // The translations are recorded as one text.
  disclaimer: ['id', 'translations'],
  // Its owner never changes, and the entry itself has the time of the change.
  paper_template: ['account_id', 'changed', 'hotspot_id', 'id'],
  integration: ['id'],
};

test.each([...AUDIT_KINDS])('the audit trail records, hides or deliberately omits each column of %s', (kind) => {
  const { table, fields, hidden = {} } = SUBJECTS[kind];
  const known: unknown[] = [...Object.values(fields), ...Object.values(hidden)];
  const untold = Object.entries(getTableColumns(table)).flatMap(([name, column]) => (known.includes(column) ? [] : [name]));
  expect(untold.sort()).toEqual([...UNTOLD[kind]].sort());
});
