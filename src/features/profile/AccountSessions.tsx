import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled';
import { App, Button, Flex, Typography } from 'antd';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { AccountSession } from '../../contract/auth';
import { isLost } from '../../shared/failure';
import { FailureAlert } from '../../shared/ui/feedback/FailureAlert';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { Moment } from '../../shared/ui/facts/Moment';
import { Section } from '../../shared/ui/page/Section';
import { useDeleteAccountSessionMutation, useDeleteOtherAccountSessionsMutation, useListAccountSessionsQuery } from '../auth/api';
import { agentOf } from './agent';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import attentionLineStyles from '../../shared/ui/facts/attentionLine.module.css';
import styles from './AccountSessions.module.css';
import textStyles from '../../shared/ui/page/text.module.css';

/** The account's sessions, with a button to end each (our server only). */
export function AccountSessions() {
  const sessions = useListAccountSessionsQuery();
  return (
    <Section title="sessions_of_mine.title">
      {isLost(sessions) ? (
        <LoadFailed message="sessions_of_mine.load_failed" onRetry={sessions.refetch} />
      ) : sessions.data ? (
        <Browsers sessions={sessions.data} />
      ) : (
        <LoadingRows rows={3} />
      )}
    </Section>
  );
}

function Browsers({ sessions }: { sessions: readonly AccountSession[] }) {
  const intl = useIntl();
  const { message } = App.useApp();
  const [end, ending] = useDeleteAccountSessionMutation();
  const [endOthers, endingOthers] = useDeleteOtherAccountSessionsMutation();
  const error = ending.error ?? endingOthers.error;
  const isAlone = sessions.every(({ current }) => current);

  const endOne = async (id: number) => {
    endingOthers.reset();
    const outcome = await end(id);
    if (!outcome.error) void message.success(intl.formatMessage({ id: 'sessions_of_mine.ended' }));
  };
  const endAllOthers = async () => {
    ending.reset();
    const outcome = await endOthers();
    if (!outcome.error) void message.success(intl.formatMessage({ id: 'sessions_of_mine.others_ended' }));
  };
  return (
    <Flex vertical gap={12}>
      {error && <FailureAlert title="sessions_of_mine.not_ended" error={error} isUntyped />}
      <ul className={styles.sessions}>
        {sessions.map(({ id, agent, address, created, last_used, current }) => {
          const name = nameOf(agent, intl);
          return (
            <li key={id} className={attentionLineStyles.attentionLine}>
              <Flex gap={12} align="center" justify="space-between" wrap>
                <div className={textStyles.wrapping}>
                  <Typography.Text strong title={agent}>
                    {name}
                  </Typography.Text>{' '}
                  {current && (
                    <Typography.Text type="success">
                      <CheckCircleFilled aria-hidden /> <FormattedMessage id="sessions_of_mine.this" />
                    </Typography.Text>
                  )}
                  <br />
                  <Typography.Text type="secondary">
                    <FormattedMessage
                      id="sessions_of_mine.when"
                      values={{ address, created: <Moment at={created} />, last_used: <Moment at={last_used} /> }}
                    />
                  </Typography.Text>
                </div>
                {!current && (
                  <Button
                    size="small"
                    loading={ending.isLoading && ending.originalArgs === id}
                    aria-label={intl.formatMessage({ id: 'sessions_of_mine.end_named' }, { agent: name, address })}
                    onClick={() => void endOne(id)}
                  >
                    <FormattedMessage id="sessions_of_mine.end" />
                  </Button>
                )}
              </Flex>
            </li>
          );
        })}
      </ul>
      {isAlone ? (
        <Typography.Text type="secondary">
          <FormattedMessage id="sessions_of_mine.none_else" />
        </Typography.Text>
      ) : (
        <div>
          <Button danger loading={endingOthers.isLoading} onClick={() => void endAllOthers()}>
            <FormattedMessage id="sessions_of_mine.end_others" />
          </Button>
        </div>
      )}
    </Flex>
  );
}

function nameOf(userAgent: string, intl: IntlShape): string {
  const { browser, system } = agentOf(userAgent);
  if (browser !== null && system !== null) return intl.formatMessage({ id: 'sessions_of_mine.where' }, { browser, system });
  return browser ?? system ?? intl.formatMessage({ id: 'sessions_of_mine.unknown' });
}
