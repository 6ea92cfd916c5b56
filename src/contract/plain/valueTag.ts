/**
 * ETag of a setting: a short hash of its value. Both sides compute it (docs/wire.md#concurrent-changes), so it can't be SHA-256, which
 * browsers offer only on pages served over TLS. Not for secrets.
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
