/** What the guest's window shows, and how it follows the counter: messages between windows of one browser, none of them from the server. */
import type { Voucher } from '../../contract/vouchers';
import type { PaperSettings } from '../../contract/plain/paperModel';
import type { PortalLanguage } from '../../contract/plain/wire';

/** What a counter shows to a guest. The window itself asks no server, and knows nothing of the guest but the code. */
export interface ForGuest {
  /** Which counter says so: several may be open. */
  from: string;
  /** The account that is signed in there. */
  of: number;
  hotspotId: number;
  /** When it began to show this, in milliseconds: the counter used last is followed. */
  changed: number;
  hotspot: string;
  /** The hotspot's. */
  zone: string;
  language: PortalLanguage;
  network: Pick<PaperSettings, 'ssid' | 'security' | 'wifi_password' | 'portal_url'>;
  voucher: Pick<Voucher, 'code' | 'expires' | 'duration'> | null;
}

export type Message =
  /** From the window, every ASKED_EVERY: it is open. */
  | { kind: 'asked'; of: number; hotspotId: number }
  /** From the window, as it closes. */
  | { kind: 'closed'; of: number; hotspotId: number }
  | { kind: 'shown'; shown: ForGuest }
  /** From the counter, as it closes or somebody signs out. */
  | { kind: 'left'; from: string };

/** The name of the channel, and that of the window: opening it again brings it to the front. */
export const CHANNEL = 'portico-counter';

/** Milliseconds. Background tabs answer messages at once, but their timers may wait. */
export const ASKED_EVERY = 4000;

/** Milliseconds after which a window or counter that says nothing is taken for gone. */
export const GONE_AFTER = 15_000;

/** Milliseconds for which a code is shown: the next guest must not read the last one's. */
export const SHOWN_FOR = 10 * 60_000;

/** The window shows what the counter used last says; others only once that one is gone. `heard`: when that one last said something. */
export function isFollowed(held: (ForGuest & { heard: number }) | null, next: ForGuest, now: number): boolean {
  return held === null || held.from === next.from || next.changed >= held.changed || now - held.heard > GONE_AFTER;
}

/** The voucher whose code may still be shown; null if it has expired, or was shown for long. */
export function voucherShown({ voucher, changed }: Pick<ForGuest, 'voucher' | 'changed'>, now: number): ForGuest['voucher'] {
  if (voucher === null || now - changed > SHOWN_FOR) return null;
  return voucher.expires !== null && Date.parse(voucher.expires) <= now ? null : voucher;
}
