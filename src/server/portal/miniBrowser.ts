/**
 * Whether a browser calls itself like the small window in which phones and computers open portals. It keeps nothing, and other sites may refuse
 * to let anybody log in there.
 */
export function isMiniBrowser(agent: string): boolean {
  if (/CaptiveNetworkSupport|CaptivePortalLogin|; wv\)/i.test(agent)) return true;
  return /\b(?:iPhone|iPad|iPod|Macintosh)\b.*AppleWebKit/.test(agent) && !/Safari\//.test(agent);
}
