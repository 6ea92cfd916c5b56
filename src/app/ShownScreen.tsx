import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import { Outlet, useLocation } from 'react-router-dom';
import { selectPathname } from '../shared/location';
import { ScreenShape } from './ScreenShape';
import styles from './ShownScreen.module.css';

/** Milliseconds after a click until a progress bar appears, and until a skeleton of the next screen replaces the old screen. */
const BAR_AFTER = 150;
const SHAPE_AFTER = 400;

/**
 * The current screen. The router keeps the old one until the next one's code has loaded, although address and menu have already changed: on
 * a slow connection a bar shows that something is loading, then a skeleton of the next screen. While a screen waits for its data,
 * ShownScreen.module.css shows the same bar.
 */
export function ShownScreen() {
  const intl = useIntl();
  const { pathname } = useLocation();
  const wanted = useSelector(selectPathname);
  const isWaiting = pathname !== wanted;
  const isLate = useIsAfter(isWaiting ? wanted : null, BAR_AFTER);
  const isVeryLate = useIsAfter(isWaiting ? wanted : null, SHAPE_AFTER);
  return (
    <>
      {isLate && <div className={styles.bar} role="progressbar" aria-label={intl.formatMessage({ id: 'common.loading' })} />}
      {isVeryLate && <ScreenShape pathname={wanted} />}
      <div hidden={isVeryLate}>
        <Outlet />
      </div>
    </>
  );
}

/** Whether `what` has had the same non-null value for this many milliseconds. */
function useIsAfter(what: string | null, milliseconds: number): boolean {
  const [late, setLate] = useState<string | null>(null);
  useEffect(() => {
    if (what === null) return undefined;
    const timer = setTimeout(() => setLate(what), milliseconds);
    return () => {
      clearTimeout(timer);
      setLate(null);
    };
  }, [what, milliseconds]);
  return what !== null && late === what;
}
