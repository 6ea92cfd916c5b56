import type { Account } from '../../contract/accounts';
import type { Disclaimer } from '../../contract/disclaimers';
import { each, namesOf } from '../../contract/plain/fields';
import { HOTSPOT_FIELDS } from '../../contract/plain/hotspotFields';
import type { CreateHotspot, Hotspot, HotspotRow, UpdateHotspot } from '../../contract/hotspots';

/** The same fields as on the wire; disclaimers by id, 0: the default one. */
export type HotspotForm = CreateHotspot;

export const NEW_HOTSPOT: HotspotForm = {
  ...each(namesOf(HOTSPOT_FIELDS), () => ''),
  privacy_disclaimer_id: 0,
  tos_disclaimer_id: 0,
};

/** Initial values of the modify dialog. */
export function toForm(hotspot: Hotspot | HotspotRow): HotspotForm {
  const keys = Object.keys(NEW_HOTSPOT) as (keyof HotspotForm)[];
  return Object.fromEntries(keys.map((key) => [key, hotspot[key]])) as HotspotForm;
}

/** The request body: everything but the name (HSP-19). */
export function toUpdate({ name: _name, ...change }: HotspotForm): UpdateHotspot {
  return change;
}

/** Whether a reseller may create hotspots: privacy name, VAT number, address and e-mail are all filled in (HSP-23). */
export function isPrivacyComplete({ privacy_name, privacy_vat, privacy_address, privacy_email }: Account): boolean {
  return [privacy_name, privacy_vat, privacy_address, privacy_email].every((field) => field !== '');
}

/** Whether to let the user choose disclaimers: when creating, with at least one; when modifying, with more than one (HSP-24, HSP-25). */
export function offersDisclaimers(disclaimers: readonly Disclaimer[], isNew: boolean): boolean {
  return disclaimers.length >= (isNew ? 1 : 2);
}
