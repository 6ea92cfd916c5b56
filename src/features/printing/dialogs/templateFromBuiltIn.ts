/** Makes an editable template out of a built-in design. */
import type { PaperLanguage, PaperSettings, PaperTemplate } from '../../../contract/plain/paperModel';
import type { BuiltIn } from '../../../contract/plain/paperNames';
import { builtIn } from '../layout/builtIns';
import { measureOther } from '../pictures';
import { resolvedElements } from '../layout/elementLayout';
import { joiningCode, qrOf } from '../layout/qr';
import { sampleVoucher } from '../layout/sampleVoucher';
import { LOGO_NAME } from '../layout/sheet';
import { paperValues, scanText } from '../layout/tickets';
import { typesetter } from '../layout/typesetter';
import type { Materials } from '../useMaterials';

/** The specified sheet can't be copied: its own layout rules can't be expressed as elements. */
export type Copied = Exclude<BuiltIn, 'sheet'>;

interface SampleHotspot {
  title: string;
  /** The sample guest's name. */
  guest: string;
  language: PaperLanguage;
}

/** The design with all parts that a voucher can have, on the hotspot's paper. */
export function templateOf(
  design: Copied,
  settings: PaperSettings,
  { title, guest, language }: SampleHotspot,
  materials: Materials,
): PaperTemplate {
  const { format } = settings;
  const hotspot = {
    title,
    ssid: settings.ssid || 'WiFi',
    security: settings.security,
    wifi_password: settings.wifi_password,
    footer: settings.footer || title,
  };
  const qr = qrOf(joiningCode(hotspot));
  const voucher = sampleVoucher(guest);
  const english = settings.has_english && language !== 'en';
  const parts = { hasQr: true, hasLogo: LOGO_NAME in materials.pictures };
  const elements = resolvedElements(
    builtIn(design, format.cell, parts),
    { x: 0, y: 0, ...format.cell },
    {
      values: paperValues(voucher, hotspot, scanText('network', false, language), language),
      english: english ? paperValues(voucher, hotspot, scanText('network', false, 'en'), 'en') : null,
      qrs: { network: qr, portal: null },
    },
    materials,
    typesetter(materials.typefaces, measureOther),
  );
  return { version: 1, format, cut: settings.cut, elements, pictures: {} };
}
