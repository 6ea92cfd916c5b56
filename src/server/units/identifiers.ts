/** The names by which gateways identify themselves, such as their NAS-Identifier. */

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const latin1 = new TextDecoder('latin1');

/** Decodes a name: UTF-8, or else Latin-1, which older gateways send. NULs are left out, because some gateways end texts with one. */
export function identifierIn(bytes: Buffer): string {
  try {
    return utf8.decode(bytes).replaceAll('\0', '');
  } catch {
    return latin1.decode(bytes).replaceAll('\0', '');
  }
}

/**
 * A form of a name that is the same for all names that look alike to people: case, surrounding spaces, the composition of accents, and the
 * width of characters and spaces don't matter.
 */
export const comparableIdentifier = (name: string): string => name.normalize('NFKC').trim().toLowerCase().normalize('NFC');

/**
 * How a unit's uuid or name matches the one that a gateway sends: `similar` if they differ only in what `comparableIdentifier` ignores.
 * Null if they don't match.
 */
export function identifierMatch({ uuid, name }: { uuid: string; name: string }, sent: string): 'exact' | 'similar' | null {
  if (sent === '') return null;
  if (uuid === sent || name === sent) return 'exact';
  const wanted = comparableIdentifier(sent);
  return [uuid, name].some((own) => comparableIdentifier(own) === wanted) ? 'similar' : null;
}
