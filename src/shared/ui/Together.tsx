import { Skeleton } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';

/** What parts show while they wait for their first answer. */
const WAITING = '.ant-skeleton';

/** Milliseconds after which parts show that are there, whatever the others wait for. */
const LONG_ENOUGH = 1000;

/** Parts that are asked for one by one, shown at once: a link that moves while others come is easily missed. */
export function Together({ children }: { children: ReactNode }) {
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
