/** Gives the page the whole screen, if the browser lets it; where not, it keeps its window. */
export function takeWholeScreen(): void {
  if (document.fullscreenEnabled) void document.documentElement.requestFullscreen().catch(() => undefined);
}
