import { Checkbox, Flex } from 'antd';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useSelector } from 'react-redux';
import { selectUser } from '../../features/auth/slice';
import { consoleConfig } from '../../shared/config';
import { Dialog } from '../../shared/ui/dialog/Dialog';
import { CONSOLE_VERSION } from '../bundled';
import { saveAs } from '../jsonFiles';
import type { RecordingTools } from '../store';
import { hidePersonalData } from './hidePersonalData';
import { recordingOf } from './recordingFile';

/** Saves this tab's last minutes to a file. */
export function SaveRecordingDialog({ recording, onClose }: { recording: RecordingTools; onClose: () => void }) {
  const user = useSelector(selectUser);
  const [isHiding, setHiding] = useState(true);
  const save = () => {
    const whole = recordingOf(recording.recorded(), {
      console: CONSOLE_VERSION,
      role: user?.account_type ?? null,
      browser: navigator.userAgent,
      backend: consoleConfig().backend,
      now: new Date(),
    });
    saveAs('portico-recording.json', isHiding ? hidePersonalData(whole) : whole);
    onClose();
  };
  return (
    <Dialog
      title={<FormattedMessage id="menu.save_recording" />}
      okText={<FormattedMessage id="common.save" />}
      cancelText={<FormattedMessage id="common.cancel" />}
      onOk={save}
      onCancel={onClose}
    >
      <Flex vertical gap={12}>
        <FormattedMessage id="recording.what" />
        <Checkbox checked={isHiding} onChange={({ target }) => setHiding(target.checked)}>
          <FormattedMessage id="recording.hide" />
        </Checkbox>
        <span className="soft">
          <FormattedMessage id="recording.hidden" />
        </span>
      </Flex>
    </Dialog>
  );
}
