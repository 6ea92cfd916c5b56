/** What units report, whether by RADIUS, through a FreeRADIUS in front, or by HTTP: stores it. */
import type { UnitKind } from '../../contract/wire';
import { correctCause } from '../access/cutCause';
import { recordReport, recordUnitRestart, type ReportingUnit, type SessionReport } from '../access/sessionStore';
import type { Db } from '../database/db';
import { parseAccounting, type AccountingReport } from './attributes';
import type { Packet } from './codec';
import { withFingerprint, type Distinction } from './fingerprints';

interface When {
  now: Date;
  /** Time zone of hotspots that have none of their own. */
  zone: string;
}

interface Taking extends When {
  kind: UnitKind;
  distinction: Distinction;
  /** As in `SessionReport`. */
  bindsAfterGrantOnly?: boolean;
  /** Sessions by this name are not recorded. */
  unrecorded?: string;
}

/** The running session that an interim reports, after which a unit may be granted anew. */
export interface ReportedSession {
  unitId: number;
  key: string;
  kind: UnitKind;
}

interface Taken {
  about: AccountingReport['about'];
  /** Whether it says anything that wasn't known. A unit's restart tells nothing by which to know it again. */
  isNews: boolean;
  /** The session that it reports as running, if it does. */
  running: ReportedSession | null;
  /** The key of the session; empty if the report is about the unit, or isn't recorded. */
  key: string;
}

/** Stores what an Accounting-Request reports; may be acknowledged once this resolves. Null if there is nothing in it to store. Throws OtherUnitError. */
export async function takeReport(db: Db, unit: ReportingUnit, packet: Packet, taking: Taking): Promise<Taken | null> {
  const { now, zone, kind, distinction, bindsAfterGrantOnly = false, unrecorded } = taking;
  const told = parseAccounting(packet, now.getTime(), kind);
  if (told === null) return null;
  if (told.about === 'unit') {
    await recordUnitRestart(db, unit, told.at);
    return { about: 'unit', isNews: true, running: null, key: '' };
  }
  if (told.username === unrecorded) return { about: 'session', isNews: false, running: null, key: '' };
  const event = withFingerprint(told.event, packet, distinction);
  const isNews = await takeSessionReport(db, unit, { ...told, event, bindsAfterGrantOnly }, { now, zone });
  const { key } = told;
  return { about: 'session', isNews, running: event.kind === 'interim' ? { unitId: unit.id, key, kind } : null, key };
}

/** Stores a report of a session, in whatever form it came, with what cut the session. Whether it says anything new; throws OtherUnitError. */
export async function takeSessionReport(db: Db, unit: ReportingUnit, report: SessionReport, { now, zone }: When): Promise<boolean> {
  const isNews = await recordReport(db, unit, report);
  // A repeated Stop may have been acknowledged in vain before the cause was corrected.
  await correctCause(db, { unitId: unit.id, key: report.key, event: report.event }, { now, serverZone: zone });
  return isNews;
}
