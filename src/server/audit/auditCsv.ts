import type { AuditEntry } from '../../contract/audit';
import { csvOf } from '../csvAnswer';

const COLUMNS = ['at', 'account_name', 'role', 'address', 'action', 'kind', 'object_id', 'object_name', 'hotspot_name'] as const;

/** Entries as CSV: a line per changed field, and one for an entry without changes. Hidden values are empty. */
export function auditAsCsv(entries: AuditEntry[]): string {
  const lines = entries.flatMap((entry) => {
    const start = COLUMNS.map((column) => entry[column]);
    const changes = entry.changes.map(({ field, old, new: now }) => [...start, field, old, now]);
    return changes.length > 0 ? changes : [[...start, '', '', '']];
  });
  return csvOf([...COLUMNS, 'field', 'old', 'new'], lines);
}
