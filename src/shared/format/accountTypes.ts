type MessageId = FormatjsIntl.Message['ids'];

/** Names of the ways in which guests log in (REP-11). */
const NAMES: Partial<Record<string, MessageId>> = {
  whatsapp: 'guests.type_whatsapp',
  facebook: 'guests.type_facebook',
  linkedin: 'guests.type_linkedin',
  mac: 'guests.type_mac',
  sms: 'guests.type_sms',
  email: 'guests.type_email',
  voucher: 'guests.type_voucher',
};

/** Message id of an account type's name; undefined for an unknown one. */
export function accountTypeName(type: string): MessageId | undefined {
  return Object.hasOwn(NAMES, type) ? NAMES[type] : undefined;
}
