/** The changes in an entry of the audit trail: the fields that differ, with their values before and after. */
import type { z } from 'zod';
import type { AuditChange } from '../../contract/audit';
import { SUBJECTS } from './subjectQueries';
import type { Ref, value, Description } from './descriptionQueries';

type Values = Record<string, z.infer<typeof value>>;

/** The differences, field by field; a value that is missing on one side is null. */
export function changesOf({ kind, details: added = {} }: Ref, before: Description | null, after: Description | null): AuditChange[] {
  if (after === null && SUBJECTS[kind].isPerson) return [];
  const [old, now]: Values[] = [before?.values ?? {}, { ...after?.values, ...added }];
  const compared = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])].map((field) => ({
    field,
    old: old?.[field] ?? null,
    new: now?.[field] ?? null,
  }));
  const secrets = before && after ? Object.keys(after.hidden).filter((field) => before.hidden[field] !== after.hidden[field]) : [];
  return [
    ...compared.filter((change) => change.old !== change.new && !(isNothing(change.old) && isNothing(change.new))).map(shortened),
    ...secrets.map((field) => ({ field, old: null, new: null, hidden: true as const })),
  ];
}

const isNothing = (held: AuditChange['old']) => held === null || held === '';

/** Characters kept of a long text. */
const LONGEST = 300;

const shortened = ({ field, old, new: now }: AuditChange): AuditChange => ({ field, old: short(old), new: short(now) });

function short(held: AuditChange['old']): AuditChange['old'] {
  if (typeof held !== 'string') return held;
  const [, type] = /^data:([a-z/+-]+);base64,/.exec(held) ?? [];
  if (type !== undefined) return `${type}, ${Math.ceil((held.length * 3) / 4 / 1024)} KB`;
  return held.length > LONGEST ? `${held.slice(0, LONGEST)}…` : held;
}
