/** Why a guest or device is refused access. */
export const REFUSAL_CODES = [
  'not_known',
  'wrong_secret',
  'too_many_tries',
  'hotspot_closed',
  'way_off',
  'registration_needed',
  'login_needed',
  'no_uses_left',
  'too_early',
  'expired',
  'other_unit',
  'too_many_devices',
  'used_up_today',
  'time_used_up',
  'traffic_used_up',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];
