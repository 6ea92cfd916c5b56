import type { ReactNode } from 'react';
import styles from './Reserved.module.css';

/**
 * A text that is known later, and takes the place of `longest` from the beginning, so that the buttons below it stay where somebody is about
 * to press them.
 */
export function Reserved({ longest, children }: { longest: string; children: ReactNode }) {
  return (
    <span className={styles.reserved} data-longest={longest}>
      <span>{children}</span>
    </span>
  );
}
