import encodeQR from 'qr';

/** Dark modules of a QR code, row by row. */
export interface Qr {
  /** Modules per side, including the white border. */
  modules: number;
  /** Horizontal runs of dark modules. */
  runs: { x: number; y: number; length: number }[];
}

/** White border in modules; the ticket leaves as much again. */
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

/** Maximum length of a network name, in UTF-8 bytes (IEEE 802.11). */
export const MAX_SSID_BYTES = 32;

/** The text phones recognise as an open WiFi network. Escapes `\ ; , : "` in its name. */
export function joiningCode(ssid: string): string {
  return `WIFI:T:nopass;S:${ssid.replaceAll(/[\\;,:"]/g, (sign) => `\\${sign}`)};;`;
}
