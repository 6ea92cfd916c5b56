import { COLORS, type Shade } from './colors';

/** Gives the page the colours of a theme. */
export function showShade(shade: Shade): void {
  const root = document.documentElement;
  root.style.colorScheme = shade;
  root.dataset.shade = shade;
  for (const [name, value] of Object.entries(COLORS[shade])) root.style.setProperty(`--${name}`, value);
}
