/** Sends SMS through the gateway in `SMS_URL`; redirects are not followed. */
import { GATEWAYS, sendByTemplate, type Message, type SmsAnswer, type SmsCall } from './gateways';
import { retryAfter } from '../webhooks';
import type { SmsSettings } from './settings';

/**
 * Null if sent, else why not: the gateway's code, or how the call failed; never contains the number. `after`: milliseconds to wait, if the
 * gateway asks for that.
 */
type SmsDelivery = { failed: string; after?: number } | null;

export interface Sms {
  /** Whether a gateway is configured. */
  isConfigured: boolean;
  /**
   * Hands an SMS to the gateway. Never throws. `id` stays the same if an SMS is sent again because it isn't known whether the gateway took
   * it.
   */
  send: (message: Message, id: string) => Promise<SmsDelivery>;
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
  const send = async (message: Message, id: string): Promise<SmsDelivery> => {
    const signal = AbortSignal.timeout(timeout);
    let after: number | undefined;
    const call = async (one: SmsCall) => {
      const answer = await callGateway(one, id, signal);
      after = retryAfter(answer.retryAfter);
      return answer;
    };
    try {
      const failure =
        settings.gateway === 'template'
          ? await sendByTemplate(settings, { ...message, id }, call)
          : await GATEWAYS[settings.gateway].send(settings, message, call);
      return failure === null ? null : { failed: failure, ...(after !== undefined && { after }) };
    } catch {
      // The error message may contain the URL with the placeholders filled in.
      return { failed: signal.aborted ? 'too slow' : 'unreachable' };
    }
  };
  return { isConfigured: true, send };
}

async function callGateway(
  { url, headers, body }: SmsCall,
  id: string,
  signal: AbortSignal,
): Promise<SmsAnswer & { retryAfter: string | null }> {
  const sent = { method: body === undefined ? 'GET' : 'POST', headers: { 'User-Agent': 'Portico', 'Idempotency-Key': id, ...headers } };
  // A redirect would disclose the number to another host.
  const answer = await fetch(url, { ...sent, ...(body !== undefined && { body }), redirect: 'manual', signal });
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of answer.body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > LONGEST_ANSWER) break;
  }
  return { status: answer.status, body: text, retryAfter: answer.headers.get('retry-after') };
}
