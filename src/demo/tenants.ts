/** The operator, the resellers, and their venues with staff, units and preferences. */
import { PRIVACY_FIELDS } from '../contract/plain/accountFields';
import { each, namesOf } from '../contract/plain/fields';
import { PAPER_DEFAULTS } from '../contract/plain/paperModel';
import { HOTSPOT_PREFERENCE_DEFAULTS, MARKETING_DEFAULTS } from '../contract/plain/hotspotPreferences';
import type * as schema from '../server/database/schema';
import { dateOf, type Venue, type Unit } from './guests';
import { DAY, dayOf, HOUR, momentOf } from './italianTime';
import { banner, logo } from './pictures';
import { OPERATOR, RESELLERS, type Reseller } from './resellers';
import type { VenuePlan } from './venues/venuePlan';
import { between, fixedMacAddress, hex, randomFor, uuid } from './random';
import { FEEDBACK_MAILS } from './texts';

type Row<T extends keyof typeof schema> = (typeof schema)[T]['$inferInsert'];
type Account = Row<'accounts'> & { id: number };

type NewAccount = Omit<Account, 'id' | 'password_hash'>;

/** Rows by table, in an order that satisfies foreign keys; ids count from 1. */
const noTenants = () => ({
  accounts: [] as Account[],
  subscriptions: [] as Row<'subscriptions'>[],
  hotspots: [] as Row<'hotspots'>[],
  accounts_hotspots: [] as Row<'accounts_hotspots'>[],
  hotspot_preferences: [] as Row<'hotspot_preferences'>[],
  hotspot_papers: [] as Row<'hotspot_papers'>[],
  units: [] as Row<'units'>[],
});
type Tenants = ReturnType<typeof noTenants>;

/** A reseller with its account's id and its venues. */
export interface Owner {
  id: number;
  reseller: Reseller;
  venues: Venue[];
}

/**
 * Builds accounts, hotspots and units. All accounts get `passwordHash`; `planIds` maps codes of subscription plans to ids. Throws for an
 * unknown plan.
 */
export async function makeTenants(
  now: number,
  passwordHash: string,
  planIds: ReadonlyMap<string, number>,
): Promise<{ rows: Tenants; owners: Owner[] }> {
  const rows = noTenants();
  const addAccount = (fields: NewAccount): number => {
    const id = rows.accounts.length + 1;
    rows.accounts.push({ ...NO_PRIVACY, ...fields, id, password_hash: passwordHash });
    return id;
  };
  const { sinceDays, ...operator } = OPERATOR;
  const operatorId = addAccount({ ...operator, creator_id: null, uuid: '', type: 'admin', created: dateOf(openedAt(sinceDays, now)) });
  const owners: Owner[] = [];
  for (const reseller of RESELLERS) {
    const id = addAccount(resellerFields(reseller, operatorId, now));
    const planId = planIds.get(reseller.plan);
    if (planId === undefined) throw new Error(`There is no plan ${reseller.plan}.`);
    rows.subscriptions.push(subscription(reseller, id, planId, now));
    const venues: Venue[] = [];
    for (const plan of reseller.venues) venues.push(await openVenue(rows, addAccount, plan, id, now));
    owners.push({ id, reseller, venues });
  }
  return { rows, owners };
}

const NO_PRIVACY = each(namesOf(PRIVACY_FIELDS), () => '');

function resellerFields({ username, name, email, sinceDays, privacy }: Reseller, operatorId: number, now: number): NewAccount {
  return {
    creator_id: operatorId,
    uuid: uuid(randomFor(username)),
    type: 'reseller',
    name,
    username,
    email,
    privacy_name: privacy.name,
    privacy_vat: privacy.vat,
    privacy_address: privacy.address,
    privacy_email: privacy.email,
    privacy_dpo: privacy.dpo,
    privacy_dpo_mail: privacy.dpoMail,
    created: dateOf(openedAt(sinceDays, now)),
  };
}

function subscription({ paidDays, remainingDays }: Reseller, accountId: number, planId: number, now: number): Row<'subscriptions'> {
  const from = openedAt(paidDays, now);
  const until = dateOf(from + (paidDays + remainingDays) * DAY);
  return { account_id: accountId, subscription_plan_id: planId, valid_from: dateOf(from), valid_until: until, created: dateOf(from) };
}

/** Print settings with the network's SSID, without which vouchers have no QR code. Hotels add the reception's number. */
function paperOf({ description, kind }: VenuePlan): Row<'hotspot_papers'>['settings'] {
  const { template_id: _none, ...settings } = PAPER_DEFAULTS;
  const [venueName = ''] = description.split(',');
  return { ...settings, ssid: `${venueName.split(' ').at(-1)} Guests`, footer: kind === 'hotel' ? 'Reception: 9' : '' };
}

/** Unix seconds of a morning `sinceDays` ago, because set-up happens in working hours. */
export function openedAt(sinceDays: number, now: number): number {
  return momentOf(dayOf(now) - sinceDays, 9 * 60 + (sinceDays % 90));
}

async function openVenue(
  rows: Tenants,
  addAccount: (fields: NewAccount) => number,
  plan: VenuePlan,
  resellerId: number,
  now: number,
): Promise<Venue> {
  const random = randomFor(`${plan.name} set-up`);
  const opened = openedAt(plan.sinceDays, now);
  const id = rows.hotspots.length + 1;
  const { name, vat, address, email, dpo, dpoMail } = plan.business;
  const business = {
    business_name: name,
    business_vat: vat,
    business_address: address,
    business_email: email,
    business_dpo: dpo,
    business_dpo_mail: dpoMail,
  };
  rows.hotspots.push({
    id,
    uuid: uuid(random),
    account_id: resellerId,
    name: plan.name,
    description: plan.description,
    ...business,
    created: dateOf(opened),
  });
  const preferences = Object.entries(await preferencesOf(plan));
  rows.hotspot_preferences.push(...preferences.map(([key, value]) => ({ hotspot_id: id, key, value })));
  rows.hotspot_papers.push({ hotspot_id: id, settings: paperOf(plan), template_id: null });

  const staff = (type: 'customer' | 'desk', hours: number) => {
    const accountId = addAccount({
      creator_id: resellerId,
      uuid: uuid(random),
      type,
      ...plan[type],
      created: dateOf(opened + hours * HOUR),
    });
    rows.accounts_hotspots.push({ account_id: accountId, hotspot_id: id });
    return accountId;
  };
  const [customerId, deskId] = [staff('customer', 1), staff('desk', 2)];

  const units = plan.units.map(({ name: unitName, description, silentDays }): Unit => {
    const unit = { id: rows.units.length + 1, mac: fixedMacAddress(random) };
    const created = dateOf(opened + between(random, 3, 6) * HOUR);
    rows.units.push({
      id: unit.id,
      hotspot_id: id,
      mac_address: unit.mac,
      name: unitName,
      description,
      uuid: uuid(random),
      secret: hex(random, 32),
      created,
    });
    return { ...unit, worksUntil: silentDays === undefined ? Infinity : now - silentDays * DAY - between(random, 1, 9) * HOUR };
  });
  return { id, plan, units, resellerId, customerId, deskId };
}

async function preferencesOf({ portal, preferences, validDays }: VenuePlan): Promise<Record<string, string>> {
  // The SMS limits depend on the SMS generated for the year and are set later (demo.ts).
  const { sms_login_max: _max, sms_login_threshold: _threshold, ...defaults } = HOTSPOT_PREFERENCE_DEFAULTS;
  return {
    ...defaults,
    ...MARKETING_DEFAULTS,
    ...(preferences.marketing_1_enabled === 'true' && FEEDBACK_MAILS),
    user_expiration_days: String(validDays),
    captive_1_redir: portal.redirect,
    captive_2_title: portal.title,
    captive_3_logo: await logo(portal.motif, portal.background),
    captive_4_subtitle: portal.subtitle,
    captive_5_banner: await banner(portal.background),
    captive_6_description: portal.description,
    captive_7_background: portal.background,
    captive_82_container_bg_color: portal.container,
    captive_83_title_color: portal.titleColor,
    captive_84_text_color: portal.textColor,
    captive_85_text_style: portal.textStyle,
    ...preferences,
  };
}
