/**
 * What the QR code tells an authenticator app (Key URI format). Percent-encoded throughout: some apps show a plus sign as it is. Without
 * colons but the one between product and username: some apps refuse others, even encoded.
 */
export function appAddress(product: string, username: string, secret: string): string {
  const [issuer, account] = [product, username].map((name) => encodeURIComponent(name.replaceAll(/\s*:\s*/g, ' ').trim()));
  return `otpauth://totp/${issuer}:${account}?secret=${secret}&issuer=${issuer}`;
}

/** A secret in groups of four, to be typed. */
export const inGroups = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');
