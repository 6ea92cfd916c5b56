import { CheckCircleFilled, ClockCircleOutlined, CloseCircleFilled } from '@ant-design/icons';
import { Flex, theme } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { RefusalCode } from '../../contract/access';
import type { UnitRadius as Told } from '../../contract/units';
import { Moment } from '../../shared/ui/Moment';
import { UnitWarnings } from './UnitWarnings';

const REASONS: Record<RefusalCode, FormatjsIntl.Message['ids']> = {
  not_known: 'access.not_known',
  wrong_secret: 'access.wrong_secret',
  too_many_tries: 'access.too_many_tries',
  way_off: 'access.way_off',
  registration_needed: 'access.registration_needed',
  login_needed: 'access.login_needed',
  no_uses_left: 'access.no_uses_left',
  too_early: 'access.too_early',
  expired: 'access.expired',
  other_unit: 'access.other_unit',
  used_up_today: 'access.used_up_today',
  time_used_up: 'access.time_used_up',
  traffic_used_up: 'access.traffic_used_up',
};

/** Whether the unit has been heard and a guest could log in there, and what is wrong if not; announced when it changes. */
export function FirstWord({ radius }: { radius: Told }) {
  const { heard, last_login } = radius;
  return (
    <Flex vertical gap={16}>
      <div role="status">
        <Line state={heard ? 'done' : 'waiting'}>
          {heard ? (
            <FormattedMessage id="units.connect_heard" values={{ moment: <Moment at={heard.at} />, address: <bdi>{heard.address}</bdi> }} />
          ) : (
            <FormattedMessage id="units.connect_waiting" />
          )}
        </Line>
        {heard && !last_login && (
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
              values={{ moment: <Moment at={last_login.at} />, reason: <FormattedMessage id={REASONS[last_login.refusal]} /> }}
            />
          </Line>
        )}
      </div>
      <UnitWarnings radius={radius} />
    </Flex>
  );
}

function Line({ state, children }: { state: 'done' | 'failed' | 'waiting'; children: ReactNode }) {
  const { token } = theme.useToken();
  const SIGNS = {
    done: <CheckCircleFilled aria-hidden style={{ color: token.colorSuccess }} />,
    failed: <CloseCircleFilled aria-hidden style={{ color: token.colorError }} />,
    waiting: <ClockCircleOutlined aria-hidden style={{ color: token.colorTextSecondary }} />,
  };
  return (
    <Flex gap={8} align="baseline">
      {SIGNS[state]}
      <span>{children}</span>
    </Flex>
  );
}
