import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PAPER_FORMATS } from '../../../src/contract/plain/paperModel';
import type { PaperName } from '../../../src/contract/plain/paperNames';
import type { Voucher } from '../../../src/contract/vouchers';
import type { Page } from '../../../src/features/printing/layout/drawing';
import { layOut, type Look } from '../../../src/features/printing/layout/layout';
import { eastAsianIn } from '../../../src/features/printing/layout/eastAsian';
import { facesWith, trueTypeOf, urlOfPiece } from '../../../src/features/printing/cjkFontSubsets';
import { letters } from '../../../src/features/printing/layout/typesetter';
import { advancesOf, familyOf, type Face, type Typefaces } from '../../../src/features/printing/typefaces';

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

function typeface(face: Face, file: string) {
  const { buffer, byteOffset, byteLength } = readFileSync(resolve(`@expo-google-fonts/${file}`));
  const bytes = buffer.slice(byteOffset, byteOffset + byteLength);
  return { family: familyOf(face), url: `http://portico.example/${file}`, bytes, advances: advancesOf(bytes) };
}

export const TYPEFACES: Typefaces = {
  Roboto: typeface('Roboto', 'roboto/400Regular/Roboto_400Regular.ttf'),
  'Roboto bold': typeface('Roboto bold', 'roboto/700Bold/Roboto_700Bold.ttf'),
  code: typeface('code', 'roboto-mono/500Medium/RobotoMono_500Medium.ttf'),
};

/** These, and the pieces that have the East Asian characters of some texts. */
export async function typefacesFor(...texts: string[]): Promise<Typefaces> {
  const faces = facesWith(eastAsianIn(texts));
  const pieces = faces.map(async (face) => {
    const { buffer, byteOffset, byteLength } = readFileSync(new URL(urlOfPiece(face)));
    const bytes = await trueTypeOf(buffer.slice(byteOffset, byteOffset + byteLength));
    return [face, { family: familyOf(face), url: `http://portico.example/${face}`, bytes, advances: advancesOf(bytes) }] as const;
  });
  return { ...TYPEFACES, ...Object.fromEntries(await Promise.all(pieces)) };
}

const PLAIN: Look = {
  title: 'City Library',
  ssid: '',
  security: 'open',
  wifi_password: '',
  portal_url: '',
  footer: '',
  has_qr: true,
  has_english: true,
  language: 'en',
  design: 'sheet',
  format: PAPER_FORMATS.a4,
  cut: 'lines',
  shift: { x: 0, y: 0 },
  start: 1,
  pictures: {},
  accent: '#1f6feb',
  font: 'Roboto',
};

export function paperOf(vouchers: readonly Voucher[], look: Partial<Look> & { paper?: PaperName } = {}, typefaces = TYPEFACES): Page[] {
  const { paper, ...rest } = look;
  const whole = { ...PLAIN, ...rest, ...(paper && { format: PAPER_FORMATS[paper] }) };
  // Emoji and East Asian characters are about as wide as high.
  return layOut(vouchers, whole, typefaces, (text) => 1.2 * letters(text).length);
}

/** A box's lines of text, top to bottom. */
export const linesOf = (page: Page | undefined, index = 0): string[] => page?.boxes[index]?.texts.map(({ text }) => text) ?? [];

/** The code printed for the voucher at `index`, without the gaps between its groups. */
export const codeOf = (page: Page | undefined, index = 0): string =>
  page?.boxes[index]?.texts.flatMap(({ face, text }) => (face === 'code' ? [text] : [])).join('') ?? '';
