/** Fonts of printed vouchers: the same files for measuring, printing and PDF. */
import lato from '@expo-google-fonts/lato/400Regular/Lato_400Regular.ttf?url';
import latoBold from '@expo-google-fonts/lato/700Bold/Lato_700Bold.ttf?url';
import hind from '@expo-google-fonts/hind/400Regular/Hind_400Regular.ttf?url';
import hindBold from '@expo-google-fonts/hind/700Bold/Hind_700Bold.ttf?url';
import firaSansExtraCondensed from '@expo-google-fonts/fira-sans-extra-condensed/400Regular/FiraSansExtraCondensed_400Regular.ttf?url';
import firaSansExtraCondensedBold from '@expo-google-fonts/fira-sans-extra-condensed/700Bold/FiraSansExtraCondensed_700Bold.ttf?url';
import dosis from '@expo-google-fonts/dosis/400Regular/Dosis_400Regular.ttf?url';
import dosisBold from '@expo-google-fonts/dosis/700Bold/Dosis_700Bold.ttf?url';
import ebGaramond from '@expo-google-fonts/eb-garamond/400Regular/EBGaramond_400Regular.ttf?url';
import ebGaramondBold from '@expo-google-fonts/eb-garamond/700Bold/EBGaramond_700Bold.ttf?url';
import playfairDisplay from '@expo-google-fonts/playfair-display/400Regular/PlayfairDisplay_400Regular.ttf?url';
import playfairDisplayBold from '@expo-google-fonts/playfair-display/700Bold/PlayfairDisplay_700Bold.ttf?url';
import playfairDisplaySC from '@expo-google-fonts/playfair-display-sc/400Regular/PlayfairDisplaySC_400Regular.ttf?url';
import playfairDisplaySCBold from '@expo-google-fonts/playfair-display-sc/700Bold/PlayfairDisplaySC_700Bold.ttf?url';
import roboto from '@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf?url';
import robotoBold from '@expo-google-fonts/roboto/700Bold/Roboto_700Bold.ttf?url';
import codeFile from '@expo-google-fonts/roboto-mono/500Medium/RobotoMono_500Medium.ttf?url';
import type { TEXT_STYLES } from '../../contract/plain/hotspotPreferences';
import { isReplaying } from '../../shared/replaying';
import type { EastAsianFace } from './layout/eastAsian';

export type TextStyle = (typeof TEXT_STYLES)[number];

/** A text style in one of its two weights, or the font of codes: monospaced, with a slashed zero to tell 0 from O. */
type OwnFace = 'code' | TextStyle | `${TextStyle} bold`;

/** One of the voucher fonts, or a font file for East Asian characters, which they lack. */
export type Face = OwnFace | EastAsianFace;

export const isEastAsian = (face: string): face is EastAsianFace => face.startsWith('east ');

/** A TrueType font. */
export interface Typeface {
  /** Its `font-family` name. */
  family: string;
  /** URL of the file. */
  url: string;
  bytes: ArrayBuffer;
  /** Advance widths in ems by code point, for every character the font has. */
  advances: ReadonlyMap<number, number>;
}

/** The fonts that are loaded. */
export type Typefaces = { readonly [face in OwnFace]?: Typeface } & Readonly<Record<EastAsianFace, Typeface>> & {
    readonly Roboto: Typeface;
    readonly code: Typeface;
  };

const FILES: Record<OwnFace, string> = {
  code: codeFile,
  Lato: lato,
  'Lato bold': latoBold,
  Hind: hind,
  'Hind bold': hindBold,
  'Fira Sans Extra Condensed': firaSansExtraCondensed,
  'Fira Sans Extra Condensed bold': firaSansExtraCondensedBold,
  Dosis: dosis,
  'Dosis bold': dosisBold,
  'EB Garamond': ebGaramond,
  'EB Garamond bold': ebGaramondBold,
  'Playfair Display': playfairDisplay,
  'Playfair Display bold': playfairDisplayBold,
  'Playfair Display SC': playfairDisplaySC,
  'Playfair Display SC bold': playfairDisplaySCBold,
  Roboto: roboto,
  'Roboto bold': robotoBold,
};

/** Prefixed, so that an installed font of the same name, possibly another version, isn't used. */
export const familyOf = (face: Face): string => `Portico ${face === 'code' ? 'Code' : face}`;

/** A CSS `font-family`, falling back to system fonts. */
export const fontFamilyOf = (face: Face): string => `'${familyOf(face)}', system-ui, sans-serif`;

/** Lists hundreds of files, so load it only for text that needs them. */
const pieces = () => import('./cjkFontSubsets');

const loaded = new Map<Face, Promise<Typeface>>();

/**
 * Loads these fonts, each only once, plus the two that are always needed and those with these East Asian characters, and registers them
 * with the page. Rejects if one fails; the next call retries.
 */
export async function loadTypefaces(faces: readonly Face[], eastAsian: string): Promise<Typefaces> {
  // A replay sends no requests; system fonts draw these characters there.
  const others = eastAsian === '' || isReplaying() ? [] : (await pieces()).facesWith(eastAsian);
  const wanted = [...new Set<Face>(['Roboto', 'code', ...faces, ...others])];
  const found = await Promise.all(wanted.map(async (face) => [face, await loadOnce(face)] as const));
  return Object.fromEntries(found) as unknown as Typefaces;
}

/** Loads all that any design may need, without the East Asian ones. */
export const loadOwnTypefaces = () => loadTypefaces(Object.keys(FILES) as OwnFace[], '');

function loadOnce(face: Face): Promise<Typeface> {
  const known = loaded.get(face);
  if (known) return known;
  const loading = load(face);
  loaded.set(face, loading);
  loading.catch(() => loaded.delete(face));
  return loading;
}

async function load(face: Face): Promise<Typeface> {
  const url = isEastAsian(face) ? (await pieces()).urlOfPiece(face) : FILES[face];
  const family = familyOf(face);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const file = await answer.arrayBuffer();
  const bytes = isEastAsian(face) ? await (await pieces()).trueTypeOf(file) : file;
  if ('FontFace' in globalThis) document.fonts.add(await new FontFace(family, bytes).load());
  return { family, url: new URL(url, document.baseURI).href, bytes, advances: advancesOf(bytes) };
}

/** The parts of the fonts that a worker needs. */
export const filesOf = (typefaces: Typefaces): Readonly<Record<string, Pick<Typeface, 'family' | 'bytes'>>> =>
  Object.fromEntries(Object.entries(typefaces).map(([face, { family, bytes }]) => [face, { family, bytes }]));

/** Reads advance widths from a TrueType file (ISO/IEC 14496-22: tables head, hhea, hmtx and cmap format 4). Throws on anything else. */
export function advancesOf(bytes: ArrayBuffer): Map<number, number> {
  const file = new DataView(bytes);
  const table = (name: string): number => {
    for (let at = 12; at < 12 + file.getUint16(4) * 16; at += 16) {
      const tag = String.fromCharCode(...new Uint8Array(bytes, at, 4));
      if (tag === name) return file.getUint32(at + 8);
    }
    throw new Error(`no ${name} in this typeface`);
  };
  const unitsPerEm = file.getUint16(table('head') + 18);
  const metrics = table('hmtx');
  const lastMetric = file.getUint16(table('hhea') + 34) - 1;
  const advanceOf = (glyph: number) => file.getUint16(metrics + 4 * Math.min(glyph, lastMetric)) / unitsPerEm;

  const segments = segmentsOf(file, table('cmap'));
  const count = file.getUint16(segments + 6) / 2;
  const word = (list: number, index: number) => segments + 14 + 2 * (list * count + index) + (list > 0 ? 2 : 0);
  const advances = new Map<number, number>();
  for (let index = 0; index < count; index += 1) {
    const [end, start, delta] = [0, 1, 2].map((list) => file.getUint16(word(list, index))) as [number, number, number];
    const offset = file.getUint16(word(3, index));
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const mapped = offset === 0 ? code : file.getUint16(word(3, index) + offset + 2 * (code - start));
      const glyph = mapped === 0 ? 0 : (mapped + delta) % 0x10000;
      if (glyph !== 0) advances.set(code, advanceOf(glyph));
    }
  }
  return advances;
}

/** Offset of the Unicode cmap subtable. */
function segmentsOf(file: DataView, cmap: number): number {
  for (let index = 0; index < file.getUint16(cmap + 2); index += 1) {
    const at = cmap + file.getUint32(cmap + 8 + 8 * index);
    if (file.getUint16(at) === 4) return at;
  }
  throw new Error('no characters of Unicode in this typeface');
}
