import { Button, Flex, Typography } from 'antd';
import { FormattedMessage } from 'react-intl';
import { useDispatch } from 'react-redux';
import { dialogOpened } from '../../shared/dialogs';
import { isLost } from '../../shared/failure';
import { Moment } from '../../shared/ui/facts/Moment';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { Section } from '../../shared/ui/page/Section';
import { useGetSecondFactorQuery } from '../auth/api';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';

/** Whether one's own account has a second factor, with buttons to change that (our server only). */
export function SecondFactorSection({ accountId }: { accountId: number }) {
  const dispatch = useDispatch();
  const factor = useGetSecondFactorQuery(accountId);
  return (
    <Section title="second_factor.title">
      {isLost(factor) ? (
        <LoadFailed message="second_factor.load_failed" onRetry={factor.refetch} />
      ) : !factor.data ? (
        <LoadingRows rows={2} />
      ) : factor.data.since === null ? (
        <Flex vertical gap={12} align="start">
          <Typography.Text>
            <FormattedMessage id="second_factor.off" />
          </Typography.Text>
          <Button onClick={() => dispatch(dialogOpened({ name: 'profile/second_factor_on', args: null }))}>
            <FormattedMessage id="second_factor.turn_on" />
          </Button>
        </Flex>
      ) : (
        <Flex vertical gap={12}>
          <Typography.Text>
            <FormattedMessage id="second_factor.on" values={{ since: <Moment at={factor.data.since} />, count: factor.data.codes_left }} />
          </Typography.Text>
          <Flex gap={8} wrap>
            <Button onClick={() => dispatch(dialogOpened({ name: 'profile/recovery_codes', args: null }))}>
              <FormattedMessage id="second_factor.new_codes" />
            </Button>
            <Button danger onClick={() => dispatch(dialogOpened({ name: 'profile/second_factor_off', args: null }))}>
              <FormattedMessage id="second_factor.turn_off" />
            </Button>
          </Flex>
        </Flex>
      )}
    </Section>
  );
}
