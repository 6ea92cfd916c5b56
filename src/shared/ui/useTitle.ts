import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { consoleConfig } from '../config';

/** Names the browser's tab after the screen, or after the thing that it shows once that is known ("City Library · Portico"). */
export function useTitle(message: FormatjsIntl.Message['ids'], thing?: string): void {
  const intl = useIntl();
  const title = `${thing ?? intl.formatMessage({ id: message })} · ${consoleConfig().product}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
