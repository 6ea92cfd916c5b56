import type { AuditEntry } from '../../../src/contract/audit';
import type { Answer } from '../../support/console/answers';

export function entry(change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: 7,
    at: '2026-11-20T10:00:00Z',
    account_id: 2,
    account_name: 'adriatica',
    role: 'reseller',
    address: '203.0.113.7',
    action: 'units.update',
    kind: 'unit',
    object_id: 9,
    object_name: 'ap-lobby',
    hotspot_id: 7,
    hotspot_name: 'city-library',
    changes: [{ field: 'description', old: 'By the door', new: 'By the stairs' }],
    ...change,
  };
}

export const page = (entries: AuditEntry[], total = entries.length): Answer => ({
  body: entries,
  headers: { 'X-Total-Count': String(total) },
});
