import type { Ref } from 'react';
import { groupsOf, spelled } from './presetVouchers';

/** A code to read aloud or off a screen, in groups of four. Selected and copied, it has no gaps. */
export function BigCode({ code, ref }: { code: string; ref?: Ref<HTMLParagraphElement> }) {
  return (
    <p ref={ref} tabIndex={-1} className="big-code" dir="ltr">
      <span className="only-heard">{spelled(code)}</span>
      <span aria-hidden>
        {groupsOf(code).map((group, at) => (
          <span key={at}>{group}</span>
        ))}
      </span>
    </p>
  );
}
