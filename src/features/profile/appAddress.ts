/**
 * The text of the QR code for an authenticator app (Key URI format). Everything is percent-encoded, because some apps show a plus sign as
 * it is. The only colon is the one between product and username, because some apps refuse others, even encoded.
 */
export function appAddress(product: string, username: string, secret: string): string {
  const [issuer, account] = [product, username].map((name) => encodeURIComponent(name.replaceAll(/\s*:\s*/g, ' ').trim()));
  return `otpauth://totp/${issuer}:${account}?secret=${secret}&issuer=${issuer}`;
}

/** A secret in groups of four characters, which are easier to type. */
export const inGroups = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');
