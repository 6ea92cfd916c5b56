/** The portal's texts, in all of its languages. */
import type { ReactNode } from 'react';
import de from '../../i18n/portal/de.json' with { type: 'json' };
import en from '../../i18n/portal/en.json' with { type: 'json' };
import es from '../../i18n/portal/es.json' with { type: 'json' };
import fr from '../../i18n/portal/fr.json' with { type: 'json' };
import it from '../../i18n/portal/it.json' with { type: 'json' };
import { PORTAL_LANGUAGES, type PortalLanguage } from '../contract/plain/wire';

export type PortalText = keyof typeof en;

const TEXTS: Record<PortalLanguage, Record<PortalText, string>> = { en, it, de, fr, es };

/** Each language's own name. */
export const LANGUAGE_NAMES: Record<PortalLanguage, string> = {
  en: 'English',
  it: 'Italiano',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
};

/** A text with its `{arguments}` filled in, in a single pass, so that values aren't expanded again. */
export function portalText(language: PortalLanguage, text: PortalText, values: Readonly<Record<string, string>> = {}): string {
  return TEXTS[language][text].replace(/\{(\w+)\}/g, (argument, name: string) => values[name] ?? argument);
}

/** A text whose `<name>links</name>` are rendered by `links[name]`. */
export function withLinks(
  language: PortalLanguage,
  text: PortalText,
  links: Readonly<Record<string, (label: string) => ReactNode>>,
): ReactNode[] {
  return TEXTS[language][text].split(/(<\w+>[^<]*<\/\w+>)/).map((part) => {
    const [, name = '', label = ''] = /^<(\w+)>([^<]*)</.exec(part) ?? [];
    return links[name]?.(label) ?? part;
  });
}

/** A duration in words, such as "2 hours 5 minutes": its two largest units. */
export function spanText(language: PortalLanguage, seconds: number): string {
  const units = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
    ['second', 1],
  ] as const;
  const first = units.findIndex(([, size]) => seconds >= size);
  if (first === -1) return counted(language, 0, 'minute');
  let remaining = Math.floor(seconds);
  // Seconds are shown only if they are the largest unit.
  const shown = units.slice(first, first + 2).filter(([unit], nth) => nth === 0 || unit !== 'second');
  return shown
    .map(([unit, size]) => {
      const count = Math.floor(remaining / size);
      remaining -= count * size;
      return count === 0 ? '' : counted(language, count, unit);
    })
    .filter((text) => text !== '')
    .join(' ');
}

/** An amount of data, such as "1.5 GB". */
export function bytesText(language: PortalLanguage, bytes: number): string {
  const [unit, size] = bytes >= 1_000_000_000 ? (['gigabyte', 1_000_000_000] as const) : (['megabyte', 1_000_000] as const);
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: unit === 'gigabyte' ? 1 : 0 }).format(bytes / size);
}

const counted = (language: PortalLanguage, count: number, unit: string) =>
  new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);

/** The supported language that a tag like `it` or `IT-it` stands for; undefined if there is none. */
export const languageIn = (tag: string | undefined): PortalLanguage | undefined =>
  PORTAL_LANGUAGES.find((one) => one === tag?.slice(0, 2).toLowerCase());

/** The supported language that an Accept-Language header prefers; English if there is none. */
export function preferredLanguage(header: string): PortalLanguage {
  const wanted = header
    .split(',')
    .slice(0, 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = Number(/^\s*q=([\d.]+)$/.exec(parameters[0] ?? '')?.[1] ?? 1);
      return { language: languageIn(tag), quality: Number.isNaN(quality) ? 0 : quality };
    })
    .sort((a, b) => b.quality - a.quality);
  return wanted.find(({ language, quality }) => language !== undefined && quality > 0)?.language ?? 'en';
}
