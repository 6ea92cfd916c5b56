import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import { Outlet, useLocation } from 'react-router-dom';
import { selectPathname } from '../shared/location';
import { ScreenShape } from './ScreenShape';
import './screenBar.css';

/** Milliseconds after a click until a bar shows that the next screen is loading, and until its shape takes the old screen's place. */
const BAR_AFTER = 150;
const SHAPE_AFTER = 400;

/**
 * The current screen. The router keeps the old one until the code of the next has arrived, while the address and the menu are already
 * there: on a slow line a bar shows that something is coming, then the shape of the next screen. While a screen waits for what it is about,
 * the same bar is shown by screenBar.css.
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
      {isLate && <div className="screen-bar" role="progressbar" aria-label={intl.formatMessage({ id: 'common.loading' })} />}
      {isVeryLate && <ScreenShape pathname={wanted} />}
      <div hidden={isVeryLate}>
        <Outlet />
      </div>
    </>
  );
}

/** Whether `what` has been the same, and not null, for so many milliseconds. */
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
