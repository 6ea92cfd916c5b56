import { App } from 'antd';
import { useIntl } from 'react-intl';

/**
 * For `onSubmit` of a form dialog: `const finish = useFinish(onClose)`, then `return finish(await update(change), 'units.saved', { name })`.
 * Returns the error, if any; otherwise shows the message and closes the dialog.
 */
export function useFinish(onClose: () => void) {
  const intl = useIntl();
  const { message } = App.useApp();
  return <E>({ error }: { error?: E }, done: FormatjsIntl.Message['ids'], values?: Record<string, string | number>): E | undefined => {
    if (error) return error;
    void message.success(intl.formatMessage({ id: done }, values));
    onClose();
    return undefined;
  };
}
