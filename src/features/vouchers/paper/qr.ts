import encodeQR from 'qr';

/** The dark parts of a QR code, row by row. */
export interface Qr {
  /** How many modules it has a side, its white edge included. */
  modules: number;
  /** Runs of dark modules. */
  runs: { x: number; y: number; length: number }[];
}

/** White modules around; the ticket leaves as much again. */
const EDGE = 2;

/** A QR code of this text. Throws when it is longer than one holds (about 2,300 bytes). */
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

/** Longest name of a network, in bytes of UTF-8 (IEEE 802.11). */
export const MAX_SSID_BYTES = 32;

/** What telephones take for an invitation to an open network. `\ ; , : "` in its name are escaped. */
export function joiningCode(ssid: string): string {
  return `WIFI:T:nopass;S:${ssid.replaceAll(/[\\;,:"]/g, (sign) => `\\${sign}`)};;`;
}
