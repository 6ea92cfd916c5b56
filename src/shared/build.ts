/** The build of the console that is open, by the name of its first file; null in development, where files have no such names. */
export function consoleBuild(): string | null {
  const script = document.querySelector('script[src*="assets/"]')?.getAttribute('src');
  return /[^/]+$/.exec(script ?? '')?.[0] ?? null;
}
