import dosis400 from '@fontsource/dosis/files/dosis-latin-400-normal.woff2';
import dosis700 from '@fontsource/dosis/files/dosis-latin-700-normal.woff2';
import dosisExt400 from '@fontsource/dosis/files/dosis-latin-ext-400-normal.woff2';
import dosisExt700 from '@fontsource/dosis/files/dosis-latin-ext-700-normal.woff2';
import ebGaramond400 from '@fontsource/eb-garamond/files/eb-garamond-latin-400-normal.woff2';
import ebGaramond700 from '@fontsource/eb-garamond/files/eb-garamond-latin-700-normal.woff2';
import ebGaramondExt400 from '@fontsource/eb-garamond/files/eb-garamond-latin-ext-400-normal.woff2';
import ebGaramondExt700 from '@fontsource/eb-garamond/files/eb-garamond-latin-ext-700-normal.woff2';
import firaSansExtraCondensed400 from '@fontsource/fira-sans-extra-condensed/files/fira-sans-extra-condensed-latin-400-normal.woff2';
import firaSansExtraCondensed700 from '@fontsource/fira-sans-extra-condensed/files/fira-sans-extra-condensed-latin-700-normal.woff2';
import firaSansExtraCondensedExt400 from '@fontsource/fira-sans-extra-condensed/files/fira-sans-extra-condensed-latin-ext-400-normal.woff2';
import firaSansExtraCondensedExt700 from '@fontsource/fira-sans-extra-condensed/files/fira-sans-extra-condensed-latin-ext-700-normal.woff2';
import hind400 from '@fontsource/hind/files/hind-latin-400-normal.woff2';
import hind700 from '@fontsource/hind/files/hind-latin-700-normal.woff2';
import hindExt400 from '@fontsource/hind/files/hind-latin-ext-400-normal.woff2';
import hindExt700 from '@fontsource/hind/files/hind-latin-ext-700-normal.woff2';
import lato400 from '@fontsource/lato/files/lato-latin-400-normal.woff2';
import lato700 from '@fontsource/lato/files/lato-latin-700-normal.woff2';
import latoExt400 from '@fontsource/lato/files/lato-latin-ext-400-normal.woff2';
import latoExt700 from '@fontsource/lato/files/lato-latin-ext-700-normal.woff2';
import playfairDisplaySc400 from '@fontsource/playfair-display-sc/files/playfair-display-sc-latin-400-normal.woff2';
import playfairDisplaySc700 from '@fontsource/playfair-display-sc/files/playfair-display-sc-latin-700-normal.woff2';
import playfairDisplayScExt400 from '@fontsource/playfair-display-sc/files/playfair-display-sc-latin-ext-400-normal.woff2';
import playfairDisplayScExt700 from '@fontsource/playfair-display-sc/files/playfair-display-sc-latin-ext-700-normal.woff2';
import playfairDisplay400 from '@fontsource/playfair-display/files/playfair-display-latin-400-normal.woff2';
import playfairDisplay700 from '@fontsource/playfair-display/files/playfair-display-latin-700-normal.woff2';
import playfairDisplayExt400 from '@fontsource/playfair-display/files/playfair-display-latin-ext-400-normal.woff2';
import playfairDisplayExt700 from '@fontsource/playfair-display/files/playfair-display-latin-ext-700-normal.woff2';
import roboto400 from '@fontsource/roboto/files/roboto-latin-400-normal.woff2';
import roboto700 from '@fontsource/roboto/files/roboto-latin-700-normal.woff2';
import robotoExt400 from '@fontsource/roboto/files/roboto-latin-ext-400-normal.woff2';
import robotoExt700 from '@fontsource/roboto/files/roboto-latin-ext-700-normal.woff2';
import { TEXT_STYLES } from '../../contract/wire';
import { faceOf } from '../../portal/css';

type TextStyle = (typeof TEXT_STYLES)[number];

interface Face {
  /** Regular and bold, the weights the preview uses. */
  latin: readonly [string, string];
  latinExt: readonly [string, string];
}

/** Font files of the text styles (CPT-04), bundled so that the preview works without the internet. */
const FACES: Record<TextStyle, Face> = {
  Lato: { latin: [lato400, lato700], latinExt: [latoExt400, latoExt700] },
  Roboto: { latin: [roboto400, roboto700], latinExt: [robotoExt400, robotoExt700] },
  Hind: { latin: [hind400, hind700], latinExt: [hindExt400, hindExt700] },
  'Fira Sans Extra Condensed': {
    latin: [firaSansExtraCondensed400, firaSansExtraCondensed700],
    latinExt: [firaSansExtraCondensedExt400, firaSansExtraCondensedExt700],
  },
  Dosis: { latin: [dosis400, dosis700], latinExt: [dosisExt400, dosisExt700] },
  'EB Garamond': { latin: [ebGaramond400, ebGaramond700], latinExt: [ebGaramondExt400, ebGaramondExt700] },
  'Playfair Display': {
    latin: [playfairDisplay400, playfairDisplay700],
    latinExt: [playfairDisplayExt400, playfairDisplayExt700],
  },
  'Playfair Display SC': {
    latin: [playfairDisplaySc400, playfairDisplaySc700],
    latinExt: [playfairDisplayScExt400, playfairDisplayScExt700],
  },
};

/** Unicode ranges of the files: browsers download one only when the text needs it. */
const RANGES = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  latinExt:
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
};

/** `@font-face` rules of all text styles. */
export const FACES_CSS = TEXT_STYLES.flatMap((style) =>
  (['latin', 'latinExt'] as const).flatMap((letters) =>
    FACES[style][letters].map(
      (file, index) =>
        `@font-face{font-family:"${faceOf(style)}";font-weight:${index === 0 ? 400 : 700};font-display:swap;` +
        `src:url("${file}") format("woff2");unicode-range:${RANGES[letters]}}`,
    ),
  ),
).join('');
