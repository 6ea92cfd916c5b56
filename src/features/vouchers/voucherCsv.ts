import type { IntlShape } from 'react-intl';
import { TOO_MANY_ROWS } from '../../contract/plain/csv';
import type { Voucher } from '../../contract/vouchers';
import { capabilities } from '../../shared/backEnd/capabilities';
import { formatMoment } from '../../shared/format/dates';
import { isUsable } from '../../contract/plain/voucherState';
import { bandwidthText, trafficText } from '../../shared/format/amounts';
import { momentIn, timeText, usesText } from './voucherTexts';

/** The usable vouchers as a table of display texts (VCH-09, VCH-10); null if there are too many for a file. `now` in milliseconds; ends in the hotspot's `zone`. */
export function toTable(
  intl: IntlShape,
  vouchers: readonly Voucher[],
  now: number,
  zone: string,
): { headings: string[]; rows: string[][] } | null {
  const usable = vouchers.filter((voucher) => isUsable(voucher, now));
  if (usable.length >= TOO_MANY_ROWS) return null;
  const text = (id: FormatjsIntl.Message['ids']) => intl.formatMessage({ id });
  const columns: readonly (readonly [title: FormatjsIntl.Message['ids'], cell: (voucher: Voucher) => string])[] = [
    ['vouchers.code', ({ code }) => code],
    ['vouchers.type', ({ type }) => text(`vouchers.type_${type}`)],
    ['vouchers.user_name', ({ user_name }) => user_name],
    ['vouchers.user_mail', ({ user_mail }) => user_mail],
    ...(capabilities().hasWholeCounter ? [['vouchers.room', ({ room = '' }: Voucher) => room] as const] : []),
    ['vouchers.bandwidth_down', ({ bandwidth_down }) => bandwidthText(intl, bandwidth_down)],
    ['vouchers.bandwidth_up', ({ bandwidth_up }) => bandwidthText(intl, bandwidth_up)],
    ['vouchers.max_traffic', ({ max_traffic }) => trafficText(intl, max_traffic)],
    ['vouchers.max_time', ({ max_time }) => timeText(intl, max_time)],
    ['vouchers.auto_login', ({ auto_login }) => text(auto_login ? 'common.yes' : 'common.no')],
    ['vouchers.duration', ({ duration }) => (duration > 0 ? intl.formatMessage({ id: 'vouchers.days' }, { days: duration }) : '')],
    ['vouchers.expires', ({ expires }) => (expires === null ? '' : momentIn(zone, expires, intl))],
    ['vouchers.uses', ({ remain_use }) => usesText(intl, remain_use)],
    ['vouchers.printed', ({ printed }) => text(printed ? 'common.yes' : 'common.no')],
    ['vouchers.created', ({ created }) => formatMoment(created, intl.locale)],
  ];
  const rows = usable.map((voucher) => columns.map(([, cell]) => cell(voucher)));
  return { headings: columns.map(([title]) => text(title)), rows };
}
