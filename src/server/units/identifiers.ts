/** The names by which gateways identify themselves, such as NAS-Identifier. */

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const latin1 = new TextDecoder('latin1');

/** A name as sent: UTF-8, or else Latin-1, which older gateways write. NULs, which some end texts with, are left out. */
export function identifierIn(bytes: Buffer): string {
  try {
    return utf8.decode(bytes).replaceAll('\0', '');
  } catch {
    return latin1.decode(bytes).replaceAll('\0', '');
  }
}

/**
 * What names that people take for the same have in common: neither capitals nor surrounding spaces make a difference, nor how accents are
 * composed, nor the width of characters or spaces.
 */
export const comparableIdentifier = (name: string): string => name.normalize('NFKC').trim().toLowerCase().normalize('NFC');

/**
 * How well a unit's uuid or name matches the one that a gateway sends: `similar` if they differ only in what `comparableIdentifier` leaves
 * out. Null if they don't match.
 */
export function identifierMatch({ uuid, name }: { uuid: string; name: string }, sent: string): 'exact' | 'similar' | null {
  if (sent === '') return null;
  if (uuid === sent || name === sent) return 'exact';
  const wanted = comparableIdentifier(sent);
  return [uuid, name].some((own) => comparableIdentifier(own) === wanted) ? 'similar' : null;
}
