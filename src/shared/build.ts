/** The open console's build, identified by its entry script's hashed name; null in development, where file names have no hash. */
export function consoleBuild(): string | null {
  const script = document.querySelector('script[src*="assets/"]')?.getAttribute('src');
  return /[^/]+$/.exec(script ?? '')?.[0] ?? null;
}
