import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled';
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined';
import CloseCircleFilled from '@ant-design/icons/CloseCircleFilled';
import { Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { UnitRadius as RadiusState } from '../../contract/units';
import { CodeText } from '../../shared/ui/facts/Facts';
import { Moment } from '../../shared/ui/facts/Moment';
import { RefusalReason } from '../../shared/ui/feedback/RefusalReason';
import { UnitWarnings } from './UnitWarnings';
import { classes } from '../../shared/ui/plain/classes';
import textStyles from '../../shared/ui/page/text.module.css';

interface ConnectionStatusProps {
  radius: RadiusState;
  /** Null for units that don't identify themselves by it. */
  nasIdentifier: string | null;
}

/** Whether the unit has been heard and a guest could log in there, and what is wrong if not; announced when it changes. */
export function ConnectionStatus({ radius, nasIdentifier }: ConnectionStatusProps) {
  const { heard: contact, last_login } = radius;
  return (
    <Flex vertical gap={16}>
      <div role="status">
        <Line state={contact ? 'done' : 'waiting'}>
          {contact ? (
            <FormattedMessage
              id="units.connect_heard"
              values={{ moment: <Moment at={contact.at} />, address: <bdi>{contact.address}</bdi> }}
            />
          ) : (
            <FormattedMessage id="units.connect_waiting" />
          )}
        </Line>
        {contact && !last_login && (
          <Line state="waiting">
            <FormattedMessage id="units.connect_log_in" />
          </Line>
        )}
        {last_login && last_login.refusal === '' && (
          <Line state="done">
            <FormattedMessage
              id="units.connect_granted"
              values={{ moment: <Moment at={last_login.at} />, device: last_login.device_mac }}
            />
          </Line>
        )}
        {last_login && last_login.refusal !== '' && (
          <Line state="failed">
            <FormattedMessage
              id="units.connect_refused"
              values={{ moment: <Moment at={last_login.at} />, reason: <RefusalReason code={last_login.refusal} /> }}
            />
          </Line>
        )}
      </div>
      {!contact && nasIdentifier !== null && (
        <Typography.Text type="secondary">
          <FormattedMessage id="units.connect_nothing" values={{ identifier: <CodeText text={nasIdentifier} /> }} />
        </Typography.Text>
      )}
      <UnitWarnings radius={radius} />
    </Flex>
  );
}

function Line({ state, children }: { state: 'done' | 'failed' | 'waiting'; children: ReactNode }) {
  const SIGNS = {
    done: <CheckCircleFilled aria-hidden className={classes(textStyles.success)} />,
    failed: <CloseCircleFilled aria-hidden className={classes(textStyles.error)} />,
    waiting: <ClockCircleOutlined aria-hidden className={classes(textStyles.soft)} />,
  };
  return (
    <Flex gap={8} align="baseline">
      {SIGNS[state]}
      <span>{children}</span>
    </Flex>
  );
}
