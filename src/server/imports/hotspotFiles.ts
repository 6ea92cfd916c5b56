/** Imports the file of another program into a hotspot, in one transaction. */
import type { Db } from '../database/db';
import { FREERADIUS_TERMS, readFreeradius } from './freeradius';
import { ImportReport } from './importReport';
import { HotspotImport } from './intoHotspot';
import { textOf } from './textFile';
import { readVoucherTable, TABLE_TERMS } from './voucherTables';

/** Programs whose files are imported into one hotspot. */
export const PROGRAMS = ['freeradius', 'mikhmon', 'user-manager', 'unifi', 'daloradius'] as const;
export type ImportProgram = (typeof PROGRAMS)[number];

/** Names of the batches for imported vouchers. */
const BATCHES = { freeradius: 'FreeRADIUS', mikhmon: 'Mikhmon', 'user-manager': 'User Manager', unifi: 'UniFi', daloradius: 'daloRADIUS' };

interface Import {
  program: ImportProgram;
  hotspotId: number;
  /** Time zone of times without one. */
  zone: string;
  now: Date;
  /** Whether to roll everything back in the end. */
  isDryRun: boolean;
}

/** Thrown to roll back the transaction of a dry run. */
class DryRun extends Error {}

/** Imports the file and reports what was and wasn't imported. Throws ImportError, without any change, if it can't be read. */
export async function importFile(db: Db, file: string, { isDryRun, program, ...its }: Import): Promise<ImportReport> {
  const report = new ImportReport();
  const work = db.transaction(async (tx) => {
    const into = new HotspotImport(
      tx,
      { ...its, batch: BATCHES[program], terms: program === 'freeradius' ? FREERADIUS_TERMS : TABLE_TERMS },
      report,
    );
    await into.begin();
    if (program === 'freeradius') await readFreeradius(textOf(file), { tx, into, report });
    else await readVoucherTable(textOf(file), program, { into, report });
    await into.finish();
    report.check();
    if (isDryRun) throw new DryRun();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof DryRun)) throw error;
  });
  report.note(`Times that don't say their zone were read as those of ${its.zone}.`);
  return report;
}
