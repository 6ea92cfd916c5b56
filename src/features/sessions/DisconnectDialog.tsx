import { Alert, Button, Flex } from 'antd';
import { FormattedMessage } from 'react-intl';
import type { Disconnected } from '../../contract/sessions';
import type { DialogProps, DialogsOf } from '../../shared/dialogs';
import { Dialog } from '../../shared/ui/dialog/Dialog';
import { FailureAlert } from '../../shared/ui/feedback/FailureAlert';
import { requestText } from './unitRequests';
import { useDisconnectSessionMutation } from './api';

declare module '../../shared/dialogs' {
  interface DialogTable {
    'sessions/disconnect': { id: number };
  }
}

/** Asks a unit to end a session, and shows the unit's reply. */
function DisconnectDialog({ args: { id }, onClose }: DialogProps<'sessions/disconnect'>) {
  const [disconnect, { data: answer, error, isLoading }] = useDisconnectSessionMutation();
  const isEnding = answer?.outcome === 'acknowledged' || answer?.outcome === 'ended';
  return (
    <Dialog
      title={<FormattedMessage id="sessions.disconnect_title" />}
      onCancel={onClose}
      footer={
        <Flex gap={8} justify="end">
          <Button onClick={onClose}>
            <FormattedMessage id={answer ? 'common.close' : 'common.cancel'} />
          </Button>
          {!isEnding && (
            <Button type="primary" danger loading={isLoading} onClick={() => void disconnect(id)}>
              <FormattedMessage id="sessions.disconnect" />
            </Button>
          )}
        </Flex>
      }
    >
      <p>
        <FormattedMessage id="sessions.disconnect_what" />
      </p>
      <div role="status">
        {!isLoading && answer && <Outcome answer={answer} />}
        {!isLoading && error && <FailureAlert title="sessions.disconnect_failed" error={error} isUntyped />}
      </div>
    </Dialog>
  );
}

const TYPES = {
  acknowledged: 'success',
  ended: 'success',
  refused: 'error',
  no_answer: 'warning',
  with_next_report: 'info',
  not_reported: 'warning',
} as const;

function Outcome({ answer: { outcome, cause } }: { answer: Disconnected }) {
  const message = outcome === 'not_reported' ? 'sessions.disconnect_not_reported' : requestText({ what: 'disconnect', outcome });
  return (
    <Alert
      type={TYPES[outcome]}
      showIcon
      title={<FormattedMessage id={message} values={{ cause }} />}
      description={outcome === 'no_answer' && <FormattedMessage id="sessions.disconnect_advice" />}
    />
  );
}

export const sessionDialogs: DialogsOf<'sessions'> = { 'sessions/disconnect': DisconnectDialog };
