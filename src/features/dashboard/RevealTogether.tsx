import { Activity, useEffect, useRef, useState, type ReactNode } from 'react';
import { afterPaint } from '../../shared/afterPaint';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';

/** Selector for parts that are still loading. */
const WAITING = '.ant-skeleton';

/** In milliseconds; after that, show the parts that are ready even if others are still loading. */
const LONG_ENOUGH = 1000;

/** Without a title, which would be an empty heading. A constant, so that React doesn't render it again for whoever signed in. */
const COMING = <LoadingRows rows={9} />;

/**
 * Reveals parts that load separately all at once: a link that shifts as others appear is easily missed. Those that were rendered ahead for
 * a made-up user (docs/decisions/0026-prerendered-screens.md) are rendered for the real one only after the first paint, which they aren't
 * part of, while their data is on its way.
 */
export function RevealTogether({ isAhead, children }: { isAhead: boolean; children: ReactNode }) {
  const parts = useRef<HTMLDivElement>(null);
  const [isShown, setShown] = useState(false);
  const [isCurrent, setCurrent] = useState(!isAhead);
  useEffect(() => (isCurrent ? undefined : afterPaint(() => setCurrent(true))), [isCurrent]);
  useEffect(() => {
    if (!isCurrent) return undefined;
    const show = () => setShown(true);
    const showIfComplete = () => {
      if (!parts.current?.querySelector(WAITING)) show();
    };
    showIfComplete();
    const observer = new MutationObserver(showIfComplete);
    if (parts.current) observer.observe(parts.current, { childList: true, subtree: true });
    const timer = setTimeout(show, LONG_ENOUGH);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [isCurrent]);
  return (
    <div aria-busy={!isShown}>
      {!isShown && COMING}
      <div ref={parts} hidden={!isShown}>
        <Activity mode={isCurrent ? 'visible' : 'hidden'}>{children}</Activity>
      </div>
    </div>
  );
}
