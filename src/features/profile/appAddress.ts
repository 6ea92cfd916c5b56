/** What the QR code tells an authenticator app (Key URI format). Percent-encoded throughout: some apps show a plus sign as it is. */
export function appAddress(product: string, username: string, secret: string): string {
  const label = `${encodeURIComponent(product)}:${encodeURIComponent(username)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(product)}`;
}

/** A secret in groups of four, to be typed. */
export const inGroups = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');
