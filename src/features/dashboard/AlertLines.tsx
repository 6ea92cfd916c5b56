import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import DownOutlined from '@ant-design/icons/DownOutlined';
import UpOutlined from '@ant-design/icons/UpOutlined';
import { Button, Flex } from 'antd';
import { useDeferredValue, useEffect, useId, useRef, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { groupOf, type AlertGroup } from '../../contract/plain/alertGroups';
import type { AttentionItem } from '../../contract/stats';
import { isLost } from '../../shared/failure';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed';
import { useNow } from '../../shared/ui/facts/useNow';
import { useFold } from '../../shared/ui/page/useFold';
import { isAbout, isAwake, useListAttentionQuery } from './api';
import { useIsPhone } from '../../shared/useMedia';
import { LoadingRows } from '../../shared/ui/feedback/LoadingRows';
import styles from './AlertLines.module.css';
import attentionLineStyles from '../../shared/ui/facts/attentionLine.module.css';
import textStyles from '../../shared/ui/page/text.module.css';
import { classes } from '../../shared/ui/plain/classes';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { DAY, useSnoozing, SnoozeButton, AlertLine, alertText } from './AlertLine';

/** Number of lines shown before "and more". */
const MOST = 5;
const MOST_ON_PHONE = 3;
const MOST_OF_GROUP = 8;

/**
 * The alerts, most severe first. Each group is one line, which unfolds in place, or the alert itself if it has only one. Each alert links
 * to its object. Snoozed ones come last, on demand. `hotspotId`: only this hotspot's.
 */
export function AlertLines({ hotspotId, onLeave }: { hotspotId?: number; onLeave?: () => void }) {
  // Fewer on a phone, except in the panel (which has `onLeave`): it contains nothing else, and scrolls.
  const most = useIsPhone() && !onLeave ? MOST_ON_PHONE : MOST;
  const attention = useListAttentionQuery();
  const { data: all = [], isLoading, refetch } = attention;
  const snoozedFold = useFold('alerts/snoozed');
  const lines = useFocusFallback();
  if (isLoading) return <LoadingRows rows={2} />;
  if (isLost(attention)) return <LoadFailed message="attention.load_failed" onRetry={refetch} />;
  const items = hotspotId === undefined ? all : all.filter(isAbout(hotspotId));
  const awake = items.filter(isAwake);
  const snoozed = items.filter((item) => !isAwake(item));
  return (
    <div {...lines}>
      {awake.length === 0 && hotspotId === undefined && (
        <Flex gap={8} align="center">
          <CheckCircleOutlined aria-hidden className={classes(textStyles.success)} />
          <FormattedMessage id="attention.none" />
        </Flex>
      )}
      <LongList fold="alerts/more" most={most}>
        {groupsOf(awake).map(({ group, items: some }) =>
          some.length === 1 ? (
            <Alerts key={group} items={some} onLeave={onLeave} />
          ) : (
            <GroupLine key={group} group={group} items={some} onLeave={onLeave} />
          ),
        )}
      </LongList>
      {snoozed.length > 0 && (
        <>
          <Button
            type="link"
            className={classes(spacingStyles.noPaddingInline)}
            aria-expanded={snoozedFold.isOpen}
            onClick={snoozedFold.toggle}
          >
            <FormattedMessage id="attention.snoozed" values={{ count: snoozed.length }} />
          </Button>
          {snoozedFold.isOpen && (
            <ul className={styles.alertLines}>
              <Alerts items={snoozed} onLeave={onLeave} />
            </ul>
          )}
        </>
      )}
    </div>
  );
}

/** The alerts by group. Groups are ordered by their first alert, which is their most severe one. */
function groupsOf(items: readonly AttentionItem[]): { group: AlertGroup; items: AttentionItem[] }[] {
  const groups = new Map<AlertGroup, AttentionItem[]>();
  for (const item of items) {
    const group = groups.get(groupOf(item));
    if (group) group.push(item);
    else groups.set(groupOf(item), [item]);
  }
  return [...groups].map(([group, some]) => ({ group, items: some }));
}

/** Props of an element that takes the focus when the focused element disappears: an alert that was snoozed, or has ended. */
function useFocusFallback() {
  const ref = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) ref.current?.focus();
  });
  return {
    ref,
    tabIndex: -1,
    style: { outline: 'none' },
    onFocus: () => {
      hasFocus.current = true;
    },
    onBlur: () => {
      hasFocus.current = false;
    },
  };
}

function LongList({ fold, most, children }: { fold: string; most: number; children: readonly ReactNode[] }) {
  const { isOpen, toggle } = useFold(fold);
  if (children.length === 0) return null;
  const others = children.length - most;
  return (
    <>
      <ul className={styles.alertLines}>{isOpen ? children : children.slice(0, most)}</ul>
      {!isOpen && others > 0 && (
        <Button type="link" className={classes(spacingStyles.noPaddingInline)} onClick={toggle}>
          <FormattedMessage id="attention.more" values={{ count: others }} />
        </Button>
      )}
    </>
  );
}

const Alerts = ({ items, onLeave }: { items: readonly AttentionItem[]; onLeave: (() => void) | undefined }) =>
  items.map((item) => <AlertLine key={item.alert} item={item} onLeave={onLeave} />);

/** The alerts of a group as one line, and below it each alert once it is unfolded. */
function GroupLine({ group, items, onLeave }: { group: AlertGroup; items: readonly AttentionItem[]; onLeave: (() => void) | undefined }) {
  const { isOpen, toggle } = useFold(`alerts/${group}`);
  // The arrow turns at once, before the alerts are rendered.
  const showsAlerts = useDeferredValue(isOpen);
  const snoozing = useSnoozing(items);
  const labelId = useId();
  const [first] = items;
  if (!first) return null;
  return (
    <li className={attentionLineStyles.attentionLine}>
      <div className={styles.line}>
        <button type="button" className={styles.alertGroup} id={labelId} aria-expanded={isOpen} onClick={toggle}>
          <span className={textStyles.warning}>{alertText(first).icon}</span>
          <span>
            <GroupText group={group} items={items} />
          </span>
          {isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
        </button>
        <SnoozeButton {...snoozing} textId={labelId} />
      </div>
      {snoozing.failure}
      {showsAlerts && (
        <div className={styles.alertsOfGroup}>
          <LongList fold={`alerts/${group}/more`} most={MOST_OF_GROUP}>
            {items.map((item) => (
              <AlertLine key={item.alert} item={item} isOfGroup onLeave={onLeave} />
            ))}
          </LongList>
        </div>
      )}
    </li>
  );
}

function GroupText({ group, items }: { group: AlertGroup; items: readonly AttentionItem[] }) {
  const now = useNow();
  const count = items.length;
  if (group !== 'units_silent') return <FormattedMessage id={`attention.group_${group}`} values={{ count }} />;
  const silent = items.map((item) => (item.kind === 'units_silent' ? item : null)).filter((item) => item !== null);
  const longest = Math.min(...silent.map((item) => Date.parse(item.longest ?? '')).filter((at) => !Number.isNaN(at)));
  const days = Number.isFinite(longest) ? Math.floor((now - longest) / DAY) : 0;
  const units = silent.reduce((sum, item) => sum + item.silent, 0);
  return <FormattedMessage id="attention.group_units_silent" values={{ units, count, days }} />;
}
