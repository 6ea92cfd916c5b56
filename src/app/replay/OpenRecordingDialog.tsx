import { Alert, Button, Flex } from 'antd';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { setConfig } from '../../shared/config';
import { setReplaying } from '../../shared/replaying';
import { isUnreadable } from '../../shared/unreadable';
import { Dialog } from '../../shared/ui/dialog/Dialog';
import { chooseJson } from '../jsonFiles';
import { createPlayer, type Player } from './createPlayer';
import { loadEveryScreen, loadTypefacesFor } from './everyScreen';
import { NotPlayable, readRecording } from './recordingFile';

interface OpenRecordingDialogProps {
  onOpened: (player: Player) => void;
  onClose: () => void;
}

/** Opens a file saved by "Save diagnostic recording", in this console or another. */
export function OpenRecordingDialog({ onOpened, onClose }: OpenRecordingDialogProps) {
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<NotPlayable | null>(null);
  const open = async () => {
    setFailure(null);
    try {
      const recording = readRecording(await chooseJson());
      setLoading(true);
      await loadEveryScreen();
      await loadTypefacesFor(recording);
      // Screens hide what the recording's back end can't do.
      setConfig({ backend: recording.backend });
      const player = createPlayer(recording);
      setReplaying(true);
      onOpened(player);
    } catch (error) {
      setLoading(false);
      setFailure(error instanceof NotPlayable ? error : new NotPlayable(isUnreadable(error) ? 'not_read' : 'no_recording', String(error)));
    }
  };
  return (
    <Dialog title={<FormattedMessage id="recording.open" />} footer={null} onCancel={onClose}>
      <Flex vertical gap={12} align="start">
        <FormattedMessage id="recording.open_what" />
        {failure && (
          <Alert
            type="error"
            role="alert"
            showIcon
            title={<FormattedMessage id="recording.not_opened" />}
            description={
              <FormattedMessage
                id={failure.reason === 'not_read' ? 'file.not_read' : `recording.${failure.reason}`}
                values={{ details: failure.details }}
              />
            }
          />
        )}
        <Button type="primary" loading={isLoading} onClick={() => void open()}>
          <FormattedMessage id="recording.choose" />
        </Button>
      </Flex>
    </Dialog>
  );
}
