import { Button, Flex, Select } from 'antd';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import type { AuditChange, AuditEntry } from '../../contract/audit';
import { AUDITED } from '../../contract/plain/roles';
import { formatMoment } from '../../shared/format/dates';
import { justRead, shownPage } from '../../shared/list/answer';
import { DayFilters } from '../../shared/list/DayFilters';
import { momentsOf } from '../../shared/list/dayWindow';
import { idFilter, textFilter } from '../../shared/list/filters';
import { ListPage } from '../../shared/list/ListPage';
import { PagedTable } from '../../shared/list/PagedTable';
import { useColumns } from '../../shared/list/useColumns';
import { listKind, useListPage } from '../../shared/list/useListPage';
import { paths } from '../../shared/paths';
import type { Language } from '../../shared/languages';
import { selectLanguage } from '../../shared/preferences';
import { Clipped } from '../../shared/ui/facts/Clipped';
import type { Column } from '../../shared/ui/table/DataCards';
import type { CsvColumn } from '../../shared/ui/table/ExportButton';
import { Moment, ShownZone } from '../../shared/ui/facts/Moment';
import { AccountPicker } from '../accounts/AccountPicker';
import { useHotspotZone } from '../hotspots/api';
import type { Deletion } from '../deleted/slice';
import { useRestore } from '../deleted/useRestore';
import { HotspotPicker } from '../hotspots/HotspotPicker';
import { ACTION_TEXTS, fieldTextsOf, KIND_TEXTS, ROLE_TEXTS, actionText } from './auditTexts';
import { Changes, ChangesInLine } from './Changes';
import { useLazyListAuditQuery, useListAuditQuery } from './api';
import styles from './AuditPage.module.css';
import { classes } from '../../shared/ui/plain/classes';

const SORTS = ['at', 'account_name', 'action', 'object_name'] as const;
type Sort = (typeof SORTS)[number];

const LIST = listKind({
  sorts: SORTS,
  order: 'desc',
  size: 'audit_per_page',
  filters: {
    account: idFilter({ clearText: 'audit.anybody' }),
    hotspot: idFilter({ clearText: 'list.clear_hotspot' }),
    action: { read: (text) => AUDITED.find((one) => one === text) ?? '', clearText: 'audit.anything' },
    from: textFilter({ clearText: 'audit.any_day' }),
    to: textFilter({ clearText: 'audit.any_day' }),
  },
});

const columnsWith = (onPerson: (id: number) => void): readonly Column<AuditEntry, Sort>[] => [
  { key: 'at', title: 'audit.when', sort: 'at', width: 120, onPhone: 'name', cell: ({ at }) => <Moment at={at} isShort /> },
  { key: 'action', title: 'audit.what', sort: 'action', width: 208, onPhone: 'fact', cell: ({ action }) => <Action action={action} /> },
  {
    key: 'object',
    title: 'audit.object',
    sort: 'object_name',
    width: 160,
    grows: true,
    onPhone: 'fact',
    cell: (entry) => <Thing entry={entry} />,
  },
  {
    key: 'changes',
    title: 'audit.changes',
    width: 280,
    grows: true,
    onPhone: 'fact',
    cell: (entry) => (entry.undo ? <BringBack entry={entry} /> : <ChangesInLine changes={entry.changes} />),
  },
  { key: 'hotspot', title: 'hotspots.one', width: 112, grows: true, cell: ({ hotspot_name }) => <Clipped text={hotspot_name} /> },
  {
    key: 'who',
    title: 'audit.who',
    sort: 'account_name',
    width: 112,
    grows: true,
    onPhone: 'fact',
    cell: (entry) => <Who entry={entry} onPerson={onPerson} />,
  },
  { key: 'role', title: 'audit.role', isExtra: true, cell: ({ role }) => <FormattedMessage id={ROLE_TEXTS[role]} /> },
  { key: 'address', title: 'audit.address', isExtra: true, cell: ({ address }) => <code>{address}</code> },
];

/** Who changed what, when and from where. Read-only. */
export function AuditPage() {
  const intl = useIntl();
  const language = useSelector(selectLanguage);
  const list = useListPage(LIST);
  const { account, hotspot, action, from, to } = list.filters;
  const zone = useHotspotZone(hotspot);
  const matching = {
    q: list.q,
    ...(account !== 0 && { account }),
    ...(hotspot !== 0 && { hotspot }),
    ...(action !== '' && { action }),
    ...momentsOf({ from, to }, zone),
  };
  const entries = useListAuditQuery({ ...matching, ...list.paging, undo: 'true' });
  const [readEntries] = useLazyListAuditQuery();
  const readLines = async () => justRead(await readEntries({ ...matching, ...list.unpaged }))?.data.flatMap(linesOf);
  const person = shownPage(entries)?.data.find(({ account_id }) => account_id === account)?.account_name;
  const choices = AUDITED.map((one) => ({ value: one, label: intl.formatMessage({ id: ACTION_TEXTS[one] }) }));
  const columns = useColumns(
    'audit',
    columnsWith((id) => list.choose({ account: id })),
  );
  return (
    <ShownZone value={zone}>
      <ListPage
        title="audit.title"
        list={list}
        counted="audit.count"
        answer={entries}
        columns={columns}
        tools={
          <>
            <Select<typeof action>
              aria-label={intl.formatMessage({ id: 'audit.what' })}
              className={classes(styles.filter)}
              showSearch={{ optionFilterProp: 'label' }}
              value={action}
              options={[
                { value: '' as const, label: intl.formatMessage({ id: 'audit.anything' }) },
                ...choices.sort((one, other) => one.label.localeCompare(other.label, language)),
              ]}
              onChange={(value) => list.choose({ action: value })}
            />
            <AccountPicker value={account} name={person} onChoose={(id) => list.choose({ account: id })} />
            <HotspotPicker value={hotspot} onChoose={(id) => list.choose({ hotspot: id })} />
            <DayFilters days={{ from, to }} zone={zone} onChoose={list.choose} />
          </>
        }
        csv={{ columns: csvColumns(intl, language, zone), read: readLines }}
      >
        <PagedTable
          label="audit.title"
          list={list}
          answer={entries}
          columns={columns}
          nameOf={({ action, object_name }) => nameOfEntry(intl, action, object_name)}
          details={(entry) => <Details entry={entry} />}
          failed="audit.load_failed"
          none="audit.none"
        />
      </ListPage>
    </ShownZone>
  );
}

function nameOfEntry(intl: IntlShape, action: string, object: string): string {
  const text = actionText(action);
  return `${text ? intl.formatMessage({ id: text }) : action} ${object}`.trim();
}

function Action({ action }: { action: string }) {
  const text = actionText(action);
  return text ? <FormattedMessage id={text} /> : <code>{action}</code>;
}

/** The account that made the change; a click filters by it. Units act without an account. */
function Who({ entry: { account_id, account_name }, onPerson }: { entry: AuditEntry; onPerson: (id: number) => void }) {
  if (account_id === 0) return <Clipped text={account_name} />;
  return (
    <Button type="link" size="small" className={classes(styles.name)} onClick={() => onPerson(account_id)}>
      <bdi className="clipped" title={account_name}>
        {account_name}
      </bdi>
    </Button>
  );
}

/** The changed object, by its name at that time; a link if it has a page. */
function Thing({ entry }: { entry: AuditEntry }) {
  const { kind, object_name } = entry;
  const address = addressOf(entry);
  return (
    <span className="clipped" title={object_name}>
      {object_name === '' ? (
        <em className="soft">
          <FormattedMessage id="audit.erased" />
        </em>
      ) : address === null ? (
        <bdi>{object_name}</bdi>
      ) : (
        <Link to={address}>
          <bdi>{object_name}</bdi>
        </Link>
      )}
      <span className="soft more">
        <FormattedMessage id={KIND_TEXTS[kind]} />
      </span>
    </span>
  );
}

/** A button that restores what was deleted, while that is possible. */
function BringBack({ entry: { undo, kind, object_name, action } }: { entry: AuditEntry }) {
  const restore = useRestore();
  if (!undo) return null;
  const isSeveral = action === 'vouchers.delete' && kind === 'hotspot';
  const shownAs = KINDS_OF_DELETIONS[action] ?? 'voucher';
  const title = isSeveral ? '' : object_name;
  return (
    <Button
      size="small"
      onClick={() => void restore({ kind: shownAs, title, count: isSeveral ? 2 : 1, message: 'vouchers.deleted', undos: [undo.id] })}
    >
      <FormattedMessage id="audit.bring_back" />
    </Button>
  );
}

const KINDS_OF_DELETIONS: Partial<Record<string, Deletion['kind']>> = {
  'accounts.delete': 'account',
  'disclaimers.delete': 'disclaimer',
  'guests.delete': 'guest',
  'hotspots.delete': 'hotspot',
  'integrations.delete': 'integration',
  'paper_templates.delete': 'paper_template',
  'units.delete': 'unit',
};

/** Details of an entry: each change, and the IP address it came from; the server's own entries have no address. */
function Details({ entry: { changes, role, address } }: { entry: AuditEntry }) {
  return (
    <Flex vertical gap={4}>
      {changes.length > 0 && <Changes changes={changes} />}
      <span className="soft">
        <FormattedMessage id={ROLE_TEXTS[role]} />
        {address !== '' && (
          <>
            {' · '}
            <FormattedMessage id="audit.address" /> <code>{address}</code>
          </>
        )}
      </span>
    </Flex>
  );
}

function addressOf({ kind, object_id, action }: AuditEntry): string | null {
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

/** A row of the CSV file: one per changed field, or a single one if no field changed. */
type Line = AuditEntry & { change: AuditChange | null };

const linesOf = (entry: AuditEntry): Line[] =>
  entry.changes.length === 0 ? [{ ...entry, change: null }] : entry.changes.map((change) => ({ ...entry, change }));

function csvColumns(intl: IntlShape, language: Language, zone: string): readonly CsvColumn<Line>[] {
  const say = (id: FormatjsIntl.Message['ids'] | null, fallback: string) => (id === null ? fallback : intl.formatMessage({ id }));
  const textOf = (change: AuditChange | null, side: 'old' | 'new') =>
    change?.hidden ? intl.formatMessage({ id: 'audit.hidden' }) : String(change?.[side] ?? '');
  return [
    { title: 'audit.when', cell: ({ at }) => formatMoment(at, language, zone) },
    { title: 'audit.who', cell: ({ account_name }) => account_name },
    { title: 'audit.role', cell: ({ role }) => intl.formatMessage({ id: ROLE_TEXTS[role] }) },
    { title: 'audit.address', cell: ({ address }) => address },
    { title: 'audit.what', cell: ({ action }) => say(actionText(action), action) },
    { title: 'audit.kind', cell: ({ kind }) => intl.formatMessage({ id: KIND_TEXTS[kind] }) },
    { title: 'audit.object', cell: ({ object_name }) => object_name },
    { title: 'hotspots.one', cell: ({ hotspot_name }) => hotspot_name },
    { title: 'audit.field', cell: ({ change }) => (change ? say(fieldTextsOf(change.field)?.label ?? null, change.field) : '') },
    { title: 'audit.old', cell: ({ change }) => textOf(change, 'old') },
    { title: 'audit.new', cell: ({ change }) => textOf(change, 'new') },
  ];
}
