import { and, eq, inArray, sql } from 'drizzle-orm';
import type { WebhookBody } from '../../contract/integrations';
import { hashToken, INTEGRATION_READS, newToken } from '../auth/tokens';
import type { Db } from '../database/db';
import {
  access_tokens,
  account_integrations,
  accounts,
  accounts_hotspots,
  hotspot_integrations,
  hotspots,
  integrations,
  outbox,
  units,
} from '../database/schema';
import { readableHotspots, usableIntegrations, type Scope } from '../auth/tenancy';
import { deleteUnsentSyncs, postTaken, type Row } from '../messages/outboxQueries';

/** A pending call to a platform. */
export interface Sync {
  /** The platform's name. */
  name: string;
  /** The call, in the outbox. */
  message: Row;
}

/**
 * Switches an integration on for a hotspot or syncs it again: creates the mapping, with a new API token of the hotspot's customer that
 * replaces the previous one and may read the hotspot (contract/plain/roles.ts) for 90 days. The mapping counts as failed until the platform has
 * taken the message, which the caller sends after the transaction, so that a slow one holds no locks.
 */
export async function enableIntegration(
  tx: Db,
  scope: Scope,
  hotspotId: number,
  integrationId: number,
  now: Date,
): Promise<Sync | 'unknown hotspot' | 'unknown integration' | 'no customer'> {
  const found = await findPair(tx, scope, hotspotId, integrationId);
  if (typeof found === 'string') return found;
  const { hotspot, integration } = found;
  const managers = await managersOf(tx, hotspotId);
  const customer = managers.find(({ type }) => type === 'customer');
  if (!customer) return 'no customer';

  const token = newToken();
  const [created] = await tx
    .insert(access_tokens)
    .values({
      account_id: customer.id,
      token_hash: hashToken(token),
      type: 'api',
      description: integration.name,
      expires: new Date(now.getTime() + INTEGRATION_READS),
      created: now,
    })
    .returning({ id: access_tokens.id });
  await deleteTokenOf(tx, hotspotId, integrationId);
  const mapping = { token_id: created?.id ?? null, last_sync: null };
  await tx
    .insert(hotspot_integrations)
    .values({ hotspot_id: hotspotId, integration_id: integrationId, ...mapping })
    .onConflictDoUpdate({ target: [hotspot_integrations.hotspot_id, hotspot_integrations.integration_id], set: mapping });
  const body = { status: true, token, hotspot, accounts: managers, units: await unitsOf(tx, hotspotId) };
  return { name: integration.name, message: await postSync(tx, hotspotId, integration, body, now) };
}

/** Adds a call to the outbox, in place of any that still waits for the same platform, whose token is no longer valid. */
async function postSync(tx: Db, hotspotId: number, { id, name }: { id: number; name: string }, body: WebhookBody, now: Date): Promise<Row> {
  await deleteUnsentSyncs(tx, sql`${outbox.hotspot_id} = ${hotspotId}`, id);
  const message = { kind: 'sync', hotspotId, integrationId: id, recipient: name, content: { channel: 'webhook', body } } as const;
  return postTaken(tx, message, now);
}

/** Switches an integration off for a hotspot and revokes its token. Null if it wasn't on or the hotspot isn't in scope. */
export async function disableIntegration(tx: Db, scope: Scope, hotspotId: number, integrationId: number, now: Date): Promise<Sync | null> {
  const [found] = await tx
    .select({ hotspot: hotspotFields, integration: integrations })
    .from(hotspot_integrations)
    .innerJoin(hotspots, eq(hotspots.id, hotspot_integrations.hotspot_id))
    .innerJoin(integrations, eq(integrations.id, hotspot_integrations.integration_id))
    .where(and(readableHotspots(scope), pair(hotspotId, integrationId)));
  if (!found) return null;
  await deleteTokenOf(tx, hotspotId, integrationId);
  const ended = await tx
    .delete(hotspot_integrations)
    .where(pair(hotspotId, integrationId))
    .returning({ hotspot: hotspot_integrations.hotspot_id });
  // Another call has switched it off meanwhile.
  if (ended.length === 0) return null;
  const { hotspot, integration } = found;
  const body = { status: false, token: '', hotspot, accounts: await managersOf(tx, hotspotId), units: await unitsOf(tx, hotspotId) };
  return { name: integration.name, message: await postSync(tx, hotspotId, integration, body, now) };
}

/** Enables an integration for a reseller. Returns the mapping's id; null if there is no such reseller or integration. */
export async function enableForAccount(db: Db, accountId: number, integrationId: number): Promise<number | null> {
  const [created] = await db
    .insert(account_integrations)
    .select(
      db
        .select({
          id: sql<number>`nextval(pg_get_serial_sequence('account_integrations', 'id'))::int`.as('id'),
          account_id: accounts.id,
          integration_id: integrations.id,
        })
        .from(accounts)
        .innerJoin(integrations, eq(integrations.id, integrationId))
        .where(and(eq(accounts.id, accountId), eq(accounts.type, 'reseller'))),
    )
    .onConflictDoUpdate({ target: [account_integrations.account_id, account_integrations.integration_id], set: { account_id: accountId } })
    .returning({ id: account_integrations.id });
  return created?.id ?? null;
}

/** Disables an integration for a reseller and switches it off on its hotspots. False if it wasn't enabled. */
export async function disableForAccount(tx: Db, accountId: number, integrationId: number): Promise<boolean> {
  const ended = await tx
    .delete(account_integrations)
    .where(and(eq(account_integrations.account_id, accountId), eq(account_integrations.integration_id, integrationId)))
    .returning({ id: account_integrations.id });
  if (ended.length === 0) return false;
  const own = tx.select({ id: hotspots.id }).from(hotspots).where(eq(hotspots.account_id, accountId));
  await deleteUnsentSyncs(tx, inArray(outbox.hotspot_id, own), integrationId);
  const onOwn = and(inArray(hotspot_integrations.hotspot_id, own), eq(hotspot_integrations.integration_id, integrationId));
  await tx
    .delete(access_tokens)
    .where(inArray(access_tokens.id, tx.select({ id: hotspot_integrations.token_id }).from(hotspot_integrations).where(onOwn)));
  await tx.delete(hotspot_integrations).where(onOwn);
  return true;
}

const pair = (hotspotId: number, integrationId: number) =>
  and(eq(hotspot_integrations.hotspot_id, hotspotId), eq(hotspot_integrations.integration_id, integrationId));

const hotspotFields = { id: hotspots.id, uuid: hotspots.uuid, name: hotspots.name, description: hotspots.description };

async function findPair(tx: Db, scope: Scope, hotspotId: number, integrationId: number) {
  const [hotspot] = await tx
    .select(hotspotFields)
    .from(hotspots)
    .where(and(readableHotspots(scope), eq(hotspots.id, hotspotId)));
  if (!hotspot) return 'unknown hotspot';
  const [integration] = await tx
    .select()
    .from(integrations)
    .where(and(usableIntegrations(scope), eq(integrations.id, integrationId)));
  return integration ? { hotspot, integration } : 'unknown integration';
}

function managersOf(tx: Db, hotspotId: number): Promise<WebhookBody['accounts']> {
  const { id, uuid, type, username, name, email } = accounts;
  return tx
    .select({ id, uuid, type, username, name, email })
    .from(accounts)
    .innerJoin(accounts_hotspots, eq(accounts_hotspots.account_id, accounts.id))
    .where(eq(accounts_hotspots.hotspot_id, hotspotId))
    .orderBy(accounts.id);
}

function unitsOf(tx: Db, hotspotId: number): Promise<WebhookBody['units']> {
  const { id, uuid, name, description, mac_address } = units;
  return tx.select({ id, uuid, name, description, mac_address }).from(units).where(eq(units.hotspot_id, hotspotId)).orderBy(units.id);
}

async function deleteTokenOf(tx: Db, hotspotId: number, integrationId: number): Promise<void> {
  const held = tx.select({ id: hotspot_integrations.token_id }).from(hotspot_integrations).where(pair(hotspotId, integrationId));
  await tx.delete(access_tokens).where(inArray(access_tokens.id, held));
}
