/** Sends SMS through the gateway in `SMS_URL`; redirects are not followed. */
import { GATEWAYS, sendByTemplate, type Message, type SmsAnswer, type SmsCall } from './gateways';
import type { SmsSettings } from './settings';

/** Null if sent, else why not: the gateway's code, or how the call failed. Never contains the number. */
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
  /** Output of the sink gateway. */
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
      // The error message may contain the URL with the placeholders filled in.
      return { failed: signal.aborted ? 'too slow' : 'unreachable' };
    }
  };
  return { isConfigured: true, send };
}

async function callGateway({ url, headers, body }: SmsCall, signal: AbortSignal): Promise<SmsAnswer> {
  const sent = { method: body === undefined ? 'GET' : 'POST', headers: { 'User-Agent': 'Portico', ...headers } };
  // A redirect would disclose the number to another host.
  const answer = await fetch(url, { ...sent, ...(body !== undefined && { body }), redirect: 'manual', signal });
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of answer.body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > LONGEST_ANSWER) break;
  }
  return { status: answer.status, body: text };
}

/** A phone number as it appears in logs: +39…67. */
export const masked = (number: string): string => `${number.slice(0, 3)}…${number.slice(-2)}`;
