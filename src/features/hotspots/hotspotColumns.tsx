import { Typography } from 'antd';
import type { ReactNode } from 'react';
import { FormattedMessage, FormattedNumber, useIntl, type IntlShape } from 'react-intl';
import type { HotspotHealth, ListedHotspot } from '../../contract/hotspots';
import { namesWhere } from '../../contract/plain/fields';
import { HOTSPOT_FIELDS, type HotspotField } from '../../contract/plain/hotspotFields';
import { formatMoment } from '../../shared/format/dates';
import { paths } from '../../shared/paths';
import { DaysStrip } from '../../shared/ui/facts/AvailabilityStrip';
import { Clipped } from '../../shared/ui/facts/Clipped';
import type { Column } from '../../shared/ui/table/DataCards';
import { Moment } from '../../shared/ui/facts/Moment';
import { NameAndMore } from '../../shared/ui/facts/NameAndMore';
import type { Availabilities } from '../units/api';
import { HotspotStatus } from './HotspotStatus';
import { HOTSPOT_STATES } from './hotspotState';
import { classes } from '../../shared/ui/plain/classes';
import textStyles from '../../shared/ui/page/text.module.css';

/** Sort keys that every back end has. */
export const SORTS = ['name', ...namesWhere(HOTSPOT_FIELDS, { isFixed: false }), 'created'] as const;
type PlainSort = (typeof SORTS)[number];

/** Problems first; only for back ends with live lists. */
export const HEALTH_SORTS = ['trouble', ...SORTS, 'guests_online', 'units_active', 'vouchers_left'] as const;
export type Sort = (typeof HEALTH_SORTS)[number];

/** Required business fields; each has a hint for where it is missing (HSL-12). */
const MAIN = namesWhere(HOTSPOT_FIELDS, { shown: 'main', isRequired: true });
const REQUIRED = [...MAIN, ...namesWhere(HOTSPOT_FIELDS, { shown: 'extra', isRequired: true })];
type Required = (typeof REQUIRED)[number];

/** `hasBoard`: whether the back end reports how hotspots are doing. */
export function hotspotColumns(hasHealth: boolean, availabilities: Availabilities | undefined): readonly Column<ListedHotspot, Sort>[] {
  return [
    NAME,
    ...(hasHealth ? [...HEALTH, availabilityColumn(availabilities), ALERTS] : []),
    ...MAIN.map((field) => business(field, hasHealth)),
    ...(hasHealth ? [] : [ALERTS]),
    ...REQUIRED.filter((field) => !MAIN.some((main) => main === field)).map((field) => business(field, true)),
    ...namesWhere(HOTSPOT_FIELDS, { isRequired: false }).map(text),
    text('description'),
    {
      key: 'created',
      title: 'hotspots.created',
      sort: 'created',
      width: 112,
      isExtra: hasHealth,
      cell: ({ created }) => <Moment at={created} dayOnly isShort />,
    },
  ];
}

const NAME: Column<ListedHotspot, Sort> = {
  key: 'name',
  title: 'hotspots.name',
  sort: 'name',
  width: 164,
  grows: true,
  onPhone: 'name',
  cell: ({ id, name, description }) => <NameAndMore to={paths.hotspot.to(id)} name={name} more={description} />,
};

/** A cell that needs live data; "-" without it. */
const healthCell =
  (cell: (health: HotspotHealth) => ReactNode) =>
  ({ board: health }: ListedHotspot) =>
    health ? cell(health) : '-';

const HEALTH: readonly Column<ListedHotspot, Sort>[] = [
  {
    key: 'status',
    title: 'hotspots.status',
    sort: 'trouble',
    isMostFirst: true,
    fits: HOTSPOT_STATES.map((state) => `hotspots.state_${state}` as const),
    onPhone: 'fact',
    cell: healthCell((health) => <HotspotStatus health={health} />),
  },
  {
    key: 'guests_online',
    title: 'hotspots.guests_online',
    sort: 'guests_online',
    isMostFirst: true,
    width: 84,
    align: 'right',
    onPhone: 'fact',
    cell: healthCell(({ guests_online }) => <FormattedNumber value={guests_online} />),
  },
  {
    key: 'units',
    title: 'hotspots.units_active',
    sort: 'units_active',
    isMostFirst: true,
    width: 88,
    align: 'right',
    onPhone: 'fact',
    cell: healthCell(({ units_active, units }) => <FormattedMessage id="hotspots.some_of" values={{ some: units_active, all: units }} />),
  },
  {
    key: 'vouchers_left',
    title: 'hotspots.vouchers_left',
    sort: 'vouchers_left',
    width: 92,
    align: 'right',
    cell: healthCell(({ vouchers_left }) => (vouchers_left === null ? '-' : <FormattedNumber value={vouchers_left} />)),
  },
];

const availabilityColumn = (availabilities: Availabilities | undefined): Column<ListedHotspot, Sort> => ({
  key: 'heard',
  title: 'hotspots.units_last_month',
  width: 144,
  cell: ({ id }) => <DaysStrip availability={availabilities?.[id]} of="hotspot" />,
});

const ALERTS: Column<ListedHotspot, Sort> = {
  key: 'alerts',
  title: 'hotspots.alerts',
  grows: '18%',
  // On a phone, missing business fields have cards of their own, so show this only for live alerts.
  onPhone: ({ board: health }) => health !== undefined && (health.units_silent > 0 || health.syncs_failed > 0),
  cell: (row) => <Alerts row={row} />,
};

/** Current problems of a hotspot; on hover also since when. */
function Alerts({ row }: { row: ListedHotspot }) {
  const intl = useIntl();
  const { board: health } = row;
  const live = health ? liveAlerts(intl, health) : [];
  const missing = REQUIRED.filter((field) => row[field] === '').map((field) => intl.formatMessage({ id: `hotspots.add_${field}` }));
  const [first] = [...live, ...missing];
  if (first === undefined) return <span className="soft">{intl.formatMessage({ id: 'hotspots.no_alerts' })}</span>;
  const sinceWhen = health ? liveAlerts(intl, health, formatMoment(health.silent_since, intl.locale)) : [];
  const inFull = [...sinceWhen, ...missing].join(' · ');
  return (
    <span className={classes('clipped', live.length === 0 ? textStyles.error : textStyles.warning)} title={inFull}>
      {[...live, ...missing].join(' · ')}
    </span>
  );
}

/** `since`: when the silent units were last heard, for a text that mentions it. */
function liveAlerts(intl: IntlShape, { units_silent: count, silent_since, syncs_failed }: HotspotHealth, since = ''): string[] {
  const silent = silent_since === null || since === '' ? ('hotspots.units_silent' as const) : ('hotspots.units_silent_since' as const);
  return [
    ...(count === 0 ? [] : [intl.formatMessage({ id: silent }, { count, since })]),
    ...(syncs_failed === 0 ? [] : [intl.formatMessage({ id: 'hotspots.syncs_failed' }, { count: syncs_failed })]),
  ];
}

/** A required business field, or a red hint if it is missing. On phones, extra columns show only the hint. */
function business(field: Required, isExtra: boolean): Column<ListedHotspot, PlainSort> {
  return {
    key: field,
    title: `hotspots.${field}`,
    sort: field,
    width: 168,
    isExtra,
    onPhone: (row) => !isExtra || row[field] === '',
    cell: (row) =>
      row[field] === '' ? (
        <Typography.Text type="danger">
          <FormattedMessage id={`hotspots.add_${field}`} />
        </Typography.Text>
      ) : (
        <Clipped text={row[field]} />
      ),
  };
}

function text(field: HotspotField): Column<ListedHotspot, PlainSort> {
  return { key: field, title: `hotspots.${field}`, sort: field, width: 168, isExtra: true, cell: (row) => <Clipped text={row[field]} /> };
}
