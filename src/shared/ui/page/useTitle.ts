import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useSharedStore } from '../../consoleState';
import { consoleConfig } from '../../config';
import { selectLocation } from '../../location';
import { pageNamed, recentAt } from '../../recents';

/** Sets the document title to the screen's name or, once known, the name of the object it shows ("City Library · Portico"). */
export function useTitle(message: FormatjsIntl.Message['ids'], thing?: string): void {
  const intl = useIntl();
  const store = useSharedStore();
  const title = `${thing ?? intl.formatMessage({ id: message })} · ${consoleConfig().product}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    const recent = thing === undefined ? null : recentAt(selectLocation(store.getState()), thing);
    if (recent) store.dispatch(pageNamed(recent));
  }, [thing, store]);
}
