type MessageId = FormatjsIntl.Message['ids'];

/** How guests can log in (REP-11). */
const NAMES: Partial<Record<string, MessageId>> = {
  whatsapp: 'guests.type_whatsapp',
  facebook: 'guests.type_facebook',
  linkedin: 'guests.type_linkedin',
  mac: 'guests.type_mac',
  sms: 'guests.type_sms',
  email: 'guests.type_email',
  voucher: 'guests.type_voucher',
};

/** The name of an account type; undefined for an unknown one. */
export function accountTypeName(type: string): MessageId | undefined {
  return Object.hasOwn(NAMES, type) ? NAMES[type] : undefined;
}
