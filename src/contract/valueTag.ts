/**
 * The ETag of a setting: names its value in a few bytes, however long that is. Both sides compute it (docs/wire.md#concurrent-changes);
 * browsers have SHA-256 only on pages with TLS. Not for secrets.
 */
export function valueTag(value: string): string {
  let [one, other] = [value.length, 0x9e3779b9];
  for (let at = 0; at < value.length; at += 1) {
    const unit = value.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ (other >>> 13) ^ unit, 0x85ebca6b);
  }
  return `"${(one >>> 0).toString(36)}-${(other >>> 0).toString(36)}"`;
}
