import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type {
  CreatePaperTemplate,
  ListedPaperTemplate,
  ListPaperTemplates,
  StoredPaperTemplate,
  UpdatePaperTemplate,
} from '../../contract/paper';
import { CODE_IN_ADDRESS, PAPER_DEFAULTS, type PaperSettings } from '../../contract/plain/paperModel';
import { managedPaperTemplates, readableHotspots, usablePaperTemplates, type Scope } from '../auth/tenancy';
import type { Db } from '../database/db';
import { isoOf, sortedBy } from '../database/listQueries';
import { hotspot_papers, hotspots, paper_templates, units } from '../database/schema';
import type { DeletedCopies } from '../deleted/deletedCopyQueries';

/**
 * A hotspot's print settings for vouchers; null if the scope may not read the hotspot. `portal` is the base URL of this server's own
 * portal, used unless the hotspot has set another URL; undefined if there is none.
 */
export async function getPaper(db: Db, scope: Scope, hotspotId: number, portal: string | undefined): Promise<PaperSettings | null> {
  const [row] = await db
    .select({ settings: hotspot_papers.settings, template: hotspot_papers.template_id, unit: unitOf })
    .from(hotspots)
    .leftJoin(hotspot_papers, eq(hotspot_papers.hotspot_id, hotspots.id))
    .where(and(readableHotspots(scope), eq(hotspots.id, hotspotId)));
  if (!row) return null;
  const settings = { ...PAPER_DEFAULTS, ...row.settings, template_id: row.template ?? 0 };
  settings.portal_url ||= ownPortal(portal, row.unit);
  // The chosen template was deleted.
  return settings.design === 'template' && settings.template_id === 0 ? { ...settings, design: PAPER_DEFAULTS.design } : settings;
}

/** Locks a hotspot that the scope may read until the transaction ends: the hotspot itself, because it may have no print settings yet. */
export async function lockPaper(tx: Db, scope: Scope, hotspotId: number): Promise<void> {
  await tx
    .select({ id: hotspots.id })
    .from(hotspots)
    .where(and(readableHotspots(scope), eq(hotspots.id, hotspotId)))
    .for('no key update');
}

/** Stores a hotspot's print settings. The template must be one that may be used there. */
export async function putPaper(
  tx: Db,
  scope: Scope,
  hotspotId: number,
  { template_id, ...given }: PaperSettings,
  portal: string | undefined,
): Promise<'done' | 'unknown hotspot' | 'unknown template'> {
  const [hotspot] = await tx
    .select({ owner: hotspots.account_id, unit: unitOf })
    .from(hotspots)
    .where(and(readableHotspots(scope), eq(hotspots.id, hotspotId)))
    .for('no key update');
  if (!hotspot) return 'unknown hotspot';
  if (template_id !== 0) {
    const usable = usableAt(hotspotId, hotspot.owner);
    const [template] = await tx
      .select({ id: paper_templates.id })
      .from(paper_templates)
      .where(and(eq(paper_templates.id, template_id), usable, usablePaperTemplates(scope)))
      .for('key share');
    if (!template) return 'unknown template';
  }
  // A URL equal to the default is stored as '', so that it follows a change of the server's address.
  const settings = { ...given, portal_url: given.portal_url === ownPortal(portal, hotspot.unit) ? '' : given.portal_url };
  const values = { settings, template_id: template_id === 0 ? null : template_id };
  await tx
    .insert(hotspot_papers)
    .values({ hotspot_id: hotspotId, ...values })
    .onConflictDoUpdate({ target: hotspot_papers.hotspot_id, set: values });
  return 'done';
}

/** The uuid of a unit for the portal's URL. Any unit of the hotspot will do, because the gateway redirects to its own portal. */
const unitOf = sql<
  string | null
>`(select u.uuid from ${units} u where u.hotspot_id = "hotspots"."id" and u.secret <> '' order by u.id limit 1)`;

const ownPortal = (portal: string | undefined, unit: string | null): string =>
  portal === undefined || unit === null ? '' : `${portal}/${unit}/code/${CODE_IN_ADDRESS}`;

const usableAt = (hotspotId: number, owner: number) =>
  or(eq(paper_templates.hotspot_id, hotspotId), and(isNull(paper_templates.hotspot_id), eq(paper_templates.account_id, owner)));

const listed = {
  id: paper_templates.id,
  account_id: paper_templates.account_id,
  hotspot_id: sql<number>`coalesce(${paper_templates.hotspot_id}, 0)`,
  name: paper_templates.name,
  changed: paper_templates.changed,
};

/** Templates in scope; with `hotspot`, those that may be used there. */
export async function listPaperTemplates(
  db: Db,
  scope: Scope,
  { hotspot, sort, order }: ListPaperTemplates,
): Promise<ListedPaperTemplate[]> {
  const isFixed = scope.role === 'customer' || scope.role === 'desk';
  const owner = sql`(select ${hotspots.account_id} from ${hotspots} where ${hotspots.id} = ${hotspot} and ${readableHotspots(scope)})`;
  const given = and(isNull(paper_templates.hotspot_id), sql`${paper_templates.account_id} = ${owner}`);
  const there = hotspot === 0 || isFixed ? undefined : or(eq(paper_templates.hotspot_id, hotspot), given);
  const rows = await db
    .select(listed)
    .from(paper_templates)
    .where(and(usablePaperTemplates(scope), there))
    .orderBy(...sortedBy(paper_templates[sort], paper_templates.id, order));
  return rows.map((row) => ({ ...row, changed: isoOf(row.changed) }));
}

/** A template that the scope may use; null if there is none. */
export async function getPaperTemplate(db: Db, scope: Scope, id: number): Promise<StoredPaperTemplate | null> {
  const [row] = await db
    .select({ ...listed, template: paper_templates.template })
    .from(paper_templates)
    .where(and(eq(paper_templates.id, id), usablePaperTemplates(scope)));
  return row ? { ...row, changed: isoOf(row.changed) } : null;
}

/** Locks a template that the scope manages until the transaction ends. */
export async function lockPaperTemplate(tx: Db, scope: Scope, id: number): Promise<void> {
  await tx
    .select({ id: paper_templates.id })
    .from(paper_templates)
    .where(and(eq(paper_templates.id, id), managedPaperTemplates(scope)))
    .for('no key update');
}

/**
 * Creates a template for a hotspot, or with `is_given` for all of its reseller's; returns its id, or null if the scope may not read the
 * hotspot.
 */
export async function insertPaperTemplate(
  tx: Db,
  scope: Scope,
  { hotspot_id, is_given, name, template }: CreatePaperTemplate,
  now: Date,
): Promise<number | null> {
  const [hotspot] = await tx
    .select({ owner: hotspots.account_id })
    .from(hotspots)
    .where(and(readableHotspots(scope), eq(hotspots.id, hotspot_id)))
    .for('key share');
  if (!hotspot) return null;
  const [created] = await tx
    .insert(paper_templates)
    .values({ account_id: hotspot.owner, hotspot_id: is_given ? null : hotspot_id, name, template, changed: now })
    .returning({ id: paper_templates.id });
  return created?.id ?? null;
}

/** Changes a template that the scope manages. False if there is none. */
export async function updatePaperTemplate(
  tx: Db,
  scope: Scope,
  id: number,
  { name, template }: UpdatePaperTemplate,
  now: Date,
): Promise<boolean> {
  const layout = template === undefined ? sql`${paper_templates.template}` : sql`${JSON.stringify(template)}::jsonb`;
  const title = name === undefined ? sql`${paper_templates.name}` : sql`${name}`;
  const isSame = sql`${paper_templates.name} = ${title} and ${paper_templates.template} = ${layout}`;
  const changed = await tx
    .update(paper_templates)
    .set({
      name: title,
      template: layout,
      changed: sql`case when ${isSame} then ${paper_templates.changed} else ${now.toISOString()}::timestamptz end`,
    })
    .where(and(eq(paper_templates.id, id), managedPaperTemplates(scope)))
    .returning({ id: paper_templates.id });
  return changed.length > 0;
}

/** Deletes a template that the scope manages; hotspots that used it fall back to the default design. False if there is none. */
export async function deletePaperTemplate(tx: Db, scope: Scope, id: number, copies: DeletedCopies): Promise<boolean> {
  const mine = and(eq(paper_templates.id, id), managedPaperTemplates(scope));
  await copies.deleting(paper_templates, mine);
  const deleted = await tx.delete(paper_templates).where(mine).returning({ id: paper_templates.id });
  return deleted.length > 0;
}
