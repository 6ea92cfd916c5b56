import { useEffect, useState, type RefObject } from 'react';

/** Whether the element matching `selector` in `frame` overflows horizontally. */
export function useIsWide(frame: RefObject<HTMLElement | null>, selector: string): boolean {
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const box = frame.current?.querySelector(selector);
    if (!box || typeof ResizeObserver === 'undefined') return undefined;
    const measure = () => setWide(box.scrollWidth > box.clientWidth + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    return () => observer.disconnect();
  }, [frame, selector]);
  return isWide;
}
