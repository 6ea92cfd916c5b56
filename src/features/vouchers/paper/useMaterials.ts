import { useEffect, useState } from 'react';
import { loadTypefaces, type Typefaces } from '../../../shared/typefaces';
import { useListHotspotPreferencesQuery } from '../../hotspots/api';
import type { Logo } from './layout';
import { colourOf, logoOf } from './brand';

interface Materials {
  typefaces: Typefaces;
  colour: string;
  logo: Logo | null;
}

/** What a hotspot's vouchers are drawn with; `undefined` until it is there. Without the captive portal's look it is ours. */
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
