/** Sends SMS by the gateway in `SMS_URL`, and calls nothing but that. */
import { GATEWAYS, sendByTemplate, type Message, type SmsAnswer, type SmsCall } from './gateways';
import type { SmsSettings } from './settings';

/** Null for sent, else why not: codes of the gateway, or what became of the call. Never holds the number. */
type SmsDelivery = { failed: string } | null;

export interface Sms {
  /** Whether a gateway is configured. */
  isConfigured: boolean;
  /** Hands an SMS to the gateway. Never throws. */
  send: (message: Message) => Promise<SmsDelivery>;
}

/** Milliseconds for all calls of one SMS: a guest is waiting. */
const TIMEOUT = 10_000;
const LONGEST_ANSWER = 65_536;

interface Options {
  /** Where a sink writes to. */
  print: (message: Message) => void;
  timeout?: number;
}

export function createSms(settings: SmsSettings | undefined, { print, timeout = TIMEOUT }: Options): Sms {
  if (!settings) return { isConfigured: false, send: async () => ({ failed: 'not configured' }) };
  if (settings.gateway === 'sink') return { isConfigured: true, send: async (message) => (print(message), null) };
  const send = async (message: Message): Promise<SmsDelivery> => {
    const signal = AbortSignal.timeout(timeout);
    const call = (one: SmsCall) => callGateway(one, signal);
    try {
      const failure =
        settings.gateway === 'template'
          ? await sendByTemplate(settings, message, call)
          : await GATEWAYS[settings.gateway].send(settings, message, call);
      return failure === null ? null : { failed: failure };
    } catch {
      // The error's words may repeat the address with what was filled in.
      return { failed: signal.aborted ? 'too slow' : 'unreachable' };
    }
  };
  return { isConfigured: true, send };
}

async function callGateway({ url, headers, body }: SmsCall, signal: AbortSignal): Promise<SmsAnswer> {
  const sent = { method: body === undefined ? 'GET' : 'POST', headers: { 'User-Agent': 'Portico', ...headers } };
  // A redirect would hand the number to somebody else.
  const answer = await fetch(url, { ...sent, ...(body !== undefined && { body }), redirect: 'manual', signal });
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of answer.body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > LONGEST_ANSWER) break;
  }
  return { status: answer.status, body: text };
}

/** A phone number as logs have it: +39…67. */
export const masked = (number: string): string => `${number.slice(0, 3)}…${number.slice(-2)}`;
