import type { ReactNode } from 'react';

/**
 * Keeps the place of a text until it is known, so that the buttons below it stay where somebody is about to press them. Until then nobody
 * sees or hears it.
 */
export function Reserved({ isKnown, children }: { isKnown: boolean; children: ReactNode }) {
  return <span style={{ visibility: isKnown ? 'visible' : 'hidden' }}>{children}</span>;
}
