/** What guests have consented to, each time with the text, and what they have withdrawn. */
import { createHash } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import type { GuestConsent } from '../../contract/guests';
import type { PortalLanguage } from '../../contract/plain/wire';
import type { ConsentPurpose } from '../../contract/plain/accessMethods';
import type { Db } from '../database/db';
import { consent_texts, consents, users } from '../database/schema';
import { isoOf } from '../database/listQueries';
import type { GuestText } from './queries';

interface Agreed {
  hotspotId: number;
  guestId: number;
  unitId: number;
  deviceMac: string;
  language: PortalLanguage;
  at: Date;
}

/** Records consents together with their texts. A consent whose text is unchanged since the last time isn't recorded again. */
export async function recordConsents(
  db: Db,
  { guestId, ...about }: Agreed,
  texts: Partial<Record<ConsentPurpose, GuestText>>,
): Promise<void> {
  const agreed = Object.entries(texts) as [ConsentPurpose, GuestText][];
  const last = await db
    .selectDistinctOn([consents.purpose], { purpose: consents.purpose, hash: consents.text_hash, isGiven: consents.is_given })
    .from(consents)
    .where(eq(consents.user_id, guestId))
    .orderBy(consents.purpose, desc(consents.at), desc(consents.id));
  for (const [purpose, { body, language: text_language }] of agreed) {
    const hash = hashOf(body);
    if (last.some((one) => one.purpose === purpose && one.isGiven && one.hash === hash)) continue;
    await db.insert(consent_texts).values({ hash, body, created: about.at }).onConflictDoNothing();
    await db.insert(consents).values({
      hotspot_id: about.hotspotId,
      user_id: guestId,
      unit_id: about.unitId,
      device_mac: about.deviceMac,
      purpose,
      is_given: true,
      text_hash: hash,
      language: about.language,
      text_language,
      at: about.at,
    });
  }
}

/** Withdraws a consent; does nothing if none is in force. */
export async function withdrawConsent(
  db: Db,
  guestId: number,
  purpose: Extract<ConsentPurpose, 'marketing' | 'survey'>,
  at: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(users)
      .set(purpose === 'marketing' ? { marketing_auth: false } : { survey_auth: false })
      .where(eq(users.id, guestId));
    const [last] = await tx
      .select()
      .from(consents)
      .where(and(eq(consents.user_id, guestId), eq(consents.purpose, purpose)))
      .orderBy(desc(consents.at), desc(consents.id))
      .limit(1);
    if (!last?.is_given) return;
    const { id: _, ...same } = last;
    await tx.insert(consents).values({ ...same, is_given: false, at, source: 'portal' });
  });
}

/** A guest's consents, newest first. The caller has checked that the guest is in scope. */
export async function listConsents(db: Db, hotspotId: number, userId: number): Promise<GuestConsent[]> {
  const { purpose, is_given, language, text_language, at, source } = consents;
  const rows = await db
    .select({ purpose, given: is_given, text: consent_texts.body, language, text_language, at, source })
    .from(consents)
    .innerJoin(consent_texts, eq(consent_texts.hash, consents.text_hash))
    .where(and(eq(consents.hotspot_id, hotspotId), eq(consents.user_id, userId)))
    .orderBy(desc(consents.at), desc(consents.id));
  return rows.map((row) => ({ ...row, at: isoOf(row.at) }));
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
