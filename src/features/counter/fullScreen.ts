/** Shows the page in full screen, if the browser allows it; otherwise changes nothing. */
export function takeWholeScreen(): void {
  if (document.fullscreenEnabled) void document.documentElement.requestFullscreen().catch(() => undefined);
}
