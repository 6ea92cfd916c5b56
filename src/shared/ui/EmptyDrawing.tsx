interface EmptyDrawingProps {
  /** An open door where there is nothing yet, or a list under a glass where nothing matches. */
  kind: 'nothing' | 'no_match';
}

/** Room for the drawing in antd's empty state. */
export const DRAWN = { image: { height: 96 } };

/** A line drawing above the words of an empty state; in the theme's colours, and silent for screen readers. */
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
      {kind === 'nothing' ? (
        <>
          <path fill="var(--brandSoft)" d="M64 84V46a16 16 0 0 1 32 0v38z" />
          <path d="M52 84V44a28 28 0 0 1 56 0v40M16 84h128" />
          <path stroke="var(--brand)" d="M73 61a10 10 0 0 1 14 0M68 55a17 17 0 0 1 24 0M80 68v.5" />
        </>
      ) : (
        <>
          <rect x="28" y="14" width="84" height="64" rx="6" />
          <path d="M40 30h44M40 44h28M40 58h34" strokeDasharray="5 4" />
          <circle cx="104" cy="54" r="19" fill="var(--brandSoft)" stroke="var(--brand)" />
          <path stroke="var(--brand)" d="m118 68 16 16" />
        </>
      )}
    </svg>
  );
}
