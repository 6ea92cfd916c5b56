import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined';
import CloseCircleOutlined from '@ant-design/icons/CloseCircleOutlined';
import SendOutlined from '@ant-design/icons/SendOutlined';
import { App, Flex, Select } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import type { OutboxMessage } from '../../contract/messages';
import { MESSAGE_KINDS, MESSAGE_STATES } from '../../contract/plain/wire';
import { DayFilters } from '../../shared/list/DayFilters';
import { momentsOf } from '../../shared/list/dayWindow';
import { idFilter, textFilter } from '../../shared/list/filters';
import { ListPage } from '../../shared/list/ListPage';
import { PagedTable } from '../../shared/list/PagedTable';
import { useColumns } from '../../shared/list/useColumns';
import { listKind, useListPage } from '../../shared/list/useListPage';
import { paths } from '../../shared/paths';
import { Clipped } from '../../shared/ui/facts/Clipped';
import type { Column } from '../../shared/ui/table/DataCards';
import { FailureAlert } from '../../shared/ui/feedback/FailureAlert';
import { Moment, ShownZone } from '../../shared/ui/facts/Moment';
import { useHotspotZone } from '../hotspots/api';
import { HotspotPicker } from '../hotspots/HotspotPicker';
import { useListMessagesQuery, useSendMessageAgainMutation } from './api';
import styles from './MessagesPage.module.css';
import { classes } from '../../shared/ui/plain/classes';
import spacingStyles from '../../shared/ui/page/spacing.module.css';
import { StatusTag } from '../../shared/ui/facts/StatusTag';

/** Milliseconds. */
const REFRESH_AFTER = 30_000;

const SORTS = ['created', 'kind', 'hotspot_name', 'state', 'tries'] as const;
type Sort = (typeof SORTS)[number];

const LIST = listKind({
  sorts: SORTS,
  order: 'desc',
  size: 'messages_per_page',
  filters: {
    state: { read: (text) => MESSAGE_STATES.find((one) => one === text) ?? '', clearText: 'messages.any_state' },
    kind: { read: (text) => MESSAGE_KINDS.find((one) => one === text) ?? '', clearText: 'messages.any_kind' },
    hotspot: idFilter({ clearText: 'list.clear_hotspot' }),
    from: textFilter({ clearText: 'audit.any_day' }),
    to: textFilter({ clearText: 'audit.any_day' }),
  },
});

const STATES = ['messages.state_failed', 'messages.state_sending', 'messages.state_sent', 'messages.state_waiting'] as const;

const COLUMNS: readonly Column<OutboxMessage, Sort>[] = [
  {
    key: 'created',
    title: 'audit.when',
    sort: 'created',
    width: 104,
    onPhone: 'name',
    cell: ({ created }) => <Moment at={created} isShort />,
  },
  { key: 'kind', title: 'messages.what', sort: 'kind', width: 136, onPhone: 'fact', cell: (message) => <What message={message} /> },
  {
    key: 'recipient',
    title: 'messages.to',
    width: 136,
    grows: true,
    onPhone: 'fact',
    cell: ({ recipient }) => <Clipped text={recipient} />,
  },
  { key: 'state', title: 'messages.state', sort: 'state', fits: STATES, onPhone: 'fact', cell: ({ state }) => <State state={state} /> },
  { key: 'reason', title: 'messages.reason', width: 136, grows: true, onPhone: 'fact', cell: ({ reason }) => <Clipped text={reason} /> },
  {
    key: 'tries',
    title: 'messages.tries',
    sort: 'tries',
    width: 96,
    align: 'right',
    cell: ({ tries }) => <FormattedNumber value={tries} />,
  },
  {
    key: 'next_try',
    title: 'messages.next_try',
    width: 112,
    // While a message is being sent, this is the time at which another worker would take over.
    cell: ({ state, next_try }) => <Moment at={state === 'waiting' ? next_try : null} isShort />,
  },
  {
    key: 'hotspot',
    title: 'hotspots.one',
    sort: 'hotspot_name',
    width: 120,
    grows: true,
    cell: ({ hotspot_id, hotspot_name }) =>
      hotspot_id === 0 ? null : (
        <Link className="clipped" to={paths.hotspot.to(hotspot_id)} title={hotspot_name}>
          <bdi>{hotspot_name}</bdi>
        </Link>
      ),
  },
  { key: 'ended', title: 'messages.ended', width: 112, isExtra: true, cell: ({ ended }) => <Moment at={ended} isShort /> },
  { key: 'expires', title: 'messages.expires', width: 112, isExtra: true, cell: ({ expires }) => <Moment at={expires} isShort /> },
];

/** The messages that were sent, are waiting, or could not be sent; never their contents. */
export function MessagesPage() {
  const intl = useIntl();
  const { message: toast } = App.useApp();
  const list = useListPage(LIST);
  const { state, kind, hotspot, from, to } = list.filters;
  const zone = useHotspotZone(hotspot);
  const messages = useListMessagesQuery(
    {
      q: list.q,
      ...(state !== '' && { state }),
      ...(kind !== '' && { kind }),
      ...(hotspot !== 0 && { hotspot }),
      ...momentsOf({ from, to }, zone),
      ...list.paging,
    },
    { pollingInterval: REFRESH_AFTER, skipPollingIfUnfocused: true },
  );
  const [sendAgain, { error }] = useSendMessageAgainMutation();
  const again = async (id: number) => {
    const outcome = await sendAgain(id);
    if (!outcome.error) void toast.success(intl.formatMessage({ id: 'messages.queued' }));
  };
  const columns = useColumns('messages', COLUMNS);
  const choice = <V extends string>(value: V, label: FormatjsIntl.Message['ids']) => ({ value, label: intl.formatMessage({ id: label }) });
  return (
    <ShownZone value={zone}>
      <ListPage
        title="messages.title"
        list={list}
        counted="messages.count"
        answer={messages}
        columns={columns}
        tools={
          <>
            <Select<typeof state>
              aria-label={intl.formatMessage({ id: 'messages.state' })}
              className={classes(styles.channel)}
              value={state}
              options={[choice('', 'messages.any_state'), ...MESSAGE_STATES.map((one) => choice(one, `messages.state_${one}`))]}
              onChange={(value) => list.choose({ state: value })}
            />
            <Select<typeof kind>
              aria-label={intl.formatMessage({ id: 'messages.what' })}
              className={classes(styles.state)}
              value={kind}
              options={[choice('', 'messages.any_kind'), ...MESSAGE_KINDS.map((one) => choice(one, `messages.kind_${one}`))]}
              onChange={(value) => list.choose({ kind: value })}
            />
            <HotspotPicker value={hotspot} onChoose={(id) => list.choose({ hotspot: id })} />
            <DayFilters days={{ from, to }} zone={zone} onChoose={list.choose} />
          </>
        }
      >
        {error && <FailureAlert title="messages.not_repeated" error={error} isUntyped />}
        <PagedTable
          label="messages.title"
          list={list}
          answer={messages}
          columns={columns}
          nameOf={({ kind: one, recipient }) => `${intl.formatMessage({ id: `messages.kind_${one}` })} ${recipient}`}
          actions={({ id, may_repeat }) =>
            may_repeat ? [{ key: 'again', label: <FormattedMessage id="messages.again" />, onClick: () => void again(id) }] : []
          }
          failed="messages.load_failed"
          none="messages.none"
        />
      </ListPage>
    </ShownZone>
  );
}

function What({ message: { kind, channel } }: { message: OutboxMessage }) {
  const intl = useIntl();
  return (
    <Flex vertical className={classes(spacingStyles.shrinks)}>
      <Clipped text={intl.formatMessage({ id: `messages.kind_${kind}` })} />
      <span className="soft">
        <FormattedMessage id={`messages.${channel}`} />
      </span>
    </Flex>
  );
}

const LOOKS: Record<OutboxMessage['state'], { icon: ReactNode; color: string }> = {
  waiting: { icon: <ClockCircleOutlined aria-hidden />, color: 'var(--textSoft)' },
  sending: { icon: <SendOutlined aria-hidden />, color: 'var(--textSoft)' },
  sent: { icon: <CheckCircleOutlined aria-hidden />, color: 'var(--success)' },
  failed: { icon: <CloseCircleOutlined aria-hidden />, color: 'var(--error)' },
};

function State({ state }: Pick<OutboxMessage, 'state'>) {
  const { icon, color } = LOOKS[state];
  return (
    <StatusTag icon={icon} color={color}>
      <FormattedMessage id={`messages.state_${state}`} />
    </StatusTag>
  );
}
