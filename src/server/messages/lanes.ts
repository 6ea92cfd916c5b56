/** Where messages go, and which of them wait for each other. */
import type { MessageChannel, MessageKind } from '../../contract/plain/wire';

/** Sent to many guests at once: others must not wait behind them. */
const BULK: readonly MessageKind[] = ['feedback', 'review'];

interface Addressed {
  channel: MessageChannel;
  kind: MessageKind;
  integrationId?: number | null | undefined;
}

/** Every platform has a lane of its own; so do a thousand questions to guests beside the mails that somebody waits for. */
export function laneOf({ channel, kind, integrationId }: Addressed): string {
  if (channel === 'webhook') return `webhook ${String(integrationId ?? 0)}`;
  return BULK.includes(kind) ? `${channel} bulk` : channel;
}

/** The mail server, the SMS gateway or the platform at the end of a lane: `mail`, `sms` or `webhook 7`. */
export const destinationOf = (lane: string): string => lane.replace(/ bulk$/, '');

/** A destination's channel, and the platform's number; 0 for none. */
export function partsOf(destination: string): { channel: MessageChannel; integrationId: number } {
  const [channel, id = '0'] = destination.split(' ');
  return { channel: channel === 'webhook' || channel === 'sms' ? channel : 'mail', integrationId: Number(id) };
}

/** A recipient as logs and screens show it: m…@example.com, +39…67. The name of a platform isn't anybody's. */
export function maskedRecipient(channel: MessageChannel, recipient: string): string {
  if (channel === 'webhook' || recipient.includes('…')) return recipient;
  const [local = '', domain] = recipient.split('@');
  return domain === undefined ? `${recipient.slice(0, 3)}…${recipient.slice(-2)}` : `${local.slice(0, 1)}…@${domain}`;
}
