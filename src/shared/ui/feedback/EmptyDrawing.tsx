interface EmptyDrawingProps {
  /**
   * `nothing`: an open door, when there is nothing yet; `no_match`: a list under a magnifier; `failed`: a pulled plug, when loading failed.
   */
  kind: keyof typeof DRAWINGS;
}

/** Image height for antd's empty state. */
export const DRAWN = { image: { height: 96 } };

/** A line drawing above an empty state's text, in the theme's colours and hidden from screen readers. */
export function EmptyDrawing({ kind }: EmptyDrawingProps) {
  return (
    <svg
      viewBox="0 0 160 96"
      width={160}
      height={96}
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke="var(--textSoft)"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {DRAWINGS[kind]}
    </svg>
  );
}

const DRAWINGS = {
  nothing: (
    <>
      <path fill="var(--brandSoft)" d="M64 84V46a16 16 0 0 1 32 0v38z" />
      <path d="M52 84V44a28 28 0 0 1 56 0v40M16 84h128" />
      <path stroke="var(--brand)" d="M73 61a10 10 0 0 1 14 0M68 55a17 17 0 0 1 24 0M80 68v.5" />
    </>
  ),
  no_match: (
    <>
      <rect x="28" y="14" width="84" height="64" rx="6" />
      <path d="M40 30h44M40 44h28M40 58h34" strokeDasharray="5 4" />
      <circle cx="104" cy="54" r="19" fill="var(--brandSoft)" stroke="var(--brand)" />
      <path stroke="var(--brand)" d="m118 68 16 16" />
    </>
  ),
  failed: (
    <>
      <path d="M16 84h128M16 70c20 0 8-22 28-22" />
      <path fill="var(--warningSoft)" d="M44 36h12a12 12 0 0 1 0 24H44z" />
      <path d="M68 43h9M68 53h9" />
      <path fill="var(--warningSoft)" d="M92 36h12a6 6 0 0 1 6 6v12a6 6 0 0 1-6 6H92z" />
      <path d="M92 43h5M92 53h5M110 48h6c18 0 8 22 28 22" />
      <path stroke="var(--warning)" d="M84 26V14M77 29l-6-8M91 29l6-8" />
    </>
  ),
} as const;
