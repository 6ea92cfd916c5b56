import { FastColor } from '@ant-design/fast-color';

/** WCAG 2 contrast ratio of a text on an opaque ground, 1 to 21; CSS colours. */
export function contrast(text: string, ground: string): number {
  const below = new FastColor(ground);
  const [dark = 0, light = 0] = [new FastColor(text).onBackground(below), below]
    .map((colour) => colour.getLuminance())
    .sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}
