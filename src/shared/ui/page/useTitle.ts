import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { consoleConfig } from '../../config';

/** Sets the document title to the screen's name or, once known, the name of the object it shows ("City Library · Portico"). */
export function useTitle(message: FormatjsIntl.Message['ids'], thing?: string): void {
  const intl = useIntl();
  const title = `${thing ?? intl.formatMessage({ id: message })} · ${consoleConfig().product}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
