import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import ClusterOutlined from '@ant-design/icons/ClusterOutlined';
import FieldTimeOutlined from '@ant-design/icons/FieldTimeOutlined';
import CreditCardOutlined from '@ant-design/icons/CreditCardOutlined';
import HistoryOutlined from '@ant-design/icons/HistoryOutlined';
import MessageOutlined from '@ant-design/icons/MessageOutlined';
import SafetyOutlined from '@ant-design/icons/SafetyOutlined';
import SendOutlined from '@ant-design/icons/SendOutlined';
import SyncOutlined from '@ant-design/icons/SyncOutlined';
import WifiOutlined from '@ant-design/icons/WifiOutlined';
import { Button, Flex, Skeleton } from 'antd';
import { useId, useRef, useState, type ReactNode } from 'react';
import { FormattedList, FormattedMessage } from 'react-intl';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import type { AttentionItem } from '../../contract/stats';
import { isLost } from '../../shared/failure';
import { listOfHotspot, paths } from '../../shared/paths';
import { FailureAlert } from '../../shared/ui/feedback/FailureAlert';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { Moment } from '../../shared/ui/facts/Moment';
import { useServerZone } from '../hotspots/api';
import { selectUser } from '../auth/slice';
import { isAbout, isAwake, useListAttentionQuery, useSnoozeAlertMutation } from './api';
import { useIsPhone } from '../../shared/useMedia';

type MessageId = FormatjsIntl.Message['ids'];

/** Number of alerts shown before "show all". */
const MOST = 8;
const MOST_ON_PHONE = 3;

/** The alerts, each with a link to what it is about. Snoozed ones come last, on demand. With a hotspot, only what is about it. */
export function AlertLines({ hotspotId, onLeave }: { hotspotId?: number; onLeave?: () => void }) {
  // The panel (which has `onLeave`) holds nothing else, and scrolls.
  const most = useIsPhone() && !onLeave ? MOST_ON_PHONE : MOST;
  const attention = useListAttentionQuery();
  const { data: all = [], isLoading, refetch } = attention;
  const items = hotspotId === undefined ? all : all.filter(isAbout(hotspotId));
  const [isWhole, setWhole] = useState(false);
  const [withSnoozed, setWithSnoozed] = useState(false);
  const lines = useRef<HTMLDivElement>(null);
  if (isLoading) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  if (isLost(attention)) return <LoadFailed message="attention.load_failed" onRetry={refetch} />;
  const awake = items.filter(isAwake);
  const snoozed = items.filter((item) => !isAwake(item));
  // Snoozing removes the button that had the focus.
  const onMoved = () => lines.current?.focus();
  const listed = (some: readonly AttentionItem[]) => (
    <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {some.map((item) => (
        <AlertLine key={item.alert} item={item} onMoved={onMoved} onLeave={onLeave} />
      ))}
    </ul>
  );
  return (
    <div ref={lines} tabIndex={-1} style={{ outline: 'none' }}>
      {awake.length === 0 && hotspotId === undefined && (
        <Flex gap={8} align="center">
          <CheckCircleOutlined aria-hidden style={{ color: 'var(--success)' }} />
          <FormattedMessage id="attention.none" />
        </Flex>
      )}
      {awake.length > 0 && listed(isWhole ? awake : awake.slice(0, most))}
      <Flex gap={16} wrap>
        {!isWhole && awake.length > most && (
          <Button type="link" style={{ paddingInline: 0 }} onClick={() => setWhole(true)}>
            <FormattedMessage id="attention.more" values={{ count: awake.length - most }} />
          </Button>
        )}
        {snoozed.length > 0 && (
          <Button type="link" style={{ paddingInline: 0 }} aria-expanded={withSnoozed} onClick={() => setWithSnoozed(!withSnoozed)}>
            <FormattedMessage id="attention.snoozed" values={{ count: snoozed.length }} />
          </Button>
        )}
      </Flex>
      {withSnoozed && snoozed.length > 0 && listed(snoozed)}
    </div>
  );
}

interface AlertLineProps {
  item: AttentionItem;
  /** Called after the alert was snoozed or unsnoozed, which moves it to the other list. */
  onMoved: () => void;
  onLeave: (() => void) | undefined;
}

function AlertLine({ item, onMoved, onLeave }: AlertLineProps) {
  const user = useSelector(selectUser);
  const [snooze, { isLoading, error }] = useSnoozeAlertMutation();
  const { icon, text } = wordsOf(item);
  const place = placeOf(item, user?.id);
  const isSnoozed = !isAwake(item);
  // Names the line's buttons, which are the same on all lines.
  const words = useId();
  const onSnooze = async () => {
    const outcome = await snooze({ alert: item.alert, snoozed: !isSnoozed });
    if (!outcome.error) onMoved();
  };
  return (
    <li className="attention-line">
      <Flex gap="0 12px" align="center" justify="space-between" wrap>
        <Flex gap={12} align="center" style={{ minWidth: 0, flex: '1 1 320px' }}>
          <span style={{ color: isSnoozed ? 'var(--textSoft)' : 'var(--warning)' }}>{icon}</span>
          <span id={words} style={{ overflowWrap: 'anywhere' }}>
            {text}
            {isSnoozed && (
              <span className="soft more">
                <FormattedMessage id="attention.snoozed_until" values={{ moment: <Moment at={item.snoozed_until} isInSentence /> }} />
              </span>
            )}
          </span>
        </Flex>
        <Flex gap={12} align="baseline" wrap className="alert-actions">
          {place && (
            <Link to={place.to} aria-describedby={words} onClick={onLeave}>
              <FormattedMessage id={place.label} />
            </Link>
          )}
          <Button type="text" size="small" aria-describedby={words} loading={isLoading} onClick={() => void onSnooze()}>
            <FormattedMessage id={isSnoozed ? 'attention.unsnooze' : 'attention.snooze'} />
          </Button>
        </Flex>
      </Flex>
      {error && <FailureAlert title={isSnoozed ? 'attention.unsnooze_failed' : 'attention.snooze_failed'} error={error} isUntyped />}
    </li>
  );
}

function wordsOf(item: AttentionItem): { icon: ReactNode; text: ReactNode } {
  switch (item.kind) {
    case 'sms_near_limit': {
      const { account_name: name, sms_count: sent, sms_max_count: maximum } = item;
      const id = sent >= maximum ? 'attention.sms_spent' : 'attention.sms_near_limit';
      return { icon: <MessageOutlined aria-hidden />, text: <FormattedMessage id={id} values={{ name, maximum, left: maximum - sent }} /> };
    }
    case 'plan_ending': {
      const { account_name: name, until, expired } = item;
      const id = expired ? 'attention.plan_ended' : 'attention.plan_ends';
      return {
        icon: <CreditCardOutlined aria-hidden />,
        text: <FormattedMessage id={id} values={{ name, day: <PlanEnd at={until} /> }} />,
      };
    }
    case 'sync_failed':
      return {
        icon: <SyncOutlined aria-hidden />,
        text: <FormattedMessage id="attention.sync_failed" values={{ integration: item.integration_name, hotspot: item.hotspot_name }} />,
      };
    case 'units_silent':
      return { icon: <WifiOutlined aria-hidden />, text: <SilentUnits item={item} /> };
    case 'short_limit':
      return {
        icon: <FieldTimeOutlined aria-hidden />,
        text: (
          <FormattedMessage id="attention.short_limit" values={{ unit: item.unit_name, hotspot: item.hotspot_name, most: item.most }} />
        ),
      };
    case 'sms_refused': {
      const { hotspot_name: hotspot, sent, unentered, reason } = item;
      const id = reason === 'country' ? 'attention.sms_country' : 'attention.sms_made_up';
      return { icon: <MessageOutlined aria-hidden />, text: <FormattedMessage id={id} values={{ hotspot, sent, unentered }} /> };
    }
    case 'messages_failing': {
      const { channel, integration_name: integration, reason, since } = item;
      const values = { integration, reason, since: <Moment at={since} isInSentence /> };
      return {
        icon: <SendOutlined aria-hidden />,
        text: <FormattedMessage id={`attention.messages_failing_${channel}`} values={values} />,
      };
    }
    case 'proxy_not_named':
      return {
        icon: <ClusterOutlined aria-hidden />,
        text: <FormattedMessage id="attention.proxy_not_named" values={{ address: item.address }} />,
      };
    case 'retention_unset':
      return { icon: <HistoryOutlined aria-hidden />, text: <FormattedMessage id="attention.retention_unset" /> };
    case 'privacy_missing':
      return {
        icon: <SafetyOutlined aria-hidden />,
        text: <FormattedMessage id="attention.privacy_missing" values={{ name: item.account_name }} />,
      };
  }
}

function SilentUnits({ item }: { item: Extract<AttentionItem, { kind: 'units_silent' }> }) {
  const { hotspot_name: hotspot, silent, units, since: at, silent_units: named } = item;
  const since = <Moment at={at} isInSentence />;
  const [first] = named;
  if (silent === 1 && first) {
    return (
      <FormattedMessage id={at === null ? 'attention.unit_never' : 'attention.unit_silent'} values={{ unit: first.name, hotspot, since }} />
    );
  }
  const others = silent - named.length;
  const names = [
    ...named.map(({ id, name }) => <span key={id}>{name}</span>),
    ...(others > 0 ? [<FormattedMessage key="others" id="attention.units_unnamed" values={{ count: others }} />] : []),
  ];
  return (
    <FormattedMessage
      id={at === null ? 'attention.units_never' : 'attention.units_silent'}
      values={{ hotspot, silent, units, since, names: <FormattedList value={names} /> }}
    />
  );
}

/** The object an alert is about; null if it isn't in the console. */
function placeOf(item: AttentionItem, ownId: number | undefined): { to: string; label: MessageId } | null {
  switch (item.kind) {
    case 'sms_near_limit':
    case 'plan_ending':
      if (item.account_id === ownId) return { to: paths.profile.to(), label: 'attention.to_profile' };
      return { to: paths.account.to(item.account_id), label: 'attention.open_account' };
    case 'sync_failed':
      return { to: listOfHotspot('integrations', item.hotspot_id) ?? paths.integrations.to(), label: 'attention.open_integrations' };
    case 'units_silent': {
      const [first] = item.silent_units;
      if (item.silent === 1 && first) return { to: paths.unit.to(first.id), label: 'attention.open_unit' };
      return { to: listOfHotspot('units', item.hotspot_id) ?? paths.units.to(), label: 'attention.open_units' };
    }
    case 'short_limit':
      return { to: paths.unit.to(item.unit_id), label: 'attention.open_unit' };
    case 'sms_refused':
      return { to: paths.hotspot.toPreferences(item.hotspot_id), label: 'attention.open_preferences' };
    case 'messages_failing':
      return { to: paths.messages.waiting(), label: 'attention.open_messages' };
    case 'proxy_not_named':
    case 'retention_unset':
      return null;
    case 'privacy_missing':
      return { to: paths.profile.to(), label: 'attention.open_profile' };
  }
}

/** The day with which a plan ends. */
function PlanEnd({ at }: { at: string | null }) {
  return <Moment at={at} dayOnly zone={useServerZone()} />;
}
