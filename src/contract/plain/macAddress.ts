/**
 * MAC addresses of devices and units, in every notation that gateways, vendors' consoles and people use. The one parser for RADIUS
 * attributes, portal addresses, form fields, imports and searches. No zod here, as in wire.ts.
 */

/** Six octets written in groups of 2, 3, 4 or 6 digits. The separator is the same throughout. */
const GROUPS =
  '[0-9a-f]{2}([:.-])[0-9a-f]{2}(?:\\1[0-9a-f]{2}){4}' +
  // With dots and decimal digits only, groups of three are an IPv4 address with leading zeros.
  '|(?!\\d{3}(?:\\.\\d{3}){3}(?![0-9a-f]))[0-9a-f]{3}([:.-])[0-9a-f]{3}(?:\\2[0-9a-f]{3}){2}' +
  '|[0-9a-f]{4}([:.-])[0-9a-f]{4}\\3[0-9a-f]{4}' +
  '|[0-9a-f]{6}[:.-][0-9a-f]{6}' +
  '|[0-9a-f]{12}';

/**
 * A MAC address and nothing else: pairs (`EC:F4:BB:37:DD:AA`), threes (`ecf-4bb-37d-daa`), fours (`ecf4.bb37.ddaa`, `ecf4-bb37-ddaa`),
 * sixes (`ecf4bb-37ddaa`), with colons, dashes or dots, or twelve digits without any (MAC-08).
 */
export const MAC_ADDRESS = new RegExp(`^(?:${GROUPS})$`, 'i');

/** The same at the beginning of a text, not followed by another digit of the address. */
const AT_THE_BEGINNING = new RegExp(`^(?:${GROUPS})(?![0-9a-f])`, 'i');

const WIRE_FORMAT = /^[0-9A-F]{2}(?:-[0-9A-F]{2}){5}$/;

/** Converts a MAC address that matches `MAC_ADDRESS` to the wire format, `AA-BB-CC-DD-EE-FF`. */
export function toWireMac(text: string): string {
  if (WIRE_FORMAT.test(text)) return text;
  const digits = text.toUpperCase().replace(/[^0-9A-F]/g, '');
  return (digits.match(/../g) ?? []).join('-');
}

/** The MAC address that a text consists of, as `AA-BB-CC-DD-EE-FF`; empty if it is none. Surrounding spaces don't matter. */
export function macOf(text: string | undefined): string {
  const written = text?.trim() ?? '';
  return MAC_ADDRESS.test(written) ? toWireMac(written) : '';
}

/** As `macOf`, for a text that may go on with the network's name, as in Called-Station-Id: `AA-BB-CC-DD-EE-FF:Guests`. */
export function leadingMac(text: string | undefined): string {
  const [found] = AT_THE_BEGINNING.exec(text?.trim() ?? '') ?? [];
  return found === undefined ? '' : toWireMac(found);
}

/** Whether a device made this address (in any notation) up for a network, as telephones do: the bit of locally administered addresses. */
export const isPrivateMac = (text: string): boolean => /^.[26AE]/.test(macOf(text));
