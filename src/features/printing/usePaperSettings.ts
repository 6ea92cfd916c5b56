import { useMemo } from 'react';
import { byteLength, MAX_SSID_BYTES, PAPER_DEFAULTS, PAPER_FORMATS, type PaperSettings } from '../../contract/plain/paperModel';
import { capabilities } from '../../shared/backEnd/capabilities';
import { secretBehind } from '../../shared/secrets';
import type { PaperOfHotspot } from '../../shared/preferences';
import { useGetPaperQuery } from './api';
import { usePreference } from '../../shared/usePreference';

export const ON_PAPER_FIRST: PaperOfHotspot = { hasQr: true, ssid: '' };

/** A hotspot's print settings: stored with it, or with other back ends remembered by this browser. */
export function usePaperSettings(hotspotId: number): { settings: PaperSettings | undefined; isError: boolean; refetch: () => void } {
  const { keepsPaper } = capabilities();
  const { data, isError, refetch } = useGetPaperQuery(hotspotId, { skip: !keepsPaper });
  const paper_size = usePreference('paper_size');
  const paper_of_hotspots = usePreference('paper_of_hotspots');
  const remembered = paper_of_hotspots[hotspotId] ?? ON_PAPER_FIRST;
  const own = useMemo(
    () => ({ ...PAPER_DEFAULTS, ssid: possible(remembered.ssid.trim()), has_qr: remembered.hasQr, format: PAPER_FORMATS[paper_size] }),
    [remembered, paper_size],
  );
  const stored = useMemo(() => data && { ...data, wifi_password: secretBehind(data.wifi_password) ?? '' }, [data]);
  return { settings: keepsPaper ? stored : own, isError, refetch: () => void refetch() };
}

/** Drops a name that is too long to be an SSID. */
const possible = (ssid: string) => (byteLength(ssid) > MAX_SSID_BYTES ? '' : ssid);
