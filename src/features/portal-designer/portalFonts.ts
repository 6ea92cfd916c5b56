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
import { TEXT_STYLES } from '../../contract/plain/hotspotPreferences';
import { faceFilesOf, faceRule, type FaceFile } from '../../portal/fonts';

/** Regular and bold. */
type Files = Record<FaceFile['letters'], readonly [string, string]>;

/** URLs of the font files, bundled so that the preview works without internet access. */
const FILES: Record<FaceFile['style'], Files> = {
  Lato: { latin: [lato400, lato700], 'latin-ext': [latoExt400, latoExt700] },
  Roboto: { latin: [roboto400, roboto700], 'latin-ext': [robotoExt400, robotoExt700] },
  Hind: { latin: [hind400, hind700], 'latin-ext': [hindExt400, hindExt700] },
  'Fira Sans Extra Condensed': {
    latin: [firaSansExtraCondensed400, firaSansExtraCondensed700],
    'latin-ext': [firaSansExtraCondensedExt400, firaSansExtraCondensedExt700],
  },
  Dosis: { latin: [dosis400, dosis700], 'latin-ext': [dosisExt400, dosisExt700] },
  'EB Garamond': { latin: [ebGaramond400, ebGaramond700], 'latin-ext': [ebGaramondExt400, ebGaramondExt700] },
  'Playfair Display': {
    latin: [playfairDisplay400, playfairDisplay700],
    'latin-ext': [playfairDisplayExt400, playfairDisplayExt700],
  },
  'Playfair Display SC': {
    latin: [playfairDisplaySc400, playfairDisplaySc700],
    'latin-ext': [playfairDisplayScExt400, playfairDisplayScExt700],
  },
};

/** `@font-face` rules of all text styles. */
export const FACES_CSS = TEXT_STYLES.flatMap(faceFilesOf)
  .map((file) => faceRule(file, FILES[file.style][file.letters][file.weight === 400 ? 0 : 1]))
  .join('');
