import { Skeleton } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';

/** Selector for parts that are still loading. */
const WAITING = '.ant-skeleton';

/** In milliseconds; after that, show the parts that are ready even if others are still loading. */
const LONG_ENOUGH = 1000;

/** Reveals parts that load separately all at once: a link that shifts as others appear is easily missed. */
export function RevealTogether({ children }: { children: ReactNode }) {
  const parts = useRef<HTMLDivElement>(null);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
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
  }, []);
  return (
    <div aria-busy={!isShown}>
      {!isShown && <Skeleton active paragraph={{ rows: 8 }} />}
      <div ref={parts} hidden={!isShown}>
        {children}
      </div>
    </div>
  );
}
