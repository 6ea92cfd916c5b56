import { useDeferredValue, useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { Hotspot } from '../../../contract/hotspots';
import { PAPER_LANGUAGES } from '../../../contract/plain/paperModel';
import type { Voucher } from '../../../contract/vouchers';
import { useHotspotZone } from '../../hotspots/api';
import type { Page } from '../layout/drawing';
import { layOut, type Look } from '../layout/layout';
import { measureOther } from '../pictures';
import type { Typefaces } from '../typefaces';
import { useMaterials } from '../useMaterials';
import type { ChosenPaper } from './usePaperChoice';

/** The pages of these vouchers on the chosen paper. */
export function usePages(hotspot: Pick<Hotspot, 'id' | 'name' | 'description'>, vouchers: readonly Voucher[], paper: ChosenPaper) {
  const intl = useIntl();
  const { settings, design, format, cut, start } = paper;
  const title = hotspot.description.trim() || hotspot.name;
  const zone = useHotspotZone(hotspot.id);
  const { ssid = '', footer = '', wifi_password = '' } = settings ?? {};
  const texts = useMemo(
    () => [title, ssid, footer, wifi_password, ...vouchers.flatMap(({ user_name, room = '' }) => [user_name, room])],
    [title, ssid, footer, wifi_password, vouchers],
  );
  const { materials, hasFailed, retry } = useMaterials(hotspot.id, paper.needed, texts);
  const consoleLanguage = PAPER_LANGUAGES.find((one) => one === intl.locale) ?? 'en';
  const look = useMemo(
    () =>
      settings && design && materials && format && cut
        ? { ...settings, ...materials, title, zone, design, format, cut, start, language: settings.language || consoleLanguage }
        : undefined,
    [settings, design, materials, format, cut, title, zone, start, consoleLanguage],
  );
  const drawn = useDeferredValue(look);
  const pages = useMemo(() => drawn && pagesOf(vouchers, drawn), [drawn, vouchers]);
  return {
    materials,
    pages,
    /** Whether the pages show the last choice; else they are still being drawn. */
    isCurrent: pages !== undefined && drawn === look,
    /** The pages of other vouchers, or of the same; undefined while something for them is loading. */
    layOut: (others: readonly Voucher[]) => look && pagesOf(others, look),
    hasFailed,
    retry,
  };
}

const laidOut = new WeakMap<object, WeakMap<readonly Voucher[], Page[]>>();

/** The pages of these vouchers; laid out once for the preview, the PDF and printers, until vouchers or look change. */
function pagesOf(vouchers: readonly Voucher[], look: Look & { typefaces: Typefaces }): Page[] {
  const known = laidOut.get(look) ?? new WeakMap<readonly Voucher[], Page[]>();
  laidOut.set(look, known);
  const pages = known.get(vouchers) ?? layOut(vouchers, look, look.typefaces, measureOther);
  known.set(vouchers, pages);
  return pages;
}
