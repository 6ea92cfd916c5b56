import type { RecordingTools } from '../store';
import type { Player } from './createPlayer';
import { OpenRecordingDialog } from './OpenRecordingDialog';
import { PlayerBar } from './PlayerBar';
import { ReplaySign } from './ReplaySign';
import { SaveRecordingDialog } from './SaveRecordingDialog';

export type RecordingDialog = 'save' | 'open';

interface ReplayProps {
  recording: RecordingTools;
  /** Null in a replay by DevTools. */
  player: Player | null;
  onOpened: (player: Player) => void;
  dialog: RecordingDialog | null;
  onDialog: (dialog: RecordingDialog | null) => void;
}

/** The user interface for recordings; lazily loaded. */
export function Replay({ recording, player, onOpened, dialog, onDialog }: ReplayProps) {
  const close = () => onDialog(null);
  const open = (opened: Player) => {
    close();
    onOpened(opened);
  };
  if (dialog === 'save') return <SaveRecordingDialog recording={recording} onClose={close} />;
  if (dialog === 'open') return <OpenRecordingDialog onOpened={open} onClose={close} />;
  return player ? <PlayerBar player={player} onLeave={recording.leave} /> : <ReplaySign onLeave={recording.leave} />;
}
