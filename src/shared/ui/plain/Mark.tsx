/** Portico's logo: an arch with a lit doorway. Decorative next to the product's name, so it has no accessible name. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <path fill="var(--brand)" d="M4 29V15a12 12 0 0 1 24 0v14h-6V15a6 6 0 0 0-12 0v14z" />
      <path fill="var(--brand)" opacity="0.55" d="M13 29V16a3 3 0 0 1 6 0v13z" />
    </svg>
  );
}
