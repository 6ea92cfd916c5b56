import type { IntlShape } from 'react-intl';
import type { Device } from '../../contract/devices';
import { escaped } from '../../contract/plain/htmlText';
import { OTHER_GUEST_FIELDS } from '../../contract/plain/guestFields';
import type { GuestDetails } from '../../contract/guests';
import type { Session } from '../../contract/sessions';
import type { Voucher } from '../../contract/vouchers';
import { formatMoment } from '../../shared/format/dates';
import { formatDuration } from '../../shared/format/durations';
import { formatBytes } from '../../shared/format/sizes';
import { accountTypeName } from '../../shared/format/accountTypes';
import { PURPOSES } from './GuestConsents';
import { zoneOf } from './guestForm';
import { nameOf } from './guestName';

type MessageId = FormatjsIntl.Message['ids'];

type SessionRow = Omit<Session, 'unit' | 'user'>;

/** Everything known about a guest. */
export interface GuestData {
  guest: GuestDetails;
  devices: Omit<Device, 'user' | 'hotspot'>[];
  running_sessions: SessionRow[];
  ended_sessions: SessionRow[];
  vouchers: Voucher[];
}

/** A column of a table: its heading, and its text in a row. */
type Columns<R> = readonly [title: MessageId, text: (row: R) => string][];

/**
 * An HTML page with everything known about a guest, for a person who requests it (GDPR, articles 12 and 15), to be read in any browser,
 * sent or printed. It contains no script and loads nothing.
 */
export function guestDataPage(intl: IntlShape, { guest, devices, running_sessions, ended_sessions, vouchers }: GuestData): string {
  const say = (id: MessageId) => intl.formatMessage({ id });
  const yesNo = (value: boolean) => say(value ? 'common.yes' : 'common.no');
  const zone = zoneOf(guest);
  const moment = (at: string | null | undefined) => formatMoment(at, intl.locale, zone);
  const bytes = (amount: number) => formatBytes(amount, intl.locale);
  const type = accountTypeName(guest.account_type);
  const facts: [MessageId, string][] = [
    ['guests.name', guest.name],
    ['guests.username', guest.username],
    ...OTHER_GUEST_FIELDS.map((field): [MessageId, string] => [`guests.${field}`, guest[field]]),
    ['guests.account_type', type === undefined ? guest.account_type : say(type)],
    ['guests.country', guest.country],
    ['guests.reason', guest.reason],
    ['guests.marketing_auth', yesNo(guest.marketing_auth)],
    ['guests.survey_auth', yesNo(guest.survey_auth)],
    ['guests.auto_login', yesNo(guest.auto_login)],
    ['guests.valid_from', moment(guest.valid_from)],
    ['guests.valid_until', moment(guest.valid_until)],
    ['guests.created', moment(guest.created)],
  ];
  const table = <R>(title: MessageId, rows: readonly R[], columns: Columns<R>) =>
    rows.length === 0
      ? ''
      : `<h2>${escaped(say(title))}</h2><table><thead><tr>${columns.map(([id]) => `<th scope="col">${escaped(say(id))}</th>`).join('')}</tr></thead><tbody>${rows
          .map((row) => `<tr>${columns.map(([, text]) => `<td>${escaped(text(row))}</td>`).join('')}</tr>`)
          .join('')}</tbody></table>`;
  const title = escaped(intl.formatMessage({ id: 'guests.data_of' }, { name: nameOf(guest) }));
  return `<!doctype html>
<html lang="${intl.locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head><body>
<h1>${title}</h1><p>${escaped(`${moment(new Date().toISOString())} (${zone})`)}</p>
<table><tbody>${facts.map(([id, value]) => `<tr><th scope="row">${escaped(say(id))}</th><td>${escaped(value)}</td></tr>`).join('')}</tbody></table>
${table('devices.title', devices, [
  ['devices.mac_address', ({ mac_address }) => mac_address],
  ['sessions.ip_address', ({ ip_address }) => ip_address],
  ['devices.created', ({ created }) => moment(created)],
])}
${table(
  'sessions.title',
  [...running_sessions, ...ended_sessions],
  [
    ['sessions.start_time', ({ start_time }) => moment(start_time)],
    ['sessions.stop_time', ({ stop_time }) => moment(stop_time)],
    ['sessions.duration', ({ duration }) => formatDuration(duration)],
    ['sessions.bytes_down', ({ bytes_down }) => bytes(bytes_down)],
    ['sessions.bytes_up', ({ bytes_up }) => bytes(bytes_up)],
    ['sessions.device_mac', ({ device_mac }) => device_mac],
    ['sessions.ip_address', ({ ip_address }) => ip_address],
  ],
)}
${table('vouchers.title', vouchers, [
  ['vouchers.code', ({ code }) => code],
  ['vouchers.user_name', ({ user_name }) => user_name],
  ['vouchers.expires', ({ expires }) => moment(expires)],
  ['vouchers.created', ({ created }) => moment(created)],
])}
${table('guests.consents', guest.consents ?? [], [
  ['guests.consent_at', ({ at }) => moment(at)],
  ['guests.consent_to', ({ purpose }) => say(PURPOSES[purpose])],
  ['guests.consent_state', ({ given }) => say(given ? 'guests.consent_given' : 'guests.consent_withdrawn')],
])}
</body></html>
`;
}

const STYLE =
  'body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#0f172a}' +
  'table{border-collapse:collapse;width:100%}th,td{text-align:start;padding:.3rem .6rem;border-bottom:1px solid #cbd5e1;vertical-align:top;overflow-wrap:anywhere}';
