/** Texts of a printed voucher, in its guest's language. */
import type { PaperLanguage, PaperSettings } from '../../../contract/plain/paperModel';
import type { Voucher } from '../../../contract/vouchers';
import { MB } from '../../../shared/format/amounts';
import { numberFormat } from '../../../shared/format/numberFormat';
import { GUEST_TEXTS } from './guestTexts';
import type { PaperValues } from './elementDrawing';
import { shortName, type SheetTexts } from './sheet';

/** What the texts need to know about the hotspot. `zone`: the time zone in which it ends vouchers; the browser's by default. */
export type TicketHotspot = Pick<PaperSettings, 'ssid' | 'security' | 'wifi_password' | 'footer'> & { title: string; zone?: string };

/**
 * Texts of the specified ticket. `scan`: caption of its QR code, or empty without one. `second`: the language in which the validity is
 * repeated, if any.
 */
export function sheetTexts(
  voucher: Voucher,
  { title, ssid, security, wifi_password, footer, zone }: TicketHotspot,
  scan: string,
  language: PaperLanguage,
  second: PaperLanguage | null,
): SheetTexts {
  const texts = GUEST_TEXTS[language];
  const password = security === 'wpa' ? wifi_password : '';
  const network = ssid === '' ? [] : [password === '' ? texts.network(ssid) : texts.connect({ ssid, password })];
  return {
    title,
    code: voucher.code,
    name: guestLine(voucher, shortName, language),
    facts: [
      ...network,
      validity(voucher, language, zone),
      ...(second ? [validity(voucher, second, zone)] : []),
      `${texts.open}. ${texts.enter}`,
      ...(footer.trim() === '' ? [] : [footer]),
      uses(voucher, language),
      limits(voucher, language),
    ],
    needed: network.length + 1,
    caption: scan,
  };
}

/** Values of a template's fields. */
export function paperValues(voucher: Voucher, hotspot: TicketHotspot, scan: string, language: PaperLanguage): PaperValues {
  const texts = GUEST_TEXTS[language];
  const password = hotspot.security === 'wpa' ? hotspot.wifi_password : '';
  return {
    headline: texts.headline,
    hotspot: hotspot.title,
    network: hotspot.ssid,
    password,
    code: voucher.code,
    guest: guestLine(voucher, (name) => name.trim(), language),
    until: validity(voucher, language, hotspot.zone),
    uses: uses(voucher, language),
    limits: limits(voucher, language),
    step_1: texts.connect({ ssid: hotspot.ssid, password }),
    step_2: texts.open,
    step_3: texts.enter,
    footer: hotspot.footer,
    scan,
  };
}

/** The guest's name, as `named` writes it, and room; '' if neither is known. */
function guestLine({ type, user_name, room = '' }: Voucher, nameText: (name: string) => string, language: PaperLanguage): string {
  const where = /^\S*\d\S*$/.test(room) ? GUEST_TEXTS[language].room(room) : room;
  return [type === 'auth' ? nameText(user_name) : '', where].filter((part) => part !== '').join(' · ');
}

/** Caption of the QR code, depending on what it does. */
export function scanText(opens: 'network' | 'portal', isSheet: boolean, language: PaperLanguage): string {
  const { scanToJoin, scanThenCode, scanToOpen } = GUEST_TEXTS[language];
  if (opens === 'portal') return scanToOpen;
  return isSheet ? scanThenCode : scanToJoin;
}

function validity({ duration, expires }: Voucher, language: PaperLanguage, zone: string | undefined): string {
  const texts = GUEST_TEXTS[language];
  if (expires !== null) return texts.validUntil(momentText(expires, language, zone));
  return duration > 0 ? texts.validDays(duration) : texts.validAlways;
}

/** Uses the browser's month names: the console has only those of its own language. */
function momentText(moment: string, language: PaperLanguage, zone: string | undefined): string {
  const formatted = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { ...parts, timeZone: zone }).format(Date.parse(moment));
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  return language === 'en' || language === 'it' ? `${formatted(day)}, ${formatted(time)}` : formatted({ ...day, ...time });
}

function uses({ remain_use }: Voucher, language: PaperLanguage): string {
  const texts = GUEST_TEXTS[language];
  return remain_use < 0 ? texts.usesLimitless : texts.uses(remain_use);
}

function limits(voucher: Voucher, language: PaperLanguage): string {
  const texts = GUEST_TEXTS[language];
  const { bandwidth_down, bandwidth_up, max_traffic, max_time } = voucher;
  const parts = [
    bandwidth_down > 0 && texts.down(speedOf(bandwidth_down, language)),
    bandwidth_up > 0 && texts.up(speedOf(bandwidth_up, language)),
    max_traffic > 0 && texts.traffic(amountOf(max_traffic, language)),
    max_time > 0 && texts.online(timeOf(max_time, language)),
  ].filter((part) => part !== false);
  return parts.length === 0 ? texts.limitless : parts.join(' · ');
}

const number = (language: PaperLanguage, value: number, options: Intl.NumberFormatOptions = {}): string =>
  numberFormat(language, options).format(value);

/** 1 Mbit/s may mean 1,000 or 1,024 kbit/s: use whichever gives a round number. */
function speedOf(kbps: number, language: PaperLanguage): string {
  if (kbps < 1000) return `${number(language, kbps)} kbit/s`;
  return `${number(language, kbps % 1024 === 0 ? kbps / 1024 : kbps / 1000, { maximumFractionDigits: 2 })} Mbit/s`;
}

/** Bytes as MB of 1,048,576 bytes, as in the forms (VCH-43). */
function amountOf(bytes: number, language: PaperLanguage): string {
  const megabytes = bytes / MB;
  if (megabytes < 1) return number(language, bytes, { style: 'unit', unit: 'byte', unitDisplay: 'long' });
  const [amount, unit] = megabytes < 1024 ? [megabytes, 'megabyte'] : [megabytes / 1024, 'gigabyte'];
  return number(language, amount, { style: 'unit', unit, maximumFractionDigits: 2 });
}

function timeOf(seconds: number, language: PaperLanguage): string {
  const parts: [count: number, unit: string][] = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ];
  return new Intl.ListFormat(language, { type: 'unit' }).format(
    parts.filter(([count]) => count > 0).map(([count, unit]) => number(language, count, { style: 'unit', unit, unitDisplay: 'long' })),
  );
}
