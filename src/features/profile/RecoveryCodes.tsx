import { useIntl } from 'react-intl';
import { consoleConfig } from '../../shared/config';
import { NoteDialog } from '../../shared/ui/dialog/NoteDialog';

/** Recovery codes, as text to copy or print: they aren't shown again. */
export function RecoveryCodes({ username, codes, onClose }: { username: string; codes: readonly string[]; onClose: () => void }) {
  const intl = useIntl();
  const { product } = consoleConfig();
  const heading = intl.formatMessage({ id: 'second_factor.codes_of' }, { product, username });
  const text = [heading, '', ...codes].join('\n');
  return <NoteDialog title="second_factor.recovery_codes" hint="second_factor.keep_codes" text={text} onClose={onClose} />;
}
