import { useEffect, useState } from 'react';
import { useListHotspotPreferencesQuery } from '../../hotspots/api';
import { colourOf, fontOf, logoOf, pictureFrom } from './brand';
import type { Picture } from './drawing';
import { LOGO_NAME } from './sheet';
import { loadTypefaces, type Face, type TextStyle, type Typefaces } from './typefaces';

export interface Materials {
  typefaces: Typefaces;
  accent: string;
  font: TextStyle;
  /** By name; the logo's is empty. */
  pictures: Readonly<Record<string, Picture>>;
}

/** What a design needs besides the portal's look. */
export interface Needed {
  /** Given the portal's text style. */
  faces: (portal: TextStyle) => readonly Face[];
  pictures: Readonly<Record<string, string>>;
}

/**
 * Fonts, colour and pictures for a hotspot's vouchers; `undefined` while loading, or if `needed` is. Falls back to our own look if the
 * portal's can't be read.
 */
export function useMaterials(
  hotspotId: number,
  needed: Needed | undefined,
): {
  materials: Materials | undefined;
  /** Those that were loaded last, maybe for something else: what is there stays while others come. */
  latest: Materials | undefined;
  hasFailed: boolean;
  retry: () => void;
} {
  const { data, isError } = useListHotspotPreferencesQuery(hotspotId);
  const [loaded, setLoaded] = useState<{ of: Needed; materials: Materials }>();
  const [failures, setFailures] = useState(0);
  const [tries, setTries] = useState(1);
  const preferences = data ?? (isError ? NONE : undefined);

  useEffect(() => {
    if (!preferences || !needed) return undefined;
    let isCurrent = true;
    const font = fontOf(preferences);
    Promise.all([loadTypefaces(needed.faces(font)), logoOf(preferences), picturesOf(needed.pictures)]).then(
      ([typefaces, logo, own]) => {
        if (!isCurrent) return;
        const pictures = { ...own, ...(logo && { [LOGO_NAME]: logo }) };
        setLoaded({ of: needed, materials: { typefaces, font, pictures, accent: colourOf(preferences) } });
      },
      () => isCurrent && setFailures(tries),
    );
    return () => {
      isCurrent = false;
    };
  }, [preferences, needed, tries]);

  return {
    materials: loaded?.of === needed ? loaded?.materials : undefined,
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
