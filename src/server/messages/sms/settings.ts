import { LOOPBACK } from '../../loopback';
/** Parses `SMS_URL` and `SMS_BODY`, which select the SMS gateway. */
import { GATEWAYS, type GatewayAccount, type GatewayName, type TemplateAccount } from './gateways';

export type SmsSettings = { gateway: 'sink' } | GatewayAccount | TemplateAccount;

/** Says what is wrong with `SMS_URL` or `SMS_BODY` without quoting it, because it contains a password. */
export class SmsSettingsError extends Error {}

const KINDS = `twilio, vonage, skebby, smshosting, https+template, http+template or sink`;

/** Parses the settings. Throws SmsSettingsError. */
export function readSmsSettings(url: string, body: string | undefined): SmsSettings {
  if (url === 'sink:' && body === undefined) return { gateway: 'sink' };
  const template = /^(https?)\+template:\/\/(.+)$/.exec(url);
  if (template) return templateOf(`${template[1] ?? ''}://${template[2] ?? ''}`, body);
  if (body !== undefined)
    throw new SmsSettingsError('SMS_BODY: goes with an SMS_URL that begins with https+template:// or http+template://');
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const name = (Object.keys(GATEWAYS) as GatewayName[]).find((one) => `${one}:` === parsed?.protocol);
  if (!parsed || !name || parsed.host === '')
    throw new SmsSettingsError(`SMS_URL: must be an address like twilio://SID:TOKEN@api.twilio.com?from=%2B15550100, for one of ${KINDS}`);
  const { from = '', ...options } = Object.fromEntries(parsed.searchParams);
  const account = {
    gateway: name,
    origin: `${LOOPBACK.test(parsed.hostname) ? 'http' : 'https'}://${parsed.host}`,
    user: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
    from,
    options,
  };
  if (account.user === '' || account.password === '')
    throw new SmsSettingsError(`SMS_URL: needs user and password of ${name}, like ${name}://USER:PASSWORD@${parsed.host}`);
  const problem = GATEWAYS[name].problem?.(account);
  if (problem !== undefined) throw new SmsSettingsError(`SMS_URL: ${problem}`);
  return account;
}

function templateOf(url: string, body: string | undefined): TemplateAccount {
  const [, scheme = '', authority = '', rest = ''] = /^(https?:\/\/)([^/?#]*)(.*)$/.exec(url) ?? [];
  const parsed = URL.canParse(url) ? new URL(url) : null;
  // A placeholder in the authority would let guests choose which host receives the SMS.
  if (!parsed || authority.includes('{'))
    throw new SmsSettingsError('SMS_URL: must be an address like https+template://sms.example.com/send');
  const both = rest + (body ?? '');
  if (!both.includes('{text}') || !(both.includes('{number}') || both.includes('{digits}')))
    throw new SmsSettingsError('SMS_URL: needs {text} and {number} or {digits}, there or in SMS_BODY');
  return {
    gateway: 'template',
    url: `${scheme}${parsed.host}${rest}`,
    body,
    user: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
  };
}
