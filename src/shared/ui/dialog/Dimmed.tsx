import { useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { afterPaint } from '../../afterPaint';
import styles from './Dimmed.module.css';

/** Whether something has been painted since `key` became this one. */
export function useIsPainted(key: string | undefined): boolean {
  const [painted, setPainted] = useState<string>();
  // A deferred value would be rendered in slices: keys pressed in between would go to the page behind.
  useEffect(() => afterPaint(() => setPainted(key)), [key]);
  return key === painted;
}

/** Dims what is behind a dialog whose first rendering takes long, until it is there. Keys, but shortcuts, go to `onKey` alone. */
export function Dimmed({ onKey }: { onKey: (pressed: string) => void }) {
  useLayoutEffect(() => {
    const caught = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      onKey(event.key);
    };
    window.addEventListener('keydown', caught, { capture: true });
    return () => window.removeEventListener('keydown', caught, { capture: true });
  }, [onKey]);
  return createPortal(<div className={styles.dimmed} />, document.body);
}
