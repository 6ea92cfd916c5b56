/** The fonts that staff can choose for the portal (CPT-04): the designer uses the same files as guests' phones. */
import { TEXT_STYLES } from '../contract/plain/hotspotPreferences';

type TextStyle = (typeof TEXT_STYLES)[number];

/** Unicode ranges by subset: browsers fetch a file only if a text needs it. */
const LETTERS = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
};

const SERIF: readonly TextStyle[] = ['EB Garamond', 'Playfair Display', 'Playfair Display SC'];

export interface FaceFile {
  style: TextStyle;
  letters: keyof typeof LETTERS;
  /** Regular and bold are all that the portal uses. */
  weight: 400 | 700;
}

const knownStyle = (style: string) => TEXT_STYLES.find((one) => one === style);

/** Prefixed, so that an installed font of the same name, possibly another version, isn't used. */
const familyOf = (style: TextStyle) => `Portal ${style}`;

/** CSS font family of a stored text style; plain sans-serif if unknown. */
export function fontFamilyOf(style: string): string {
  const known = knownStyle(style);
  return known ? `"${familyOf(known)}", ${SERIF.includes(known) ? 'serif' : 'sans-serif'}` : 'sans-serif';
}

/** The files of a stored text style; none if it is unknown. */
export function faceFilesOf(style: string): FaceFile[] {
  const known = knownStyle(style);
  if (!known) return [];
  return (Object.keys(LETTERS) as FaceFile['letters'][]).flatMap((letters) =>
    ([400, 700] as const).map((weight) => ({ style: known, letters, weight })),
  );
}

/** The package that contains a style's files. */
export const facePackageOf = ({ style }: FaceFile) => style.toLowerCase().replaceAll(' ', '-');

/** File name in its package, such as lato-latin-400-normal.woff2. */
export const faceFileName = (file: FaceFile) => `${facePackageOf(file)}-${file.letters}-${file.weight}-normal.woff2`;

/** The `@font-face` rule of a file. `swap`: text is shown in a fallback font until the file is loaded. */
export function faceRule(file: FaceFile, url: string): string {
  const { style, letters, weight } = file;
  return (
    `@font-face{font-family:"${familyOf(style)}";font-weight:${weight};font-display:swap;` +
    `src:url("${url}") format("woff2");unicode-range:${LETTERS[letters]}}`
  );
}
