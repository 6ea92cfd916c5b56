import { Button, Flex, Input, Select, Tag } from 'antd';
import dayjs from 'dayjs';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import type { AuditChange, AuditEntry } from '../../contract/audit';
import { AUDITED } from '../../contract/roles';
import { MAX_LIMIT } from '../../contract/wire';
import { isLost } from '../../shared/failure';
import { formatMoment } from '../../shared/format/dates';
import { idIn, lastPageOf, useListState } from '../../shared/location';
import { paths } from '../../shared/paths';
import { remembered, selectLanguage, selectPreferences, type Language } from '../../shared/preferences';
import { Clipped } from '../../shared/ui/Clipped';
import { DataTable, type Column } from '../../shared/ui/DataTable';
import { ExportButton, type CsvColumn } from '../../shared/ui/ExportButton';
import { ListPage } from '../../shared/ui/ListPage';
import { LoadFailed } from '../../shared/ui/LoadFailed';
import { Moment } from '../../shared/ui/Moment';
import { NothingOnPage } from '../../shared/ui/NothingHere';
import { NothingLeft, type Narrowing } from '../../shared/ui/NothingLeft';
import { Pager } from '../../shared/ui/Pager';
import { ACTION_WORDS, fieldWordsOf, KIND_WORDS, ROLE_WORDS, wordsOf } from './auditTexts';
import { Changes } from './Changes';
import { useLazyListAuditQuery, useListAuditQuery } from './api';

const SORTS = ['at', 'account_name', 'action', 'object_name'] as const;
type Sort = (typeof SORTS)[number];

const FILTERS = ['account', 'action', 'from', 'to'] as const;
const WAYS = { order: 'desc', filters: FILTERS } as const;

const columns = (onPerson: (id: number) => void): readonly Column<AuditEntry, Sort>[] => [
  { key: 'action', title: 'audit.what', sort: 'action', onPhone: 'name', cell: ({ action }) => <Action action={action} /> },
  { key: 'at', title: 'audit.when', sort: 'at', onPhone: 'fact', cell: ({ at }) => <Moment at={at} /> },
  { key: 'who', title: 'audit.who', sort: 'account_name', onPhone: 'fact', cell: (entry) => <Who entry={entry} onPerson={onPerson} /> },
  { key: 'object', title: 'audit.object', sort: 'object_name', onPhone: 'fact', cell: (entry) => <Thing entry={entry} /> },
  { key: 'changes', title: 'audit.changes', onPhone: 'fact', cell: ({ changes }) => <Changes changes={changes} /> },
];

/** Who changed what, when and from where. Read only. */
export function AuditPage() {
  const intl = useIntl();
  const dispatch = useDispatch();
  const language = useSelector(selectLanguage);
  const { audit_per_page } = useSelector(selectPreferences);
  const list = useListState(SORTS, WAYS);
  const { account, action, from = '', to = '' } = list.filters;
  const accountId = idIn(account);
  const chosen = AUDITED.find((one) => one === action);
  const size = list.size ?? audit_per_page;
  const wish = {
    q: list.q,
    sort: list.sort,
    order: list.order,
    ...(accountId !== 0 && { account: accountId }),
    ...(chosen && { action: chosen }),
    ...(isDay(from) && { from: dayjs(from).startOf('day').toISOString() }),
    ...(isDay(to) && { to: dayjs(to).endOf('day').toISOString() }),
  };
  const entries = useListAuditQuery({ ...wish, page: list.page, limit: size });
  const [readEntries] = useLazyListAuditQuery();
  const readLines = async () => (await readEntries({ ...wish, page: 1, limit: MAX_LIMIT })).data?.data.flatMap(linesOf);

  const hasFailed = isLost(entries);
  const data = hasFailed ? undefined : entries.data;
  const rows = data?.data ?? [];
  const person = rows.find(({ account_id }) => account_id === accountId)?.account_name ?? String(accountId);
  const narrowings: Narrowing[] = [
    ...(list.q === '' ? [] : [{ loosen: 'list.clear_search' as const, onLoosen: () => list.narrow({ q: '' }) }]),
    ...(accountId === 0 ? [] : [{ loosen: 'audit.anybody' as const, onLoosen: () => list.filter({ account: '' }) }]),
    ...(chosen === undefined ? [] : [{ loosen: 'audit.anything' as const, onLoosen: () => list.filter({ action: '' }) }]),
    ...(from === '' && to === '' ? [] : [{ loosen: 'audit.any_day' as const, onLoosen: () => list.filter({ from: '', to: '' }) }]),
  ];
  const empty = hasFailed ? (
    <LoadFailed message="audit.load_failed" onRetry={entries.refetch} />
  ) : list.page > 1 ? (
    <NothingOnPage page={list.page} onLast={() => list.turnTo(lastPageOf(data?.total ?? 0, size))} />
  ) : (
    <NothingLeft narrowings={narrowings} none="audit.none" />
  );
  const choices = AUDITED.map((one) => ({ value: one, label: intl.formatMessage({ id: ACTION_WORDS[one] }) }));
  return (
    <ListPage
      title="audit.title"
      count={data?.total}
      search={list.q}
      onSearch={(q) => list.narrow({ q })}
      onRefresh={entries.refetch}
      tools={
        <>
          <Select
            aria-label={intl.formatMessage({ id: 'audit.what' })}
            style={{ minWidth: 200 }}
            showSearch={{ optionFilterProp: 'label' }}
            value={chosen ?? ''}
            options={[
              { value: '', label: intl.formatMessage({ id: 'audit.anything' }) },
              ...choices.sort((one, other) => one.label.localeCompare(other.label, language)),
            ]}
            onChange={(value) => list.filter({ action: value })}
          />
          {(['from', 'to'] as const).map((edge) => (
            <Input
              key={`${edge} ${list.filters[edge] ?? ''}`}
              type="date"
              style={{ width: 'auto' }}
              prefix={<FormattedMessage id={edge === 'from' ? 'sessions.from' : 'sessions.to'} />}
              aria-label={intl.formatMessage({ id: edge === 'from' ? 'sessions.from' : 'sessions.to' })}
              defaultValue={list.filters[edge] ?? ''}
              onPressEnter={({ currentTarget }) => list.filter({ [edge]: currentTarget.value })}
              onBlur={({ target }) => target.value !== (list.filters[edge] ?? '') && list.filter({ [edge]: target.value })}
            />
          ))}
          <ExportButton total={data?.total} columns={csvColumns(intl, language)} of={JSON.stringify(wish)} read={readLines} />
        </>
      }
      notice={
        accountId !== 0 && (
          <Flex style={{ marginBottom: 12 }}>
            <Tag
              closable={{ 'aria-label': intl.formatMessage({ id: 'list.remove_filter' }, { filter: person }) }}
              onClose={() => list.filter({ account: '' })}
            >
              <FormattedMessage id="audit.only_by" values={{ name: person }} />
            </Tag>
          </Flex>
        )
      }
    >
      <DataTable
        label="audit.title"
        columns={columns((id) => list.filter({ account: String(id) }))}
        rows={rows}
        isLoading={entries.isLoading}
        isRefreshing={entries.isFetching}
        sort={list.sort}
        order={list.order}
        onSort={(sort, order) => list.narrow({ sort, order })}
        nameOf={({ object_name }) => object_name}
        empty={empty}
      />
      {rows.length > 0 && data !== undefined && (
        <Flex justify="end">
          <Pager
            page={list.page}
            size={size}
            total={data.total}
            onTurn={list.turnTo}
            onResize={(wanted) => {
              dispatch(remembered({ audit_per_page: wanted }));
              list.resize(wanted);
            }}
          />
        </Flex>
      )}
    </ListPage>
  );
}

const isDay = (text: string) => /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && dayjs(text).isValid();

function Action({ action }: { action: string }) {
  const words = wordsOf(action);
  return words ? <FormattedMessage id={words} /> : <code>{action}</code>;
}

/** Who did it, in which role and from where; a click filters by that person. Units act without an account. */
function Who({ entry: { account_id, account_name, role, address }, onPerson }: { entry: AuditEntry; onPerson: (id: number) => void }) {
  return (
    <Flex vertical align="start">
      {account_id === 0 ? (
        <bdi>{account_name}</bdi>
      ) : (
        <Button type="link" size="small" style={{ padding: 0 }} onClick={() => onPerson(account_id)}>
          <bdi>{account_name}</bdi>
        </Button>
      )}
      <span className="soft">
        <FormattedMessage id={ROLE_WORDS[role]} /> · <code>{address}</code>
      </span>
    </Flex>
  );
}

/** The object, under its name at the time; a link if there is a page for it. */
function Thing({ entry }: { entry: AuditEntry }) {
  const { kind, object_name, hotspot_name } = entry;
  const place = placeOf(entry);
  return (
    <Flex vertical align="start">
      {object_name === '' ? (
        <em className="soft">
          <FormattedMessage id="audit.erased" />
        </em>
      ) : place === null ? (
        <Clipped text={object_name} />
      ) : (
        <Link to={place} className="clipped" title={object_name}>
          <bdi>{object_name}</bdi>
        </Link>
      )}
      <span className="soft">
        <FormattedMessage id={KIND_WORDS[kind]} />
        {kind !== 'hotspot' && hotspot_name !== '' && <> · {hotspot_name}</>}
      </span>
    </Flex>
  );
}

function placeOf({ kind, object_id, action }: AuditEntry): string | null {
  if (action.endsWith('.delete') && !(kind === 'hotspot' && action === 'vouchers.delete')) return null;
  switch (kind) {
    case 'hotspot':
      return paths.hotspot.to(object_id);
    case 'unit':
      return paths.unit.to(object_id);
    case 'guest':
      return paths.guest.to(object_id);
    case 'archived_guest':
      return paths.guest.to(object_id, true);
    default:
      return null;
  }
}

/** A line of the CSV file: one per changed field, or a single one if none changed. */
type Line = AuditEntry & { change: AuditChange | null };

const linesOf = (entry: AuditEntry): Line[] =>
  entry.changes.length === 0 ? [{ ...entry, change: null }] : entry.changes.map((change) => ({ ...entry, change }));

function csvColumns(intl: IntlShape, language: Language): readonly CsvColumn<Line>[] {
  const say = (id: FormatjsIntl.Message['ids'] | null, otherwise: string) => (id === null ? otherwise : intl.formatMessage({ id }));
  const told = (change: AuditChange | null, side: 'old' | 'new') =>
    change?.hidden ? intl.formatMessage({ id: 'audit.hidden' }) : String(change?.[side] ?? '');
  return [
    { title: 'audit.when', cell: ({ at }) => formatMoment(at, language) },
    { title: 'audit.who', cell: ({ account_name }) => account_name },
    { title: 'audit.role', cell: ({ role }) => intl.formatMessage({ id: ROLE_WORDS[role] }) },
    { title: 'audit.address', cell: ({ address }) => address },
    { title: 'audit.what', cell: ({ action }) => say(wordsOf(action), action) },
    { title: 'audit.kind', cell: ({ kind }) => intl.formatMessage({ id: KIND_WORDS[kind] }) },
    { title: 'audit.object', cell: ({ object_name }) => object_name },
    { title: 'hotspots.one', cell: ({ hotspot_name }) => hotspot_name },
    { title: 'audit.field', cell: ({ change }) => (change ? say(fieldWordsOf(change.field)?.label ?? null, change.field) : '') },
    { title: 'audit.old', cell: ({ change }) => told(change, 'old') },
    { title: 'audit.new', cell: ({ change }) => told(change, 'new') },
  ];
}
