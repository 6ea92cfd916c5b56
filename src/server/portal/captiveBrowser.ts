/**
 * Detects, by user agent, the captive network assistant (the small window in which phones and computers open portals) and other web views.
 * They keep no state between openings, and some social sites refuse log-ins in them.
 */
export function isCaptiveBrowser(agent: string): boolean {
  if (/CaptiveNetworkSupport|CaptivePortalLogin|; wv\)/i.test(agent)) return true;
  return /\b(?:iPhone|iPad|iPod|Macintosh)\b.*AppleWebKit/.test(agent) && !/Safari\//.test(agent);
}
