import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type {
  CreateDisclaimer,
  Disclaimer,
  DisclaimerHotspot,
  ListDisclaimerHotspots,
  ListDisclaimers,
  PrivacyPage,
  UpdateDisclaimer,
} from '../../contract/disclaimers';
import { PRIVACY_FIELDS } from '../../contract/plain/accountFields';
import { each, namesOf } from '../../contract/plain/fields';
import { BUSINESS_FIELDS } from '../../contract/plain/hotspotFields';
import { PLACEHOLDERS } from '../../contract/plain/html';
import { escaped } from '../../contract/plain/htmlText';
import { ACCOUNT_PREFERENCE_KEYS, type PortalLanguage } from '../../contract/plain/wire';
import type { Db } from '../database/db';
import { account_preferences, accounts, disclaimers, disclaimers_accounts, disclaimers_hotspots, hotspots } from '../database/schema';
import type { DeletedCopies } from '../deleted/deletedCopyQueries';
import { managedAccounts, managedDisclaimers, ownAccount, ownHotspots, type Scope } from '../auth/tenancy';
import { sortedBy } from '../database/listQueries';

/** The default disclaimers, verbatim those of existing back ends. */
const DEFAULTS = {
  privacy: { id: 0, type: 'privacy', title: 'Default', body: 'Privacy notice of {{.PrivacyName}}, VAT {{.PrivacyVat}}.' },
  tos: { id: 0, type: 'tos', title: 'Default', body: 'Terms of use of {{.BusinessName}}, {{.BusinessAddress}}.' },
} as const;

/** An account's disclaimers; null if the scope may not use them. */
export async function listDisclaimers(
  db: Db,
  scope: Scope,
  accountId: number,
  { sort, order }: ListDisclaimers,
): Promise<Disclaimer[] | null> {
  const rows = await db
    .select({ disclaimer: getTableColumns(disclaimers) })
    .from(accounts)
    .leftJoin(disclaimers_accounts, eq(disclaimers_accounts.account_id, accounts.id))
    .leftJoin(disclaimers, eq(disclaimers.id, disclaimers_accounts.disclaimer_id))
    .where(and(ownAccount(scope), eq(accounts.id, accountId)))
    .orderBy(...sortedBy(disclaimers[sort], disclaimers.id, order));
  return rows.length === 0 ? null : rows.flatMap(({ disclaimer }) => (disclaimer ? shown(disclaimer) : []));
}

/** A disclaimer as in responses: without `translations` if there are none. */
const shown = ({ translations, ...text }: typeof disclaimers.$inferSelect): Disclaimer => ({
  ...text,
  ...(Object.keys(translations).length > 0 && { translations }),
});

/** A choice of disclaimer for a type; id 0 is the default one, which has no owner. */
export interface DisclaimerChoice {
  type: 'privacy' | 'tos';
  id: number;
}

/** Why a choice is invalid: the account has no such disclaimer, or it is of another type. */
export type UnknownDisclaimer = `unknown ${DisclaimerChoice['type']} disclaimer`;

/** The first choice that the account doesn't own. Null if it owns all; those rows stay locked until the transaction ends. */
export async function findUnknownDisclaimer(
  tx: Db,
  accountId: number,
  chosen: readonly DisclaimerChoice[],
): Promise<UnknownDisclaimer | null> {
  for (const { type, id } of chosen.filter((choice) => choice.id !== 0)) {
    const [own] = await tx
      .select({ id: disclaimers.id })
      .from(disclaimers)
      .innerJoin(disclaimers_accounts, eq(disclaimers_accounts.disclaimer_id, disclaimers.id))
      .where(and(eq(disclaimers_accounts.account_id, accountId), eq(disclaimers.id, id), eq(disclaimers.type, type)))
      .for('key share');
    if (!own) return `unknown ${type} disclaimer`;
  }
  return null;
}

/** Creates a disclaimer for a reseller that the scope manages; null if there is no such reseller. Its texts must be sanitised. */
export async function insertDisclaimer(
  tx: Db,
  scope: Scope,
  accountId: number,
  body: CreateDisclaimer,
): Promise<{ disclaimerId: number; tieId: number } | null> {
  const [reseller] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(managedAccounts(scope), eq(accounts.id, accountId), eq(accounts.type, 'reseller')))
    .for('key share');
  if (!reseller) return null;
  const [created] = await tx.insert(disclaimers).values(body).returning({ id: disclaimers.id });
  const disclaimerId = created?.id ?? 0;
  const [tie] = await tx
    .insert(disclaimers_accounts)
    .values({ disclaimer_id: disclaimerId, account_id: reseller.id })
    .returning({ id: disclaimers_accounts.id });
  return { disclaimerId, tieId: tie?.id ?? 0 };
}

/** A disclaimer of a reseller that the scope manages; null if there is none. */
export async function getDisclaimer(db: Db, scope: Scope, id: number): Promise<Disclaimer | null> {
  const [row] = await db
    .select()
    .from(disclaimers)
    .where(and(eq(disclaimers.id, id), managedDisclaimers(scope)));
  return row ? shown(row) : null;
}

/** Locks a disclaimer of a reseller that the scope manages until the transaction ends. */
export async function lockDisclaimer(tx: Db, scope: Scope, id: number): Promise<void> {
  await tx
    .select({ id: disclaimers.id })
    .from(disclaimers)
    .where(and(eq(disclaimers.id, id), managedDisclaimers(scope)))
    .for('no key update');
}

/** Changes a disclaimer of a reseller that the scope manages. False if there is none. Its texts must be sanitised. */
export async function updateDisclaimer(
  db: Db,
  scope: Scope,
  id: number,
  { title, body, translations }: UpdateDisclaimer,
): Promise<boolean> {
  const set = {
    ...(title !== undefined && { title }),
    ...(body !== undefined && { body }),
    ...(translations !== undefined && { translations }),
    // Keeps the statement valid if nothing else is set; changes nothing.
    id: sql`${disclaimers.id}`,
  };
  const changed = await db
    .update(disclaimers)
    .set(set)
    .where(and(eq(disclaimers.id, id), managedDisclaimers(scope)))
    .returning({ id: disclaimers.id });
  return changed.length > 0;
}

/** Deletes a disclaimer; hotspots and resellers that had chosen it fall back to the default. False if there is none. */
export async function deleteDisclaimer(tx: Db, scope: Scope, id: number, copies: DeletedCopies): Promise<boolean> {
  const mine = and(eq(disclaimers.id, id), managedDisclaimers(scope));
  await copies.deleting(disclaimers, mine);
  const deleted = await tx.delete(disclaimers).where(mine).returning({ id: disclaimers.id });
  if (deleted.length === 0) return false;
  const chosen = and(inArray(account_preferences.key, [...ACCOUNT_PREFERENCE_KEYS]), eq(account_preferences.value, String(id)));
  await copies.deleting(account_preferences, chosen);
  await tx.delete(account_preferences).where(chosen);
  return true;
}

/** Hotspots in scope that show a disclaimer; null if there is no such disclaimer. */
export async function listDisclaimerHotspots(
  db: Db,
  scope: Scope,
  id: number,
  { sort, order }: ListDisclaimerHotspots,
): Promise<DisclaimerHotspot[] | null> {
  if ((await db.$count(disclaimers, and(eq(disclaimers.id, id), managedDisclaimers(scope)))) === 0) return null;
  return db
    .select({ id: hotspots.id, name: hotspots.name, description: hotspots.description, account_id: hotspots.account_id })
    .from(hotspots)
    .innerJoin(disclaimers_hotspots, eq(disclaimers_hotspots.hotspot_id, hotspots.id))
    .where(and(ownHotspots(scope), eq(disclaimers_hotspots.disclaimer_id, id)))
    .orderBy(...sortedBy(hotspots[sort], hotspots.id, order));
}

/**
 * The privacy notices and terms shown to a hotspot's guests, with placeholders filled in; in the given language if they have a version in
 * it. Null if there is no such hotspot. Public, so it takes no scope.
 */
export async function getPrivacyPage(db: Db, uuid: string, language?: PortalLanguage): Promise<PrivacyPage | null> {
  const page = await textsOf(db, uuid);
  if (!page) return null;
  const inLanguage = ({ translations, body, ...text }: HotspotText): Disclaimer => ({
    ...text,
    body: page.filled((language && translations[language]) ?? body),
  });
  return {
    privacy_disclaimers: page.privacy.all.map(inLanguage),
    privacy_selected_id: page.privacy.chosen,
    tos_disclaimers: page.tos.all.map(inLanguage),
    tos_selected_id: page.tos.chosen,
  };
}

/** The text shown to a hotspot's guests, with placeholders filled in, and its language; '' for a text without one. */
export interface GuestText {
  body: string;
  language: PortalLanguage | '';
}

/** The terms and the privacy notice that a hotspot's guests read; their bodies are '' if there is no such hotspot. */
export async function guestTexts(db: Db, uuid: string, language: PortalLanguage): Promise<Record<'terms' | 'privacy', GuestText>> {
  const page = await textsOf(db, uuid);
  const read = (type: Disclaimer['type']): GuestText => {
    const { all = [], chosen = 0 } = page?.[type] ?? {};
    const text = all.find(({ id }) => id === chosen) ?? all[0];
    const translated = text?.translations[language];
    const body = translated ?? text?.body ?? '';
    return { body: page?.filled(body) ?? '', language: translated === undefined ? '' : language };
  };
  return { terms: read('tos'), privacy: read('privacy') };
}

/** A disclaimer with all its translations. */
type HotspotText = Disclaimer & { translations: Partial<Record<PortalLanguage, string>> };

/** For each type, the texts that a hotspot can show and the id of the one that it shows. */
interface HotspotTexts extends Record<Disclaimer['type'], { all: HotspotText[]; chosen: number }> {
  /** Fills in a text's placeholders. Called only for texts that are shown, because texts may be long and many. */
  filled: (body: string) => string;
}

/** Null if there is no such hotspot. */
async function textsOf(db: Db, uuid: string): Promise<HotspotTexts | null> {
  const [found] = await db
    .select({ hotspot: getTableColumns(hotspots), reseller: getTableColumns(accounts) })
    .from(hotspots)
    .innerJoin(accounts, eq(accounts.id, hotspots.account_id))
    .where(eq(hotspots.uuid, uuid));
  if (!found) return null;
  const { hotspot, reseller } = found;
  const chosen = await db.select().from(disclaimers_hotspots).where(eq(disclaimers_hotspots.hotspot_id, hotspot.id));
  const own = await db
    .select(getTableColumns(disclaimers))
    .from(disclaimers)
    .innerJoin(disclaimers_accounts, eq(disclaimers_accounts.disclaimer_id, disclaimers.id))
    .where(eq(disclaimers_accounts.account_id, reseller.id))
    .orderBy(disclaimers.id);

  const fields = {
    ...each(namesOf(PRIVACY_FIELDS), (field) => reseller[field]),
    ...each(BUSINESS_FIELDS, (field) => hotspot[field]),
  };
  const values = new Map(Object.entries(PLACEHOLDERS).map(([name, field]) => [name.toLowerCase(), escaped(fields[field])]));
  const ofType = (type: Disclaimer['type']) => ({
    all: [{ ...DEFAULTS[type], translations: {} }, ...own.filter((disclaimer) => disclaimer.type === type)],
    chosen: chosen.find((choice) => choice.type === type)?.disclaimer_id ?? 0,
  });
  return { privacy: ofType('privacy'), tos: ofType('tos'), filled: (body) => filledIn(body, values) };
}

/**
 * Fills in placeholders, case-insensitively (`{{.PrivacyVAT}}` too); unknown ones stay. In a single pass, so that values aren't expanded
 * again.
 */
function filledIn(body: string, values: ReadonlyMap<string, string>): string {
  return body.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (placeholder, name: string) => values.get(name.toLowerCase()) ?? placeholder);
}
