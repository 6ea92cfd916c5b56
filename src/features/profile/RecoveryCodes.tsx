import { useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import { consoleConfig } from '../../shared/config';
import { NoteDialog } from '../../shared/ui/dialog/NoteDialog';
import { selectUser } from '../auth/slice';

/** Recovery codes, as text to copy or print: they aren't shown again. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const intl = useIntl();
  const user = useSelector(selectUser);
  const { product } = consoleConfig();
  const heading = intl.formatMessage({ id: 'second_factor.codes_of' }, { product, username: user?.info?.username ?? '' });
  const text = [heading, '', ...codes].join('\n');
  return <NoteDialog title="second_factor.recovery_codes" hint="second_factor.keep_codes" text={text} onClose={onClose} />;
}
