import { Descriptions, Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import { capabilities } from '../shared/backEnd/capabilities';
import type { DialogProps } from '../shared/dialogs';
import { Dialog } from '../shared/ui/dialog/Dialog';

const FIND = { key: 'Ctrl K · ⌘ K', message: 'keys.find' } as const;

const UNDO = { key: 'Ctrl Z · ⌘ Z', message: 'keys.undo' } as const;

const KEYS = [
  { key: '/', message: 'keys.search' },
  { key: 'n', message: 'keys.new' },
  { key: '1 – 5', message: 'keys.presets' },
  { key: 'r', message: 'keys.refresh' },
  { key: '↑ ↓ ← →', message: 'keys.table' },
  { key: '?', message: 'keys.this' },
  { key: 'Esc', message: 'keys.close' },
] as const;

/** Lists the keyboard shortcuts that work on every screen. */
export function KeysDialog({ onClose }: DialogProps<'app/keys'>) {
  return (
    <Dialog title={<FormattedMessage id="menu.keys" />} footer={null} onCancel={onClose}>
      <Descriptions
        column={1}
        colon={false}
        size="small"
        items={[...(capabilities().canFindAnything ? [FIND] : []), ...KEYS, ...(capabilities().bringsBack ? [UNDO] : [])].map(
          ({ key, message }) => ({
            key,
            label: <Typography.Text keyboard>{key}</Typography.Text>,
            children: <FormattedMessage id={message} />,
          }),
        )}
      />
    </Dialog>
  );
}
