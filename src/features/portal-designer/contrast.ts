import { FastColor } from '@ant-design/fast-color';
import { COLOUR } from '../../contract/plain/wire';
import type { Look } from '../../portal/portalLook';

export const WHITE = new FastColor('#ffffff');
const BLACK = new FastColor('#000000');

/** Parses `#rgb` and `#rrggbb`, each also with alpha; null for anything else. */
export const readColour = (text: string): FastColor | null => (COLOUR.test(text) ? new FastColor(text) : null);

/** WCAG 2 contrast ratio, 1 to 21. */
function ratioOf(text: FastColor, ground: FastColor): number {
  const luminances = [text.onBackground(ground).getLuminance(), ground.getLuminance()];
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}

/** WCAG AA: 3 for the title, which is large and bold, 4.5 for other text. */
const NEEDED = { captive_83_title_color: 3, captive_84_text_color: 4.5 } as const;
type TextKey = keyof typeof NEEDED;

/** A contrast below the minimum, to one decimal; rounded down so that a failing ratio never looks like a passing one. */
export interface LowContrast {
  ratio: number;
  needed: number;
}

/**
 * Contrast of title or text against the container over the page colour. If a background image shows through, the worse of white and black
 * behind the container counts. Null if the contrast suffices or a colour can't be parsed.
 */
export function lowContrastOf(look: Look, key: TextKey): LowContrast | null {
  const container = readColour(look.captive_82_container_bg_color);
  const page = readColour(look.captive_7_background);
  const text = readColour(look[key]);
  if (!container || !page || !text) return null;
  const behind = look.captive_81_bg_image === '' ? [page.onBackground(WHITE)] : [WHITE, BLACK];
  const ratio = Math.min(...behind.map((ground) => ratioOf(text, container.onBackground(ground))));
  const needed = NEEDED[key];
  return ratio >= needed ? null : { ratio: Math.floor(ratio * 10) / 10, needed };
}
