import { App } from 'antd';
import type { RefObject } from 'react';
import { useIntl } from 'react-intl';

/** Copies text and says so. Without TLS the clipboard isn't available: then selects the text in `shown`, ready for Ctrl C. */
export function useCopy(shown: RefObject<HTMLElement | null>): (text: string) => Promise<void> {
  const intl = useIntl();
  const { message } = App.useApp();
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      void message.success(intl.formatMessage({ id: 'common.copied' }));
    } catch {
      if (shown.current) window.getSelection()?.selectAllChildren(shown.current);
      void message.info(intl.formatMessage({ id: 'common.not_copied' }));
    }
  };
}
