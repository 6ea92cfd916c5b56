import { Flex } from 'antd';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths';
import { Clipped } from '../../shared/ui/Clipped';
import { CountryName } from './CountryName';
import type { Column } from '../../shared/ui/DataTable';
import { YesNo } from './YesNo';
import { AccountType } from '../../shared/ui/AccountType';
import { Bandwidth } from './Bandwidth';
import type { GuestRow } from './expiredGuests';
import { nameOf } from './guestName';
import { Limits } from './Limits';
import { Reason } from './Reason';
import { Validity } from './Validity';

export const SORTS = ['name', 'email', 'account_type', 'valid_until'] as const;
type Sort = (typeof SORTS)[number];

/** `now` in milliseconds. */
export const guestColumns = (now: number): readonly Column<GuestRow, Sort>[] => [
  {
    key: 'name',
    title: 'guests.name',
    sort: 'name',
    onPhone: 'name',
    cell: (guest) => (
      <Link to={paths.guest.to(guest.id, guest.isArchived)} className="clipped" title={nameOf(guest)}>
        <bdi>{nameOf(guest)}</bdi>
      </Link>
    ),
  },
  {
    key: 'validity',
    title: 'guests.validity',
    sort: 'valid_until',
    onPhone: 'fact',
    cell: (guest) => <Validity guest={guest} now={now} />,
  },
  { key: 'email', title: 'guests.email', sort: 'email', onPhone: 'fact', cell: ({ email }) => <Clipped text={email} /> },
  {
    key: 'account_type',
    title: 'guests.account_type',
    sort: 'account_type',
    onPhone: 'fact',
    cell: ({ account_type }) => <AccountType type={account_type} />,
  },
  { key: 'reason', title: 'guests.reason', cell: ({ reason }) => <Reason reason={reason} /> },
  { key: 'country', title: 'guests.country', cell: ({ country }) => <CountryName code={country} /> },
  { key: 'marketing_auth', title: 'guests.marketing_auth', cell: ({ marketing_auth }) => <YesNo value={marketing_auth} /> },
  { key: 'survey_auth', title: 'guests.survey_auth', cell: ({ survey_auth }) => <YesNo value={survey_auth} /> },
  { key: 'auto_login', title: 'guests.auto_login', cell: ({ auto_login }) => <YesNo value={auto_login} /> },
  {
    key: 'bandwidth',
    title: 'guests.bandwidth',
    cell: ({ kbps_down, kbps_up }) => (
      <Flex vertical style={{ whiteSpace: 'nowrap' }}>
        <FormattedMessage id="guests.down" tagName="span" values={{ rate: <Bandwidth kbps={kbps_down} /> }} />
        <FormattedMessage id="guests.up" tagName="span" values={{ rate: <Bandwidth kbps={kbps_up} /> }} />
      </Flex>
    ),
  },
  { key: 'limits', title: 'guests.limits', cell: (guest) => <Limits guest={guest} /> },
];
