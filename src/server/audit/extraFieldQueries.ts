/** What the audit trail records in addition, of calls that change something else than the fields of an object. */
import { sql } from 'drizzle-orm';
import {
  accounts,
  hotspot_preferences,
  hotspot_vouchers,
  hotspots,
  hotspot_papers,
  paper_templates,
  second_factors,
} from '../database/schema';
import type { Field } from './subjectQueries';

/** A hotspot's preference, as a field of the hotspot. */
export const preferenceOf = (key: string): Record<string, Field> => ({
  [key]: sql`(select ${hotspot_preferences.value} from ${hotspot_preferences}
    where ${hotspot_preferences.hotspot_id} = ${hotspots.id} and ${hotspot_preferences.key} = ${key})`,
});

const paperField = (key: string) => sql`(select ${hotspot_papers.settings} ->> ${key} from ${hotspot_papers}
  where ${hotspot_papers.hotspot_id} = ${hotspots.id})`;

/** A hotspot's settings for printing vouchers, as fields of the hotspot. */
export const paperFields: Record<string, Field> = {
  ...Object.fromEntries(
    ['ssid', 'security', 'portal_url', 'footer', 'language', 'has_english', 'has_qr', 'design', 'format', 'cut', 'shift'].map((key) => [
      `paper_${key}`,
      paperField(key),
    ]),
  ),
  paper_template: sql`(select ${paper_templates.name} from ${hotspot_papers}
    join ${paper_templates} on ${paper_templates.id} = ${hotspot_papers.template_id} where ${hotspot_papers.hotspot_id} = ${hotspots.id})`,
};

/** The Wi-Fi password: only that it changed is recorded. */
export const paperSecrets: Record<string, Field> = { paper_wifi_password: paperField('wifi_password') };

/** Whether an account has a second factor, as a field of the account. */
export const secondFactorFields: Record<string, Field> = {
  second_factor: sql`exists (select from ${second_factors} where ${second_factors.account_id} = ${accounts.id})`,
};

/** Its recovery codes: only that they changed is recorded. */
export const secondFactorSecrets: Record<string, Field> = {
  recovery_codes: sql`(select ${second_factors.recovery_codes} from ${second_factors} where ${second_factors.account_id} = ${accounts.id})`,
};

/** How many vouchers a hotspot has, as a field of the hotspot. */
export const voucherCount: Record<string, Field> = {
  vouchers: sql`(select count(*)::int from ${hotspot_vouchers} where ${hotspot_vouchers.hotspot_id} = ${hotspots.id})`,
};

/** Whether a voucher is printed, and how often. */
export const printedFields: Record<string, Field> = { printed: hotspot_vouchers.printed, prints: hotspot_vouchers.prints };

/** How many of these vouchers are printed, and how often altogether, as fields of one of them. */
export const printedCount = (ids: readonly number[]): Record<string, Field> => {
  const those = sql`hotspot_vouchers v where v.id = any(${`{${ids.join(',')}}`}::int[])`;
  return {
    printed_vouchers: sql`(select count(*)::int from ${those} and v.printed)`,
    prints: sql`(select sum(v.prints)::int from ${those})`,
  };
};
