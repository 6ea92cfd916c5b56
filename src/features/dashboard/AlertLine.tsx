import BellOutlined from '@ant-design/icons-svg/es/asn/BellOutlined';
import ClockCircleOutlined from '@ant-design/icons-svg/es/asn/ClockCircleOutlined';
import ClusterOutlined from '@ant-design/icons/ClusterOutlined';
import FieldTimeOutlined from '@ant-design/icons/FieldTimeOutlined';
import CreditCardOutlined from '@ant-design/icons/CreditCardOutlined';
import HistoryOutlined from '@ant-design/icons/HistoryOutlined';
import MessageOutlined from '@ant-design/icons/MessageOutlined';
import SafetyOutlined from '@ant-design/icons/SafetyOutlined';
import SendOutlined from '@ant-design/icons/SendOutlined';
import SyncOutlined from '@ant-design/icons/SyncOutlined';
import WifiOutlined from '@ant-design/icons/WifiOutlined';
import { useId, type ReactNode } from 'react';
import { FormattedList, FormattedMessage, useIntl } from 'react-intl';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import type { AttentionItem } from '../../contract/stats';
import { listOfHotspot, paths } from '../../shared/paths';
import { IconButton } from '../../shared/ui/page/IconButton';
import { FailureAlert } from '../../shared/ui/feedback/FailureAlert';
import { Moment } from '../../shared/ui/facts/Moment';
import { useServerZone } from '../hotspots/api';
import { selectUser } from '../auth/slice';
import { isAwake, useSnoozeAlertMutation } from './api';
import styles from './AlertLines.module.css';
import attentionLineStyles from '../../shared/ui/facts/attentionLine.module.css';
import textStyles from '../../shared/ui/page/text.module.css';

type MessageId = FormatjsIntl.Message['ids'];
export const DAY = 86_400_000;

/** Snoozing alerts, or showing them again, and what to say when it fails. */
export function useSnoozing(items: readonly AttentionItem[]) {
  const [snooze, { isLoading, error }] = useSnoozeAlertMutation();
  const isSnoozed = !items.every(isAwake);
  const [first, ...others] = items.map(({ alert }) => alert);
  const failure = error && (
    <FailureAlert title={isSnoozed ? 'attention.unsnooze_failed' : 'attention.snooze_failed'} error={error} isUntyped />
  );
  return {
    isSnoozed,
    isLoading,
    failure,
    toggle: () => {
      if (first !== undefined) void snooze({ alert: others.length === 0 ? first : [first, ...others], snoozed: !isSnoozed });
    },
  };
}

interface SnoozeButtonProps {
  isSnoozed: boolean;
  isLoading: boolean;
  toggle: () => void;
  /** Id of the line's text, which tells apart the buttons of different lines. */
  textId: string;
}

export function SnoozeButton({ isSnoozed, isLoading, toggle, textId }: SnoozeButtonProps) {
  const label = useIntl().formatMessage({ id: isSnoozed ? 'attention.unsnooze' : 'attention.snooze' });
  return (
    <IconButton
      icon={isSnoozed ? BellOutlined : ClockCircleOutlined}
      label={label}
      title={label}
      aria-describedby={textId}
      isLoading={isLoading}
      onClick={toggle}
    />
  );
}

interface AlertLineProps {
  item: AttentionItem;
  /** Whether it belongs to a group, whose line has the icon already. */
  isOfGroup?: boolean;
  onLeave: (() => void) | undefined;
}

export function AlertLine({ item, isOfGroup = false, onLeave }: AlertLineProps) {
  const user = useSelector(selectUser);
  const snoozing = useSnoozing([item]);
  const { icon, text } = alertText(item);
  const link = linkOf(item, user?.id);
  const { isSnoozed } = snoozing;
  // The buttons of all lines have the same name, so refer to the line's text.
  const labelId = useId();
  return (
    <li className={attentionLineStyles.attentionLine}>
      <div className={styles.line}>
        <div className={styles.textAndActions}>
          <div className={styles.alertText}>
            {!isOfGroup && <span className={isSnoozed ? textStyles.soft : textStyles.warning}>{icon}</span>}
            <span id={labelId} className={textStyles.anywhere}>
              {text}
              {isSnoozed && (
                <span className="soft more">
                  <FormattedMessage id="attention.snoozed_until" values={{ moment: <Moment at={item.snoozed_until} isInSentence /> }} />
                </span>
              )}
            </span>
          </div>
          {link && (
            <span className={isOfGroup ? undefined : styles.alertActions}>
              <Link to={link.to} aria-describedby={labelId} onClick={onLeave}>
                <FormattedMessage id={link.label} />
              </Link>
            </span>
          )}
        </div>
        <SnoozeButton {...snoozing} textId={labelId} />
      </div>
      {snoozing.failure}
    </li>
  );
}

export function alertText(item: AttentionItem): { icon: ReactNode; text: ReactNode } {
  switch (item.kind) {
    case 'sms_near_limit': {
      const { account_name: name, sms_count: sent, sms_max_count: maximum } = item;
      const id = sent >= maximum ? 'attention.sms_spent' : 'attention.sms_near_limit';
      return {
        icon: <MessageOutlined aria-hidden />,
        text: <FormattedMessage id={id} values={{ name, maximum, remaining: maximum - sent }} />,
      };
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
  const { hotspot_name: hotspot, silent, units, since: at, silent_units: unitNames } = item;
  const since = <Moment at={at} isInSentence />;
  const [first] = unitNames;
  if (silent === 1 && first) {
    return (
      <FormattedMessage id={at === null ? 'attention.unit_never' : 'attention.unit_silent'} values={{ unit: first.name, hotspot, since }} />
    );
  }
  const others = silent - unitNames.length;
  const names = [
    ...unitNames.map(({ id, name }) => <span key={id}>{name}</span>),
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
function linkOf(item: AttentionItem, ownId: number | undefined): { to: string; label: MessageId } | null {
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

/** The last day of a plan. */
function PlanEnd({ at }: { at: string | null }) {
  return <Moment at={at} dayOnly zone={useServerZone()} />;
}
