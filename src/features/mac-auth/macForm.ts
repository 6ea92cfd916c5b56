import { MAC_ADDRESS, MAX_LENGTH, toWireMac } from '../../contract/wire';

/** What the dialog asks for. With several at once, `lines` is in the place of `name` and `mac`. Bandwidth in kbps, 0 unlimited. */
export interface MacForm {
  how: 'one' | 'several';
  name: string;
  mac: string;
  lines: string;
  unit_id: number | undefined;
  kbps_down: number;
  kbps_up: number;
}

/** A MAC address as people read it here: upper case with colons. A text that is none stays as it is. */
export function shownMac(text: string): string {
  const mac = text.trim();
  return MAC_ADDRESS.test(mac) ? toWireMac(mac).replaceAll('-', ':') : text;
}

/** One line of several: its address as the wire has it, and its description. */
export interface MacLine {
  /** As it was written. */
  text: string;
  mac: string;
  name: string;
  problem: 'mac_auth.not_a_mac' | 'mac_auth.twice' | 'form.too_long' | null;
}

/**
 * The lines of a pasted text, without the empty ones: an address in any notation, then a description. Without a description the entry
 * is called by its address.
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
