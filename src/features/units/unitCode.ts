/** 16 random bytes in hexadecimal, for a unit's UUID or secret. Unlike `crypto.randomUUID` it also works without TLS. */
export function randomCode(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
