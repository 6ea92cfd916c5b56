import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createIntl, type IntlShape } from 'react-intl';
import en from '../../../../i18n/en.json' with { type: 'json' };
import it from '../../../../i18n/it.json' with { type: 'json' };
import type { Voucher } from '../../../../src/contract/vouchers';
import { layOut, letters, type Look, type Page } from '../../../../src/features/vouchers/paper/layout';
import { ticketOf } from '../../../../src/features/vouchers/paper/tickets';
import { advancesOf, type Typefaces } from '../../../../src/features/vouchers/paper/typefaces';

const INTL: Record<'en' | 'it', IntlShape> = {
  en: createIntl({ locale: 'en', messages: en, timeZone: 'UTC' }),
  it: createIntl({ locale: 'it', messages: it, timeZone: 'UTC' }),
};

export function madeUpVoucher(change: Partial<Voucher> = {}): Voucher {
  return {
    id: 1,
    hotspot_id: 7,
    code: 'h0tel5ab',
    auto_login: true,
    bandwidth_up: 0,
    bandwidth_down: 0,
    duration: 7,
    max_traffic: 0,
    max_time: 0,
    remain_use: -1,
    expires: null,
    type: 'normal',
    user_name: '',
    user_mail: '',
    printed: false,
    owner_id: 0,
    created: '2026-11-03T09:30:00Z',
    ...change,
  };
}

/** `count` vouchers, each with its own code. */
export const madeUpVouchers = (count: number, change: Partial<Voucher> = {}): Voucher[] =>
  Array.from({ length: count }, (_, index) =>
    madeUpVoucher({ id: index + 1, code: `code${String(index + 1).padStart(4, '0')}`, ...change }),
  );

const { resolve } = createRequire(import.meta.url);

function typeface(family: string, file: string) {
  const { buffer, byteOffset, byteLength } = readFileSync(resolve(`@expo-google-fonts/${file}`));
  const bytes = buffer.slice(byteOffset, byteOffset + byteLength);
  return { family, url: `http://portico.example/${file}`, bytes, advances: advancesOf(bytes) };
}

export const TYPEFACES: Typefaces = {
  text: typeface('Portico Paper', 'roboto/400Regular/Roboto_400Regular.ttf'),
  code: typeface('Portico Code', 'roboto-mono/500Medium/RobotoMono_500Medium.ttf'),
};

const PLAIN: Look = { paper: 'a4', title: 'City Library', logo: null, hasQr: true, ssid: '', caption: 'Scan to copy the code' };

export function paperOf(vouchers: readonly Voucher[], look: Partial<Look> = {}, language: 'en' | 'it' = 'en'): Page[] {
  const whole = { ...PLAIN, ...look };
  // Emoji and East Asian characters are about as wide as high.
  return layOut(
    vouchers.map((voucher) => ticketOf(voucher, whole.ssid, INTL[language])),
    whole,
    TYPEFACES,
    (text) => 1.2 * letters(text).length,
  );
}

/** A box's lines of text, top to bottom. */
export const linesOf = (page: Page | undefined, index = 0): string[] => page?.boxes[index]?.texts.map(({ text }) => text) ?? [];
