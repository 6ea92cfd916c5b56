import { MAC_ADDRESS, toWireMac } from '../../contract/plain/macAddress';
import { MAX_LENGTH } from '../../contract/plain/wire';
import { readTable, textOfFile, type FileProblem } from '../../shared/tableFile';

/** Form values. For several entries at once, `lines` replaces `name` and `mac`. Bandwidth in kbps, 0: unlimited. */
export interface MacForm {
  how: 'one' | 'several';
  name: string;
  mac: string;
  lines: string;
  unit_id: number | undefined;
  kbps_down: number;
  kbps_up: number;
}

/** A MAC address as lists show it, in upper case with dashes; other text is returned unchanged. */
export function shownMac(text: string): string {
  const mac = text.trim();
  return MAC_ADDRESS.test(mac) ? toWireMac(mac) : text;
}

/**
 * A file's text as lines to be looked at before they are sent: the address first, then whatever else a row has. A row of headings is left
 * out.
 */
export async function linesOfFile(file: Blob): Promise<string | FileProblem> {
  const text = await textOfFile(file);
  if (typeof text !== 'string') return text;
  const isMac = (cell: string) => MAC_ADDRESS.test(cell);
  const rows = await readTable(text, (cells) => cells.filter(isMac).length);
  if (!Array.isArray(rows)) return rows;
  const lines = rows.map(({ cells }) => [...cells.filter(isMac), ...cells.filter((cell) => cell !== '' && !isMac(cell))].join(' '));
  return lines.filter((line, at) => at > 0 || isMac(line.split(' ')[0] ?? '')).join('\n');
}

/** One pasted line: the address in wire notation, and a description. */
export interface MacLine {
  /** The line as typed. */
  text: string;
  mac: string;
  name: string;
  problem: 'mac_auth.not_a_mac' | 'mac_auth.twice' | 'form.too_long' | null;
}

/**
 * Parses pasted lines, skipping empty ones: an address in any notation, then a description. Without a description, the address is the name.
 */
export function linesOf(text: string): MacLine[] {
  const seen = new Set<string>();
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, written = '', name = ''] = /^([^\s,;]+)[\s,;]*(.*)$/.exec(line) ?? [];
      const isMac = MAC_ADDRESS.test(written);
      const mac = isMac ? toWireMac(written) : '';
      const isTwice = isMac && seen.has(mac);
      seen.add(mac);
      const problem = !isMac ? 'mac_auth.not_a_mac' : isTwice ? 'mac_auth.twice' : name.length > MAX_LENGTH.name ? 'form.too_long' : null;
      return { text: line, mac, name: name === '' ? shownMac(written) : name, problem };
    });
}
