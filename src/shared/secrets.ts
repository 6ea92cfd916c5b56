/**
 * Keeps secrets out of the store, and so out of DevTools and recordings, by field name. Secrets that are used again (the login's token, a
 * unit's secret) stay in this module, and the store gets a reference to them; typed passwords are only masked.
 */

/** Field names of secrets, anywhere in an action. */
const SECRET =
  /^(?:token|password|current_password|factor_code|recovery_codes|setup|confirmation|secret|faskey|webhook_token|wifi_password|auth_login_url|iv_array)$/i;

/** Those that are used again. */
const NEEDED_AGAIN = /^(?:token|secret|faskey|wifi_password|auth_login_url|iv_array)$/i;

const MASK = '…';
const REFERENCE = /^secret:[0-9a-f]{16}$/;

const secrets = new Map<string, string>();
const references = new Map<string, string>();

/** A reference to a secret: always the same one for the same secret, until the page is unloaded. */
export function referenceTo(secret: string): string {
  if (secret === '' || REFERENCE.test(secret)) return secret;
  const known = references.get(secret);
  if (known !== undefined) return known;
  const random = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const reference = `secret:${random}`;
  references.set(secret, reference);
  secrets.set(reference, secret);
  return reference;
}

/** The secret for a reference; undefined if the reference is from another page or browser. Any other text is returned as it is. */
export function secretBehind(text: string): string | undefined {
  return REFERENCE.test(text) ? secrets.get(text) : text;
}

/** A copy of plain JSON without secrets. Parts without any are returned as they are, keeping their identity. */
export function withoutSecrets<T>(value: T): T {
  return strip(value) as T;
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) {
    const stripped = value.map(strip);
    return stripped.some((item, at) => item !== value[at]) ? stripped : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  // RTK Query's request metadata, with the token among its headers.
  if (value instanceof Request) return undefined;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value).map(([key, held]) => [key, isSecret(key, held) ? hidden(key, held) : strip(held)] as const);
  return entries.some(([key, held]) => held !== (value as Record<string, unknown>)[key]) ? Object.fromEntries(entries) : value;
}

// '' isn't a secret: a replay must see that nobody was signed in.
const isSecret = (key: string, held: unknown): held is string | unknown[] =>
  ((typeof held === 'string' && held !== '') || Array.isArray(held)) && SECRET.test(key);

const hidden = (key: string, secret: string | unknown[]) =>
  NEEDED_AGAIN.test(key) && typeof secret === 'string' ? referenceTo(secret) : MASK;
