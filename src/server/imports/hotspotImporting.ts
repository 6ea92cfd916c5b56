/** What the steps of an import into a hotspot have in common: the temporary tables in which rows are collected, and where they go. */
import type { SQL } from 'drizzle-orm';
import type { ImportReport } from './importReport';

export interface ImportTarget {
  hotspotId: number;
  /** Time zone of times without one. */
  zone: string;
  now: Date;
  /** Name of the batch for new vouchers. */
  batch: string;
  /** Names in the report for people, sessions and units. */
  terms: { people: string; sessions: string; units: string };
}

export const COLUMNS = {
  import_people: `nth int, position text, source text, type text, code text, name text, mail text, note text, max_time int, max_traffic bigint,
    kbps_up int, kbps_down int, period int, expires text, created text, uses int, devices int`,
  import_sessions: `nth int, position text, key text, source text, unit text, unit_mac text, device_mac text, ip text, up bigint, down bigint, seconds int,
    started text, stopped text, updated text, cause text`,
  import_units: 'nth int, position text, address text, name text, secret text, description text',
} as const;
export type Table = keyof typeof COLUMNS;

/** What the steps of an import share. */
export interface HotspotImporting {
  run: <Row>(query: SQL) => Promise<Row[]>;
  target: ImportTarget;
  report: ImportReport;
  /** Reports the rows of a table that have a reason why they are left out. */
  reportSkipped: (table: Table, name: string, measured?: boolean) => Promise<void>;
}
