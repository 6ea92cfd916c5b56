import encodeQR from 'qr';
import { CODE_IN_ADDRESS, type PaperSettings } from '../../../contract/plain/paperModel';

/** Dark modules of a QR code, row by row. */
export interface Qr {
  /** Modules per side, including the white border. */
  modules: number;
  /** Horizontal runs of dark modules. */
  runs: { x: number; y: number; length: number }[];
}

/** White border in modules; the ticket leaves the same again around it. */
const EDGE = 2;

/** Encodes a text. Throws if it is too long (about 2,300 bytes). */
export function qrOf(text: string): Qr {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: EDGE });
  const runs = rows.flatMap((row, y) => {
    const found: Qr['runs'] = [];
    for (let x = 0; x < row.length; x += 1) {
      const last = found.at(-1);
      if (!row[x]) continue;
      if (last && last.x + last.length === x) last.length += 1;
      else found.push({ x, y, length: 1 });
    }
    return found;
  });
  return { modules: rows.length, runs };
}

const paths = new WeakMap<Qr['runs'], string>();

/** SVG path, in modules. Memoised, as all vouchers share the network's code. */
export function pathOf({ runs }: Qr): string {
  const known = paths.get(runs);
  if (known !== undefined) return known;
  const path = runs.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join('');
  paths.set(runs, path);
  return path;
}

/**
 * QR text that lets phones join a WiFi network: open, or WPA with a password. Escapes `\ ; , : "` in both, as phones expect.
 */
export function joiningCode({ ssid, security, wifi_password }: Pick<PaperSettings, 'ssid' | 'security' | 'wifi_password'>): string {
  const secured = security === 'wpa' ? `T:WPA;S:${escaped(ssid)};P:${escaped(wifi_password)}` : `T:nopass;S:${escaped(ssid)}`;
  return `WIFI:${secured};;`;
}

const escaped = (text: string) => text.replaceAll(/[\\;,:"]/g, (sign) => `\\${sign}`);

/** The portal's address with the voucher's code filled in. */
export const portalAddress = (address: string, code: string): string => address.replaceAll(CODE_IN_ADDRESS, encodeURIComponent(code));
