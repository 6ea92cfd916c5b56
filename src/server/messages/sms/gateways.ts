/** The SMS gateways: how each is called and what it answers. */

/** An account at one of the built-in gateways. */
export interface GatewayAccount {
  gateway: GatewayName;
  /** Scheme, host and port. */
  origin: string;
  user: string;
  password: string;
  /** The sender; empty for the gateway's default. */
  from: string;
  /** All other query parameters of SMS_URL. */
  options: Readonly<Record<string, string>>;
}

/** A generic gateway that takes an SMS with one HTTP call. */
export interface TemplateAccount {
  gateway: 'template';
  /** With placeholders; without user and password. */
  url: string;
  user: string;
  password: string;
  /** Body of a POST, with placeholders; undefined for a GET. */
  body: string | undefined;
}

export interface Message {
  /** In international form, like +393471234567. */
  number: string;
  text: string;
}

/** One HTTP call. */
export interface SmsCall {
  url: string;
  headers?: Record<string, string>;
  /** Makes it a POST. */
  body?: string;
}

export interface SmsAnswer {
  status: number;
  body: string;
}

/** Why an SMS wasn't sent, as the gateway's code: its messages may repeat the number. Null if it was sent. */
type Failure = string | null;

interface Gateway {
  /** What is missing in the settings, if anything. */
  problem?: (account: GatewayAccount) => string | undefined;
  send: (account: GatewayAccount, message: Message, call: (one: SmsCall) => Promise<SmsAnswer>) => Promise<Failure>;
}

export type GatewayName = 'twilio' | 'vonage' | 'skebby' | 'smshosting';

const basic = ({ user, password }: { user: string; password: string }) => ({
  Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
const form = (values: Record<string, string>) => ({
  type: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(values).toString(),
});

/** Passes on gateways' error codes, like 21211 or BAD_CREDIT, and nothing else. */
const codeOf = (value: unknown): string => (/^[A-Z\d_]{1,40}$/.test(String(value)) ? String(value) : 'no code');

function parsed(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // Not JSON, so it has no error code.
    return {};
  }
}

export const GATEWAYS: Readonly<Record<GatewayName, Gateway>> = {
  twilio: {
    problem: ({ from }) => (from === '' ? 'twilio needs ?from= with a number, a name or a messaging service (MG…)' : undefined),
    send: async (account, { number, text }, call) => {
      const { origin, user, from } = account;
      const sender = /^MG[\da-f]{32}$/.test(from) ? { MessagingServiceSid: from } : { From: from };
      const { type, body } = form({ To: number, ...sender, Body: text });
      const url = `${origin}/2010-04-01/Accounts/${encodeURIComponent(user)}/Messages.json`;
      const answer = await call({ url, headers: { ...basic(account), ...type }, body });
      return answer.status === 201 ? null : `${answer.status} ${codeOf(parsed(answer.body).code)}`;
    },
  },
  vonage: {
    problem: ({ from }) => (from === '' ? 'vonage needs ?from= with a number or a name' : undefined),
    send: async ({ origin, user, password, from }, { number, text }, call) => {
      const values = { api_key: user, api_secret: password, from, to: number.slice(1), text };
      const { type, body } = form({ ...values, ...(!isGsm(text) && { type: 'unicode' }) });
      const answer = await call({ url: `${origin}/sms/json`, headers: type, body });
      // Vonage answers 200 even if it refuses the message.
      const { messages } = parsed(answer.body);
      const statuses = Array.isArray(messages) ? messages.map((one: { status?: unknown }) => String(one.status)) : [];
      const isSent = answer.status === 200 && statuses.length > 0 && statuses.every((status) => status === '0');
      return isSent ? null : `${answer.status} ${codeOf(statuses.find((status) => status !== '0'))}`;
    },
  },
  skebby: {
    send: async (account, { number, text }, call) => {
      const rest = `${account.origin}/API/v1.0/REST`;
      const login = await call({ url: `${rest}/login`, headers: basic(account) });
      const [userKey = '', sessionKey = ''] = login.body.trim().split(';');
      if (login.status !== 200 || sessionKey === '') return `login ${login.status}`;
      const sms = {
        message_type: account.options.type ?? 'GP',
        message: text,
        recipient: [number],
        returnCredits: false,
        ...(account.from !== '' && { sender: account.from }),
        ...(!isGsm(text) && { encoding: 'ucs2' }),
      };
      const headers = { user_key: userKey, Session_key: sessionKey, 'Content-Type': 'application/json' };
      const answer = await call({ url: `${rest}/sms`, headers, body: JSON.stringify(sms) });
      const { result, total_sent: sent } = parsed(answer.body);
      return answer.status === 201 && result === 'OK' && (sent === undefined || sent === 1) ? null : `${answer.status} ${codeOf(result)}`;
    },
  },
  smshosting: {
    send: async (account, { number, text }, call) => {
      const { type, body } = form({ to: number.slice(1), text, encoding: 'AUTO', ...(account.from !== '' && { from: account.from }) });
      const answer = await call({ url: `${account.origin}/rest/api/sms/send`, headers: { ...basic(account), ...type }, body });
      const { errorMsg, smsInserted } = parsed(answer.body);
      return answer.status === 200 && Number(smsInserted) > 0 ? null : `${answer.status} ${codeOf(errorMsg)}`;
    },
  },
};

/** Sends through a generic gateway with one call; any 2xx counts as success. */
export async function sendByTemplate(
  account: TemplateAccount,
  { number, text, id }: Message & { id: string },
  call: (one: SmsCall) => Promise<SmsAnswer>,
): Promise<Failure> {
  const values: Record<string, string> = { number, digits: number.slice(1), text, id };
  const filled = (template: string, escaped: (value: string) => string) =>
    template.replace(/\{(number|digits|text|id)\}/g, (_, name: string) => escaped(values[name] ?? ''));
  const isJson = account.body?.trimStart().startsWith('{') ?? false;
  const answer = await call({
    url: filled(account.url, encodeURIComponent),
    headers: {
      ...(account.user !== '' && basic(account)),
      ...(account.body !== undefined && { 'Content-Type': isJson ? 'application/json' : 'application/x-www-form-urlencoded' }),
    },
    ...(account.body !== undefined && {
      body: filled(account.body, isJson ? (value) => JSON.stringify(value).slice(1, -1) : encodeURIComponent),
    }),
  });
  return answer.status >= 200 && answer.status < 300 ? null : String(answer.status);
}

/** The GSM alphabet, with which an SMS holds 160 characters; any other character reduces that to 70. */
const GSM = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà^{}\\[~]|€',
);
const isGsm = (text: string) => Array.from(text).every((sign) => GSM.has(sign));
