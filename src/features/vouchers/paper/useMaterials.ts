import { useEffect, useState } from 'react';
import { loadTypefaces, type Typefaces } from './typefaces';
import { useListHotspotPreferencesQuery } from '../../hotspots/api';
import type { Logo } from './layout';
import { colourOf, logoOf } from './brand';

interface Materials {
  typefaces: Typefaces;
  colour: string;
  logo: Logo | null;
}

/** Fonts, colour and logo for a hotspot's vouchers; `undefined` while loading. Falls back to our own look if the portal's can't be read. */
export function useMaterials(hotspotId: number): { materials: Materials | undefined; hasFailed: boolean; retry: () => void } {
  const { data, isError } = useListHotspotPreferencesQuery(hotspotId);
  const [materials, setMaterials] = useState<Materials>();
  const [failures, setFailures] = useState(0);
  const [tries, setTries] = useState(1);
  const preferences = data ?? (isError ? NONE : undefined);

  useEffect(() => {
    if (!preferences) return undefined;
    let isCurrent = true;
    Promise.all([loadTypefaces(), logoOf(preferences)]).then(
      ([typefaces, logo]) => isCurrent && setMaterials({ typefaces, logo, colour: colourOf(preferences) }),
      () => isCurrent && setFailures(tries),
    );
    return () => {
      isCurrent = false;
    };
  }, [preferences, tries]);

  return { materials, hasFailed: failures === tries, retry: () => setTries(tries + 1) };
}

const NONE: never[] = [];
