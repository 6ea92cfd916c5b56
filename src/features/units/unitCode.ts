/** Sixteen bytes nobody can guess, in hexadecimal digits: how a unit calls itself, and its secret. Works without TLS too, unlike UUIDs. */
export function randomCode(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
