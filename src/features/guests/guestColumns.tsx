import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import { namesWhere } from '../../contract/plain/fields';
import { GUEST_FIELDS, type GuestField } from '../../contract/plain/guestFields';
import { capabilities } from '../../shared/backEnd/capabilities';
import { paths } from '../../shared/paths';
import { AccountType } from '../../shared/ui/facts/AccountType';
import { Clipped, ClippedLink } from '../../shared/ui/facts/Clipped';
import type { Column } from '../../shared/ui/table/DataCards';
import { Moment } from '../../shared/ui/facts/Moment';
import { Bandwidth } from './Bandwidth';
import { CountryName } from './CountryName';
import type { GuestRow } from './expiredGuests';
import { contactOf, nameOf } from './guestName';
import { GuestStatus } from './GuestStatus';
import { Limits } from './Limits';
import { Reason } from './Reason';
import { UsedToday } from './UsedToday';
import { YesNo } from './YesNo';

export const SORTS = ['name', 'email', 'account_type', 'valid_until'] as const;
type Sort = (typeof SORTS)[number];

/** Fields that are shown only in optional columns. */
const EXTRA: readonly GuestField[] = namesWhere(GUEST_FIELDS, { shown: 'extra' });

const STATUSES = [
  'guests.status_online',
  'guests.status_active',
  'guests.status_over',
  'guests.status_early',
  'guests.status_expired',
] as const;

/** `now` is in milliseconds. `ofSeveral`: the list may hold guests of several hotspots. */
export const guestColumns = (now: number, ofSeveral: boolean): readonly Column<GuestRow, Sort>[] => [
  {
    key: 'name',
    title: 'guests.name',
    sort: 'name',
    grows: '18%',
    onPhone: 'name',
    cell: (guest) => (
      <Link to={paths.guest.to(guest.id, guest.isArchived)} className="clipped" title={nameOf(guest)}>
        <bdi>{nameOf(guest)}</bdi>
      </Link>
    ),
  },
  { key: 'status', title: 'guests.status', fits: STATUSES, onPhone: 'fact', cell: (guest) => <GuestStatus guest={guest} now={now} /> },
  {
    key: 'email',
    title: 'guests.contact',
    sort: 'email',
    width: 180,
    grows: true,
    onPhone: 'fact',
    cell: (guest) => <Clipped text={contactOf(guest)} />,
  },
  {
    key: 'valid_until',
    title: 'guests.valid_until',
    sort: 'valid_until',
    width: 132,
    onPhone: 'fact',
    cell: ({ valid_until, unused, zone }) =>
      unused === true ? <FormattedMessage id="guests.from_first_use" /> : <Moment at={valid_until} isShort zone={zone} />,
  },
  ...(capabilities().hasLiveLists ? [USED] : []),
  ...(capabilities().hasLiveLists && ofSeveral ? [HOTSPOT] : []),
  ...EXTRA.map((field): Column<GuestRow, Sort> => ({
    key: field,
    title: `guests.${field}`,
    isExtra: true,
    cell: ({ [field]: text }) => <Clipped text={text} />,
  })),
  { key: 'account_type', title: 'guests.account_type', isExtra: true, cell: ({ account_type }) => <AccountType type={account_type} /> },
  { key: 'reason', title: 'guests.reason', width: 104, isExtra: true, cell: ({ reason }) => <Reason reason={reason} /> },
  { key: 'country', title: 'guests.country', isExtra: true, cell: ({ country }) => <CountryName code={country} /> },
  {
    key: 'marketing_auth',
    title: 'guests.marketing_auth',
    width: 104,
    isExtra: true,
    cell: ({ marketing_auth }) => <YesNo value={marketing_auth} />,
  },
  { key: 'survey_auth', title: 'guests.survey_auth', width: 104, isExtra: true, cell: ({ survey_auth }) => <YesNo value={survey_auth} /> },
  { key: 'auto_login', title: 'guests.auto_login', isExtra: true, cell: ({ auto_login }) => <YesNo value={auto_login} /> },
  {
    key: 'bandwidth',
    title: 'guests.bandwidth',
    width: 240,
    isExtra: true,
    cell: ({ kbps_down, kbps_up }) =>
      kbps_down === 0 && kbps_up === 0 ? (
        <FormattedMessage id="common.no_limit" />
      ) : (
        <>
          <FormattedMessage id="guests.down" values={{ rate: <Bandwidth kbps={kbps_down} /> }} />
          {' · '}
          <FormattedMessage id="guests.up" values={{ rate: <Bandwidth kbps={kbps_up} /> }} />
        </>
      ),
  },
  {
    key: 'limits',
    title: 'guests.limits',
    width: 200,
    // Hidden by default if the column with today's use, which tells more, is available.
    isExtra: capabilities().hasLiveLists,
    cell: (guest) => <Limits guest={guest} />,
  },
  {
    key: 'valid_from',
    title: 'guests.valid_from',
    width: 120,
    isExtra: true,
    cell: ({ valid_from, zone }) => <Moment at={valid_from} isShort zone={zone} />,
  },
];

const USED: Column<GuestRow, Sort> = {
  key: 'used',
  title: 'guests.used_today',
  width: 156,
  onPhone: ({ max_navigation_traffic, max_navigation_time }) => max_navigation_traffic > 0 || max_navigation_time > 0,
  cell: (guest) => <UsedToday guest={guest} />,
};

const HOTSPOT: Column<GuestRow, Sort> = {
  key: 'hotspot',
  title: 'guests.hotspot',
  width: 88,
  grows: true,
  onPhone: 'fact',
  cell: ({ hotspot_id, hotspot_name = '' }) => <ClippedLink to={paths.hotspot.to(hotspot_id)} text={hotspot_name} />,
};
