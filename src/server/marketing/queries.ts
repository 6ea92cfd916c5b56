import { and, eq } from 'drizzle-orm';
import { mailStyleOf, MAIL_STYLE, type MailLook, type SAMPLE_URL } from '../../contract/plain/mail';
import { MARKETING_DEFAULTS } from '../../contract/plain/hotspotPreferences';
import type { Db } from '../database/db';
import { hotspots } from '../database/schema';
import { storedPreferences } from '../preferences/queries';
import { ownHotspots, readableHotspots, type Scope } from '../auth/tenancy';

/** Preference keys of the mails' subjects. */
const SUBJECTS = { feedback: 'marketing_15_feedback_subject_text', review: 'marketing_16_review_subject_text' } as const;

/** Style, sender and subjects of a hotspot's mails. */
export interface HotspotMails {
  look: MailLook;
  subjects: Record<keyof typeof SAMPLE_URL, string>;
}

/** Style and sender of the mails of a hotspot that the scope may read; null if there is no such hotspot. */
export async function getMailLook(db: Db, scope: Scope, hotspotId: number): Promise<(MailLook & { description: string }) | null> {
  const { name, description, business_name, business_address, business_email } = hotspots;
  const [hotspot] = await db
    .select({ name, description, business_name, business_address, business_email })
    .from(hotspots)
    .where(and(readableHotspots(scope), eq(hotspots.id, hotspotId)));
  return hotspot ? { ...hotspot, style: mailStyleOf(await storedPreferences(db, hotspotId, { keys: Object.keys(MAIL_STYLE) })) } : null;
}

/**
 * Style, sender and name for mails that the server sends for a hotspot by itself. `stored`: the hotspot's preferences, if they have been
 * read already.
 */
export async function lookOf(
  db: Db,
  hotspotId: number,
  stored?: Readonly<Partial<Record<string, string>>>,
): Promise<{ look: MailLook; name: string }> {
  const { name, business_name, business_address, business_email } = hotspots;
  const [hotspot] = await db
    .select({ name, business_name, business_address, business_email })
    .from(hotspots)
    .where(eq(hotspots.id, hotspotId));
  const about = hotspot ?? { name: '', business_name: '', business_address: '', business_email: '' };
  const style = mailStyleOf(stored ?? (await storedPreferences(db, hotspotId, { keys: Object.keys(MAIL_STYLE) })));
  const look = { ...about, style };
  return { look, name: about.business_name || about.name };
}

/** A hotspot's name, as guests know it. */
export async function knownNameOf(db: Db, hotspotId: number): Promise<string> {
  const { name, business_name } = hotspots;
  const [hotspot] = await db.select({ name, business_name }).from(hotspots).where(eq(hotspots.id, hotspotId));
  return hotspot ? hotspot.business_name || hotspot.name : '';
}

/** Style, sender and subjects of the mails of a hotspot that the scope manages; null if there is no such hotspot. */
export async function getHotspotMails(db: Db, scope: Scope, hotspotId: number): Promise<HotspotMails | null> {
  const { name, business_name, business_address, business_email } = hotspots;
  const [hotspot] = await db
    .select({ name, business_name, business_address, business_email })
    .from(hotspots)
    .where(and(ownHotspots(scope), eq(hotspots.id, hotspotId)));
  if (!hotspot) return null;
  const stored = await storedPreferences(db, hotspotId, { keys: [...Object.keys(MAIL_STYLE), ...Object.values(SUBJECTS)] });
  const subjectOf = (name: (typeof SUBJECTS)[keyof typeof SUBJECTS]) => stored[name] ?? MARKETING_DEFAULTS[name];
  return {
    look: {
      ...hotspot,
      style: mailStyleOf(stored),
    },
    subjects: { feedback: subjectOf(SUBJECTS.feedback), review: subjectOf(SUBJECTS.review) },
  };
}
