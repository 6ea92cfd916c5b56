import type { IntlShape } from 'react-intl';
import { OTHER_GUEST_FIELDS } from '../../contract/plain/guestFields';
import type { CsvColumn } from '../../shared/ui/table/ExportButton';
import type { GuestRow } from './expiredGuests';

const yesNo = (value: boolean, intl: IntlShape) => intl.formatMessage({ id: value ? 'common.yes' : 'common.no' });

/** A guest as a CSV row: plain numbers, dates in UTC, and never the password that existing back ends send. */
export const GUEST_CSV: readonly CsvColumn<GuestRow>[] = [
  { title: 'guests.name', cell: ({ name }) => name },
  { title: 'guests.username', cell: ({ username }) => username },
  ...OTHER_GUEST_FIELDS.map((field): CsvColumn<GuestRow> => ({ title: `guests.${field}`, cell: ({ [field]: text }) => text })),
  { title: 'guests.account_type', cell: ({ account_type }) => account_type },
  { title: 'guests.reason', cell: ({ reason }) => reason },
  { title: 'guests.country', cell: ({ country }) => country },
  { title: 'guests.marketing_auth', cell: ({ marketing_auth }, intl) => yesNo(marketing_auth, intl) },
  { title: 'guests.survey_auth', cell: ({ survey_auth }, intl) => yesNo(survey_auth, intl) },
  { title: 'guests.auto_login', cell: ({ auto_login }, intl) => yesNo(auto_login, intl) },
  { title: 'guests.kbps_down', cell: ({ kbps_down }) => kbps_down },
  { title: 'guests.kbps_up', cell: ({ kbps_up }) => kbps_up },
  { title: 'guests.traffic_bytes', cell: ({ max_navigation_traffic }) => max_navigation_traffic },
  { title: 'guests.time_seconds', cell: ({ max_navigation_time }) => max_navigation_time },
  { title: 'guests.valid_from', cell: ({ valid_from }) => valid_from ?? '' },
  { title: 'guests.valid_until', cell: ({ valid_until }) => valid_until ?? '' },
  { title: 'guests.created', cell: ({ created }) => created ?? '' },
];
