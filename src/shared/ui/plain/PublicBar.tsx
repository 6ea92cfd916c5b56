import { useLayoutEffect, useRef } from 'react';
import { FormattedMessage, FormattedTime } from 'react-intl';
import { consoleConfig } from '../../config';
import { useNow } from '../facts/useNow';
import styles from './PublicBar.module.css';

const HOUR = 3_600_000;

/**
 * A bar on each screen of the public demonstration, which says when its data will be reset and leads to what the product does. It stays
 * visible; `--publicBarHeight` is its height.
 */
export function PublicBar() {
  const { public_until: first } = consoleConfig();
  return first === undefined ? null : <Bar until={Date.parse(first)} />;
}

function Bar({ until }: { until: number }) {
  const now = useNow();
  const bar = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const { current } = bar;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--publicBarHeight', `${current?.getBoundingClientRect().height ?? 0}px`));
    if (current) observer.observe(current, { box: 'border-box' });
    return () => {
      observer.disconnect();
      style.removeProperty('--publicBarHeight');
    };
  }, []);
  const next = until + Math.max(0, Math.ceil((now - until) / HOUR)) * HOUR;
  return (
    <p ref={bar} className={`${String(styles.publicBar)} not-on-paper`}>
      <FormattedMessage id="demonstration.public" values={{ time: <FormattedTime value={next} /> }} />{' '}
      <a href="docs/product.html" target="_blank" rel="noreferrer">
        <FormattedMessage id="demonstration.product" />
      </a>
    </p>
  );
}
