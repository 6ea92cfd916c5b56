import type { Account } from '../../contract/accounts';
import type { Disclaimer } from '../../contract/disclaimers';
import type { CreateHotspot, Hotspot, HotspotRow, UpdateHotspot } from '../../contract/hotspots';

/** What the dialog asks for: the wire's fields as they are, disclaimers by id (0: the default one). */
export type HotspotForm = CreateHotspot;

export const NEW_HOTSPOT: HotspotForm = {
  name: '',
  description: '',
  business_name: '',
  business_vat: '',
  business_address: '',
  business_email: '',
  business_dpo: '',
  business_dpo_mail: '',
  privacy_disclaimer_id: 0,
  tos_disclaimer_id: 0,
};

/** What the dialog begins with when it modifies. */
export function toForm(hotspot: Hotspot | HotspotRow): HotspotForm {
  const keys = Object.keys(NEW_HOTSPOT) as (keyof HotspotForm)[];
  return Object.fromEntries(keys.map((key) => [key, hotspot[key]])) as HotspotForm;
}

/** What a modification sends: everything but the name, which never changes (spec 1 §5, §7). */
export function toUpdate({ name: _name, ...change }: HotspotForm): UpdateHotspot {
  return change;
}

/** Whether a reseller may create hotspots: privacy name, VAT, address and e-mail are all filled in (spec 1 §5). */
export function isPrivacyComplete({ privacy_name, privacy_vat, privacy_address, privacy_email }: Account): boolean {
  return [privacy_name, privacy_vat, privacy_address, privacy_email].every((field) => field !== '');
}

/** Whether disclaimers are offered: on create when there is one, on modify only when there is a choice (spec 1 §5). */
export function offersDisclaimers(disclaimers: readonly Disclaimer[], isNew: boolean): boolean {
  return disclaimers.length >= (isNew ? 1 : 2);
}
