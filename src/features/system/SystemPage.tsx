import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import CloseCircleOutlined from '@ant-design/icons/CloseCircleOutlined';
import CopyOutlined from '@ant-design/icons/CopyOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import WarningOutlined from '@ant-design/icons/WarningOutlined';
import { Button, Flex } from 'antd';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { SystemState } from '../../contract/system';
import { SYSTEM_CHECKS, SYSTEM_GROUPS } from '../../contract/plain/systemChecks';
import { Moment } from '../../shared/ui/facts/Moment';
import { FailureAlert } from '../../shared/ui/feedback/FailureAlert';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { useCopy } from '../../shared/ui/feedback/useCopy';
import { PageHead } from '../../shared/ui/page/PageHead';
import { Section } from '../../shared/ui/page/Section';
import { useTitle } from '../../shared/ui/page/useTitle';
import { useGetSystemStateQuery } from './api';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import styles from './SystemPage.module.css';

type Finding = SystemState['checks'][number] & { state: 'warning' | 'wrong' };

/** Errors before warnings; within each, in the order of the table. */
const findingsIn = ({ checks }: SystemState): Finding[] =>
  (['wrong', 'warning'] as const).flatMap((state) => checks.filter((one) => one.state === state).map((one) => ({ ...one, state })));

/** What is wrong with the installation, and how to fix it: what `portico doctor` reports, for the running server. */
export function SystemPage() {
  useTitle('system.title');
  const intl = useIntl();
  const found = useRef<HTMLDivElement>(null);
  const copy = useCopy(found);
  const { data: system, error, isFetching, refetch } = useGetSystemStateQuery(undefined, { refetchOnReconnect: false });
  const failure = isFetching ? undefined : error;
  if (!system) {
    if (failure) return <LoadFailed message="system.load_failed" onRetry={refetch} />;
    return (
      <>
        <PageHead title={<FormattedMessage id="system.title" />} state={<FormattedMessage id="system.checking" />} />
        <LoadingRows rows={8} />
      </>
    );
  }
  const findings = findingsIn(system);
  const text = [
    `Portico ${system.version}, ${system.examined}`,
    ...findings.map(({ check, state, detail }) =>
      [
        `${intl.formatMessage({ id: `system.${state}` })}: ${intl.formatMessage({ id: `system.check_${check}` })} (${check})`,
        ...[...detail.split('\n'), intl.formatMessage({ id: `system.mend_${check}` })].map((line) => `  ${line}`),
      ].join('\n'),
    ),
    ...(findings.length === 0 ? [intl.formatMessage({ id: 'system.nothing' })] : []),
  ].join('\n\n');
  return (
    <>
      <PageHead
        title={<FormattedMessage id="system.title" />}
        state={
          <span role="status">
            <FormattedMessage
              id="system.state"
              values={{ found: findings.length, all: system.checks.length, when: <Moment at={system.examined} /> }}
            />
          </span>
        }
        actions={
          <>
            <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy(text)}>
              <FormattedMessage id="system.copy" />
            </Button>
            <Button type="primary" icon={<ReloadOutlined aria-hidden />} loading={isFetching} onClick={() => void refetch()}>
              <FormattedMessage id="system.again" />
            </Button>
          </>
        }
      />
      <Flex vertical gap={16} ref={found}>
        {failure && <FailureAlert title="system.not_checked" error={failure} isUntyped />}
        {findings.length > 0 && (
          <Section title="system.found">
            <ul className={styles.findings}>
              {findings.map((finding) => (
                <Found key={finding.check} finding={finding} />
              ))}
            </ul>
          </Section>
        )}
        <Section title="system.fine">
          <Fine system={system} />
        </Section>
      </Flex>
    </>
  );
}

function Found({ finding: { check, state, detail } }: { finding: Finding }) {
  const isWrong = state === 'wrong';
  return (
    <li>
      {isWrong ? (
        <CloseCircleOutlined aria-hidden style={{ color: 'var(--error)' }} />
      ) : (
        <WarningOutlined aria-hidden style={{ color: 'var(--warning)' }} />
      )}
      <div>
        <strong>
          <FormattedMessage id={`system.check_${check}`} />
        </strong>
        <span className={styles.state} style={{ color: isWrong ? 'var(--error)' : 'var(--warning)' }}>
          <FormattedMessage id={`system.${state}`} />
        </span>
        <p>
          <FormattedMessage id={`system.mend_${check}`} />
        </p>
        <p className={styles.detail} lang="en" dir="ltr">
          {detail}
        </p>
      </div>
    </li>
  );
}

/** The checks that found no problem, by group. */
function Fine({ system }: { system: SystemState }) {
  const fine = new Set<string>(system.checks.filter(({ state }) => state === 'ok').map(({ check }) => check));
  const groups = SYSTEM_GROUPS.map((group) => ({ group, checks: SYSTEM_CHECKS[group].filter((check) => fine.has(check)) }));
  return (
    <div className={styles.groups}>
      {groups
        .filter(({ checks }) => checks.length > 0)
        .map(({ group, checks }) => (
          <div key={group}>
            <h3>
              <FormattedMessage id={`system.group_${group}`} />
            </h3>
            <ul>
              {checks.map((check) => (
                <li key={check}>
                  <CheckCircleOutlined aria-hidden style={{ color: 'var(--success)' }} /> <FormattedMessage id={`system.check_${check}`} />
                </li>
              ))}
            </ul>
          </div>
        ))}
    </div>
  );
}
