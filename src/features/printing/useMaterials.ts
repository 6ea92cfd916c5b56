import { useEffect, useMemo, useState } from 'react';
import { useListHotspotPreferencesQuery } from '../hotspots/api';
import { colourOf, fontOf, logoOf, pictureFrom } from './brand';
import type { Picture } from './layout/drawing';
import { eastAsianIn } from './layout/eastAsian';
import { LOGO_NAME } from './layout/sheet';
import { loadTypefaces, type Face, type TextStyle, type Typefaces } from './typefaces';

export interface Materials {
  typefaces: Typefaces;
  accent: string;
  font: TextStyle;
  /** By name; the logo's name is empty. */
  pictures: Readonly<Record<string, Picture>>;
}

/** What a design needs in addition to the portal's look. */
export interface Needed {
  /** Fonts, given the portal's text style. */
  faces: (portal: TextStyle) => readonly Face[];
  /** Texts in the design itself. */
  texts: readonly string[];
  pictures: Readonly<Record<string, string>>;
}

/**
 * Fonts, colour and pictures for printing a hotspot's vouchers with these texts; `undefined` while loading, or if `needed` is. Falls back
 * to our own look if the portal's can't be loaded.
 */
export function useMaterials(
  hotspotId: number,
  needed: Needed | undefined,
  texts: readonly string[],
): {
  materials: Materials | undefined;
  /** The last materials loaded, possibly for something else, so that a drawing stays visible while others load. */
  latest: Materials | undefined;
  hasFailed: boolean;
  retry: () => void;
} {
  const { data, isError } = useListHotspotPreferencesQuery(hotspotId);
  const [loaded, setLoaded] = useState<{ of: Needed; eastAsian: string; materials: Materials }>();
  const [failures, setFailures] = useState(0);
  const [tries, setTries] = useState(1);
  const preferences = data ?? (isError ? NONE : undefined);
  const eastAsian = useMemo(() => eastAsianIn([...texts, ...(needed?.texts ?? [])]), [texts, needed]);

  useEffect(() => {
    if (!preferences || !needed) return undefined;
    let isWanted = true;
    const font = fontOf(preferences);
    Promise.all([loadTypefaces(needed.faces(font), eastAsian), logoOf(preferences), picturesOf(needed.pictures)]).then(
      ([typefaces, logo, own]) => {
        if (!isWanted) return;
        const pictures = { ...own, ...(logo && { [LOGO_NAME]: logo }) };
        setLoaded({ of: needed, eastAsian, materials: { typefaces, font, pictures, accent: colourOf(preferences) } });
      },
      () => isWanted && setFailures(tries),
    );
    return () => {
      isWanted = false;
    };
  }, [preferences, needed, eastAsian, tries]);

  const isCurrent = loaded !== undefined && loaded.of === needed && loaded.eastAsian === eastAsian;
  return {
    materials: isCurrent ? loaded.materials : undefined,
    latest: loaded?.materials,
    hasFailed: failures === tries,
    retry: () => setTries(tries + 1),
  };
}

async function picturesOf(urls: Readonly<Record<string, string>>): Promise<Record<string, Picture>> {
  const found = await Promise.all(Object.entries(urls).map(async ([name, url]) => [name, await pictureFrom(url)] as const));
  return Object.fromEntries(found.flatMap(([name, picture]) => (picture ? [[name, picture] as const] : [])));
}

const NONE: never[] = [];
