import type { Ref } from 'react';
import { groupsOf, isWordCode } from '../vouchers/codeGroups';
import { spelled } from './presetVouchers';
import styles from './BigCode.module.css';

/** A code in large groups, to be read aloud or off a screen. Copying the selection yields it without gaps. */
export function BigCode({ code, ref }: { code: string; ref?: Ref<HTMLParagraphElement> }) {
  return (
    <p ref={ref} tabIndex={-1} className={styles.bigCode} dir="ltr">
      <span className="only-heard">{spelled(code)}</span>
      <span aria-hidden {...(isWordCode(code) && { className: styles.ofWords })}>
        {groupsOf(code).map((group, at) => (
          <span key={at}>{group}</span>
        ))}
      </span>
    </p>
  );
}
