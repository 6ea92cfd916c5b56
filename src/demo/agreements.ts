/** Disclaimers, integrations and API tokens of the demonstration. */
import { hashToken, INTEGRATION_READS, newToken } from '../server/auth/tokens';
import type * as schema from '../server/database/schema';
import { dateOf, type Venue } from './guests';
import { DAY, HOUR, MINUTE } from './italianTime';
import { logo } from './pictures';
import { between, hex, randomFor } from './random';
import type { Owner } from './tenants';
import { CHOSEN_DISCLAIMERS, DISCLAIMERS, INTEGRATIONS, type IntegrationPlan } from './texts';

type Row<T extends keyof typeof schema> = (typeof schema)[T]['$inferInsert'];

/** Rows by table, in an order that satisfies foreign keys; ids count from 1. */
const noAgreements = () => ({
  access_tokens: [] as Row<'access_tokens'>[],
  disclaimers: [] as (Row<'disclaimers'> & { id: number })[],
  disclaimers_accounts: [] as Row<'disclaimers_accounts'>[],
  disclaimers_hotspots: [] as Row<'disclaimers_hotspots'>[],
  account_preferences: [] as Row<'account_preferences'>[],
  integrations: [] as Row<'integrations'>[],
  account_integrations: [] as Row<'account_integrations'>[],
  hotspot_integrations: [] as Row<'hotspot_integrations'>[],
});
type Agreements = ReturnType<typeof noAgreements>;

export async function makeAgreements(owners: readonly Owner[], now: number): Promise<Agreements> {
  const rows = noAgreements();
  for (const owner of owners) addDisclaimers(rows, owner);
  for (const plan of INTEGRATIONS) await addIntegration(rows, owners, plan, now);
  const [main] = owners;
  if (main) addToken(rows, main.id, 'Monitoraggio impianti', now - 96 * DAY);
  return rows;
}

function addDisclaimers(rows: Agreements, { id: ownerId, reseller, venues }: Owner): void {
  const first = rows.disclaimers.length + 1;
  const own = (DISCLAIMERS[reseller.username] ?? []).map((text, index) => ({ id: first + index, ...text }));
  rows.disclaimers.push(...own);
  rows.disclaimers_accounts.push(...own.map(({ id }) => ({ disclaimer_id: id, account_id: ownerId })));
  const defaults = [own.find(({ type }) => type === 'privacy'), own.find(({ type }) => type === 'tos')];
  for (const text of defaults) {
    if (!text) continue;
    const key = text.type === 'privacy' ? 'custom_disclaimers_privacy' : 'custom_disclaimers_terms';
    rows.account_preferences.push({ account_id: ownerId, key, value: String(text.id) });
  }
  for (const { id, plan } of venues) {
    const chosen = own.filter(({ title }) => CHOSEN_DISCLAIMERS[plan.name]?.includes(title));
    rows.disclaimers_hotspots.push(...chosen.map((text) => ({ disclaimer_id: text.id, hotspot_id: id, type: text.type })));
  }
}

async function addIntegration(rows: Agreements, owners: readonly Owner[], plan: IntegrationPlan, now: number): Promise<void> {
  const id = rows.integrations.length + 1;
  const { name, description, host, motif, colour, privacy, resellers, hotspots } = plan;
  rows.integrations.push({
    id,
    name,
    description,
    site: `https://${host}`,
    logo: await logo(motif, colour),
    webhook_url: `https://hooks.${host}/portico`,
    webhook_token: hex(randomFor(name), 32),
    pre_auth_redirect_url: '',
    post_auth_redirect_url: '',
    privacy,
  });
  for (const owner of owners.filter(({ reseller }) => resellers.includes(reseller.username))) {
    rows.account_integrations.push({ account_id: owner.id, integration_id: id });
    for (const venue of owner.venues) {
      const hours = hotspots[venue.plan.name];
      if (hours !== undefined) rows.hotspot_integrations.push(mapping(rows, venue, id, name, hours === null ? null : now - hours * HOUR));
    }
  }
}

/** Enables an integration for a hotspot. One that has synced has a token of the hotspot's customer; one that never did has none. */
function mapping(
  rows: Agreements,
  venue: Venue,
  integrationId: number,
  name: string,
  syncedAt: number | null,
): Row<'hotspot_integrations'> {
  const common = { hotspot_id: venue.id, integration_id: integrationId };
  if (syncedAt === null) return { ...common, token_id: null, last_sync: null };
  const synced = syncedAt - between(randomFor(`${name} ${venue.plan.name}`), 0, 50) * MINUTE;
  return { ...common, token_id: addToken(rows, venue.customerId, name, synced), last_sync: dateOf(synced) };
}

/** Adds a token. Only its hash is kept, so nobody can use it. */
function addToken(rows: Agreements, accountId: number, description: string, created: number): number {
  const id = rows.access_tokens.length + 1;
  rows.access_tokens.push({
    id,
    account_id: accountId,
    token_hash: hashToken(newToken()),
    type: 'api',
    description,
    expires: dateOf(created + INTEGRATION_READS),
    created: dateOf(created),
  });
  return id;
}
