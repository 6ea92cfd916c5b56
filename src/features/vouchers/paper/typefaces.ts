/** The fonts of printed vouchers: the same files for measuring, print and PDF. */
import codeFile from '@expo-google-fonts/roboto-mono/500Medium/RobotoMono_500Medium.ttf?url';
import textFile from '@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf?url';

export type Face = 'text' | 'code';

/** A TrueType font. `code` is monospaced with a slashed zero, to tell 0 from O. */
export interface Typeface {
  /** Its `font-family` name. */
  family: string;
  /** URL of the file. */
  url: string;
  bytes: ArrayBuffer;
  /** Advance widths in ems by code point, for every character the font has. */
  advances: ReadonlyMap<number, number>;
}

export type Typefaces = Record<Face, Typeface>;

const FILES: Record<Face, { family: string; url: string }> = {
  text: { family: 'Portico Paper', url: textFile },
  code: { family: 'Portico Code', url: codeFile },
};

/** A CSS `font-family`, falling back to system fonts. */
export const fontFamilyOf = (face: Face): string => `'${FILES[face].family}', system-ui, sans-serif`;

let loading: Promise<Typefaces> | undefined;

/** Loads both fonts once and registers them with the page. Rejects if one fails; the next call tries again. */
export function loadTypefaces(): Promise<Typefaces> {
  loading ??= Promise.all([load('text'), load('code')]).then(
    ([text, code]) => ({ text, code }),
    (cause: unknown) => {
      loading = undefined;
      throw cause;
    },
  );
  return loading;
}

async function load(face: Face): Promise<Typeface> {
  const { family, url } = FILES[face];
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const bytes = await answer.arrayBuffer();
  if ('FontFace' in globalThis) document.fonts.add(await new FontFace(family, bytes).load());
  return { family, url: new URL(url, document.baseURI).href, bytes, advances: advancesOf(bytes) };
}

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
