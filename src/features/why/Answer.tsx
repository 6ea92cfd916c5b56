import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled';
import CloseCircleFilled from '@ant-design/icons/CloseCircleFilled';
import MinusCircleOutlined from '@ant-design/icons/MinusCircleOutlined';
import { Alert, Button, Flex } from 'antd';
import type { ReactNode } from 'react';
import { FormattedList, FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { Link, useNavigate } from 'react-router-dom';
import { isPrivateMac } from '../../contract/plain/macAddress';
import type { Role } from '../../contract/plain/roles';
import type { Check, Checked, Explanation } from '../../contract/why';
import { paths } from '../../shared/paths';
import { Moment } from '../../shared/ui/facts/Moment';
import { RemainingAccess } from '../../shared/ui/facts/RemainingAccess';
import { RefusalReason } from '../../shared/ui/feedback/RefusalReason';
import { Section } from '../../shared/ui/page/Section';
import { actFor } from './acts';
import plainListStyles from '../../shared/ui/page/plainList.module.css';
import textStyles from '../../shared/ui/page/text.module.css';
import { classes } from '../../shared/ui/plain/classes';
import styles from './Answer.module.css';

type MessageId = FormatjsIntl.Message['ids'];

const NAMES: Record<Check, MessageId> = {
  device: 'why.device',
  unit: 'why.unit',
  open: 'why.open',
  known: 'why.known',
  valid: 'why.valid',
  limits: 'why.limits',
  elsewhere: 'why.elsewhere',
  speed: 'why.speed',
};

const STATES: Record<Checked['state'], MessageId> = { ok: 'why.ok', failed: 'why.failed', unknown: 'why.unknown' };

const SIGNS: Record<Checked['state'], ReactNode> = {
  ok: <CheckCircleFilled aria-hidden className={classes(textStyles.success)} />,
  failed: <CloseCircleFilled aria-hidden className={classes(textStyles.error)} />,
  unknown: <MinusCircleOutlined aria-hidden className={classes(textStyles.soft)} />,
};

/** Whom the answer is about, what prevents access, each check with its result, and the last refused attempts. */
export function Answer({ answer, role }: { answer: Explanation; role: Role }) {
  const intl = useIntl();
  const first = answer.checks.find(({ state }) => state === 'failed');
  return (
    <>
      <Subject answer={answer} role={role} />
      <Alert
        type={first ? 'warning' : 'success'}
        showIcon
        role="status"
        title={
          answer.online ? (
            <FormattedMessage
              id="why.online"
              values={{ since: <Moment at={answer.online.since} />, unit: answer.online.unit_name || '–' }}
            />
          ) : first ? (
            <FormattedMessage id="why.first" values={{ check: intl.formatMessage({ id: NAMES[first.check] }) }} />
          ) : (
            <FormattedMessage id="why.nothing" />
          )
        }
      />
      <ol className={styles.checks} aria-label={intl.formatMessage({ id: 'why.checks' })}>
        {answer.checks.map((checked) => (
          <li key={checked.check}>
            {SIGNS[checked.state]}
            <div>
              <strong>
                <FormattedMessage id={NAMES[checked.check]} />
              </strong>
              <span className={classes(styles.state, 'soft')}>
                <FormattedMessage id={STATES[checked.state]} />
              </span>
              <div>
                <Detail checked={checked} answer={answer} />
              </div>
            </div>
            {checked.state === 'failed' && <ActButton checked={checked} answer={answer} role={role} isFirst={checked === first} />}
          </li>
        ))}
      </ol>
      {answer.tries.length > 0 && (
        <Section title="guests.tries">
          <ul className={plainListStyles.plainList}>
            {answer.tries.map(({ at, unit_name, device_mac, refusal }) => (
              <li key={`${at ?? ''} ${device_mac}`} className={textStyles.anywhere}>
                <FormattedMessage
                  id="guests.try"
                  values={{
                    moment: <Moment at={at} isShort />,
                    unit: <bdi>{unit_name || '–'}</bdi>,
                    reason: <RefusalReason code={refusal} />,
                  }}
                />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function Subject({
  answer: { guest, voucher, code, device_mac, unit, hotspot_id, hotspot_name },
  role,
}: {
  answer: Explanation;
  role: Role;
}) {
  const parts = [
    ...(guest
      ? [
          <Link key="guest" to={paths.guest.to(guest.id, guest.archived)}>
            <bdi>{guest.name}</bdi>
          </Link>,
        ]
      : []),
    ...(voucher && voucher.code.toLowerCase() !== guest?.name.toLowerCase()
      ? [
          <Link key="voucher" to={paths.hotspot.toVoucher(hotspot_id, voucher.code)}>
            <bdi>{voucher.code}</bdi>
          </Link>,
        ]
      : []),
    ...(code === '' ? [] : [<bdi key="code">{code}</bdi>]),
    ...(device_mac === '' || device_mac === guest?.name ? [] : [<bdi key="device">{device_mac}</bdi>]),
    // Everybody at a unit.
    ...(unit && !guest && !voucher && code === '' && device_mac === ''
      ? [
          role === 'desk' ? (
            <bdi key="unit">{unit.name}</bdi>
          ) : (
            <Link key="unit" to={paths.unit.to(unit.id)}>
              <bdi>{unit.name}</bdi>
            </Link>
          ),
        ]
      : []),
    role === 'desk' ? (
      <span key="hotspot">{hotspot_name}</span>
    ) : (
      <Link key="hotspot" to={paths.hotspot.to(hotspot_id)}>
        {hotspot_name}
      </Link>
    ),
  ];
  return (
    <Flex component="h2" className={classes(styles.subject)} gap="0 12px" wrap>
      {parts}
    </Flex>
  );
}

function ActButton({ checked, answer, role, isFirst }: { checked: Checked; answer: Explanation; role: Role; isFirst: boolean }) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const act = actFor(checked, answer, role);
  if (!act) return null;
  return (
    <Button
      type={isFirst ? 'primary' : 'default'}
      {...('to' in act
        ? {
            href: `#${act.to}`,
            onClick: (event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              void navigate(act.to);
            },
          }
        : { onClick: () => dispatch(act.opens) })}
    >
      <FormattedMessage id={act.message} />
    </Button>
  );
}

/** What is known about a check, in a sentence. */
function Detail({ checked, answer }: { checked: Checked; answer: Explanation }) {
  const { check, state, refusals } = checked;
  const reason = refusals.length > 0 && (
    <FormattedMessage
      id="why.because"
      values={{
        reasons: (
          <FormattedList
            value={refusals.map((code) => (
              <RefusalReason key={code} code={code} />
            ))}
          />
        ),
      }}
    />
  );
  const unknown = <FormattedMessage id="why.not_checked" />;
  switch (check) {
    case 'device':
      return <DeviceDetail state={state} answer={answer} />;
    case 'unit':
      return state === 'unknown' ? unknown : <UnitDetail unit={answer.unit} isReporting={state === 'ok'} />;
    case 'open':
      return reason || (state === 'ok' ? <FormattedMessage id="why.open_ok" /> : unknown);
    case 'known':
      return reason || (state === 'ok' ? <FormattedMessage id={answer.guest ? 'why.known_guest' : 'why.known_code'} /> : unknown);
    case 'valid': {
      const until = <Moment at={answer.until} isInSentence />;
      if (refusals.includes('expired') && answer.until !== null)
        return <FormattedMessage id="why.valid_ended" values={{ moment: until }} />;
      if (refusals.includes('too_early'))
        return <FormattedMessage id="why.valid_begins" values={{ moment: <Moment at={answer.guest?.valid_from} isInSentence /> }} />;
      if (reason || state !== 'ok') return reason || unknown;
      return answer.until === null ? (
        <FormattedMessage id="why.valid_unstarted" />
      ) : (
        <FormattedMessage id="why.valid_until" values={{ moment: until }} />
      );
    }
    case 'limits':
      return reason || (state === 'ok' ? <LimitsDetail answer={answer} /> : unknown);
    case 'elsewhere':
      if (refusals.length === 0) return state === 'ok' ? <FormattedMessage id="why.elsewhere_ok" /> : unknown;
      return (
        <>
          {reason}
          {answer.elsewhere && (
            <>
              {' '}
              <FormattedMessage
                id="why.elsewhere_session"
                values={{
                  device: <bdi>{answer.elsewhere.device_mac}</bdi>,
                  unit: <bdi>{answer.elsewhere.unit_name || '–'}</bdi>,
                  since: <Moment at={answer.elsewhere.since} isInSentence />,
                }}
              />
            </>
          )}
        </>
      );
    case 'speed':
      return state === 'unknown' ? unknown : <SpeedDetail answer={answer} />;
  }
}

function DeviceDetail({ state, answer: { device_mac, device_seen } }: { state: Checked['state']; answer: Explanation }) {
  const device = <bdi>{device_mac}</bdi>;
  return (
    <>
      {state === 'unknown' ? (
        <FormattedMessage id="why.device_unknown" />
      ) : state === 'failed' ? (
        <FormattedMessage id={device_mac === '' ? 'why.device_none' : 'why.device_never'} values={{ device }} />
      ) : (
        <FormattedMessage
          id={device_mac === '' ? 'why.device_some' : 'why.device_seen'}
          values={{ device, moment: <Moment at={device_seen} isInSentence /> }}
        />
      )}
      {state === 'failed' && isPrivateMac(device_mac) && (
        <>
          {' '}
          <FormattedMessage id="why.device_private" />
        </>
      )}
    </>
  );
}

function UnitDetail({ unit, isReporting }: { unit: Explanation['unit']; isReporting: boolean }) {
  if (!unit) return <FormattedMessage id="why.unit_none" />;
  const { last_seen } = unit.activity;
  const message = isReporting ? 'why.unit_heard' : last_seen === null ? 'why.unit_never' : 'why.unit_silent';
  return <FormattedMessage id={message} values={{ name: <bdi>{unit.name}</bdi>, moment: <Moment at={last_seen} isInSentence /> }} />;
}

function LimitsDetail({ answer: { seconds_left: seconds, bytes_left: bytes } }: { answer: Explanation }) {
  return seconds === null && bytes === null ? <FormattedMessage id="why.limits_ok" /> : <RemainingAccess seconds={seconds} bytes={bytes} />;
}

function SpeedDetail({ answer: { kbps_down, kbps_up, speed_of } }: { answer: Explanation }) {
  const intl = useIntl();
  if (speed_of === null) return <FormattedMessage id="why.speed_ok" />;
  const rate = (kbps: number | null) =>
    kbps === null ? intl.formatMessage({ id: 'common.no_limit' }) : intl.formatMessage({ id: 'guests.kbps' }, { rate: kbps });
  return <FormattedMessage id="why.speed_limit" values={{ down: rate(kbps_down), up: rate(kbps_up), whose: speed_of }} />;
}
