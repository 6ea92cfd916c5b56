/** Fields whose values never reach DevTools or a recording. They are replaced, not removed, so that replay works. */
const SECRET = /^(token|password|current_password|confirmation|secret|webhook_token|auth_login_url|iv_array)$/i;

/** A copy of plain JSON with every secret string replaced; parts without secrets keep their identity, which avoids copying. */
export function withoutSecrets<T>(value: T): T {
  return strip(value) as T;
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) {
    const stripped = value.map(strip);
    return stripped.some((item, at) => item !== value[at]) ? stripped : value;
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value).map(
    ([key, held]) => [key, SECRET.test(key) && typeof held === 'string' ? '…' : strip(held)] as const,
  );
  return entries.some(([key, held]) => held !== (value as Record<string, unknown>)[key]) ? Object.fromEntries(entries) : value;
}
