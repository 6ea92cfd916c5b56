/** Lanes of messages: messages of different lanes don't wait for each other. */
import type { MessageChannel, MessageKind } from '../../contract/plain/wire';

/** Kinds that are sent to many guests at once; other messages must not wait behind them. */
const BULK: readonly MessageKind[] = ['feedback', 'review'];

interface Addressed {
  channel: MessageChannel;
  kind: MessageKind;
  integrationId?: number | null | undefined;
}

/** The lane of a message. Each platform has its own, and bulk mails have another one than mails that somebody waits for. */
export function laneOf({ channel, kind, integrationId }: Addressed): string {
  if (channel === 'webhook') return `webhook ${String(integrationId ?? 0)}`;
  return BULK.includes(kind) ? `${channel} bulk` : channel;
}

/** The mail server, SMS gateway or platform to which a lane leads: `mail`, `sms` or `webhook 7`. */
export const destinationOf = (lane: string): string => lane.replace(/ bulk$/, '');

/** The channel of a destination, and the platform's id; 0 for none. */
export function partsOf(destination: string): { channel: MessageChannel; integrationId: number } {
  const [channel, id = '0'] = destination.split(' ');
  return { channel: channel === 'webhook' || channel === 'sms' ? channel : 'mail', integrationId: Number(id) };
}

/** A recipient as shown in logs and screens: m…@example.com, +39…67. The name of a platform isn't masked. */
export function maskedRecipient(channel: MessageChannel, recipient: string): string {
  if (channel === 'webhook' || recipient.includes('…')) return recipient;
  const [local = '', domain] = recipient.split('@');
  return domain === undefined ? `${recipient.slice(0, 3)}…${recipient.slice(-2)}` : `${local.slice(0, 1)}…@${domain}`;
}
