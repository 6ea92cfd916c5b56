import { Alert, Button, Flex } from 'antd';
import { FormattedList, FormattedMessage } from 'react-intl';

interface OvertakenAlertProps {
  /** The fields that somebody else changed since they were changed here. */
  fields: readonly React.ReactNode[];
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}

/** Shown in a settings form when somebody else saved a field that is changed here. */
export function OvertakenAlert({ fields, onTakeTheirs, onKeepMine }: OvertakenAlertProps) {
  if (fields.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={<FormattedMessage id="stale.title" />}
      description={
        <Flex vertical gap={12}>
          <span>
            <FormattedMessage id="stale.overtaken" /> <FormattedList value={fields} />
          </span>
          <Flex gap={8} wrap>
            <Button onClick={onTakeTheirs}>
              <FormattedMessage id="stale.take_theirs" />
            </Button>
            <Button onClick={onKeepMine}>
              <FormattedMessage id="stale.keep_mine" />
            </Button>
          </Flex>
        </Flex>
      }
    />
  );
}
