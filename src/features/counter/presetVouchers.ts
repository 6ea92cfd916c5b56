/** A preset's name, and the voucher it creates. */
import type { IntlShape } from 'react-intl';
import { MAX_ROOM } from '../../contract/plain/guestRows';
import type { Preset } from '../../contract/plain/presets';
import type { CreateVouchers } from '../../contract/vouchers';
import { HOTSPOT_ZONE } from '../../contract/plain/wire';
import { capabilities } from '../../shared/backEnd/capabilities';
import type { VoucherType } from '../vouchers/api';
import { daysUntil } from '../vouchers/voucherForm';
import { sentenceOf } from '../vouchers/voucherTexts';

/** The preset's own name, or else what it grants: "3 days", "Until check-out", "Conference · 100 uses". */
export function presetName(intl: IntlShape, { name, ends, days, uses }: Pick<Preset, 'name' | 'ends' | 'days' | 'uses'>): string {
  if (name !== '') return name;
  if (uses > 1) return intl.formatMessage({ id: 'presets.shared' }, { count: uses });
  if (ends === 'check_out') return intl.formatMessage({ id: 'presets.check_out' });
  return ends === 'days' ? intl.formatMessage({ id: 'vouchers.days' }, { days }) : intl.formatMessage({ id: 'presets.never' });
}

/** How a voucher records its preset: by name, or, if it is unnamed, in a form that can be shown in any language. */
const presetMark = ({ name, ends, days, uses }: Preset): string => (name === '' ? `#${ends}:${days}:${uses}` : name);

/** Display name of a voucher's preset. */
export function presetText(intl: IntlShape, mark: string): string {
  const [, ends, days, uses] = /^#(days|check_out|never):(\d{1,6}):(-?\d{1,10})$/.exec(mark) ?? [];
  if (ends === undefined) return mark;
  return presetName(intl, { name: '', ends: ends as Preset['ends'], days: Number(days), uses: Number(uses) });
}

/** "Valid 3 days after the day of first use, unlimited uses". */
export function presetSentence(intl: IntlShape, preset: Preset): string {
  const until = preset.ends === 'check_out' ? intl.formatMessage({ id: 'presets.chosen_date' }) : null;
  return sentenceOf(intl, { ...preset, duration: preset.days, remain_use: preset.uses, until });
}

/** Answers needed before a voucher can be created; empty if one click creates it. */
export interface PresetAnswers {
  /** The last day, YYYY-MM-DD. */
  lastDay: string;
  name: string;
  email: string;
  /** The room, or another note about the guest. */
  room: string;
}

export const NO_ANSWERS: PresetAnswers = { lastDay: '', name: '', email: '', room: '' };

/** Where guests can only log in with personal vouchers, the voucher needs a name. */
const needsName = (types: readonly VoucherType[]): boolean => !types.includes('normal');

/** Vouchers for named guests are personal where such vouchers exist, unless several guests share one. */
export const typeFor = (types: readonly VoucherType[], { uses }: Preset, name: string): VoucherType =>
  needsName(types) || (name !== '' && types.includes('auth') && uses <= 1) ? 'auth' : 'normal';

/** Words before a room's number. */
const ROOM = /^(?:room|camera|stanza|cam\.?)\s+(?=\S*\d)/i;

/** Reads guest and room from one line typed at the counter: "204", "Rossi", "204 Rossi", "Mario Rossi, 204". A room contains a digit. */
export function readGuest(typed: string): Pick<PresetAnswers, 'name' | 'room'> {
  const text = typed.trim().replace(ROOM, '');
  if (/^\S*\d\S*$/.test(text)) return { name: '', room: text };
  const [, before, after] = /^(\S*\d\S*?)[\s,;:·–-]+(\D+)$/.exec(text) ?? [];
  if (before !== undefined && after !== undefined) return { name: after, room: before };
  const [, name, room] = /^(\D+?)[\s,;:·–-]+(?:(?:room|camera|stanza|cam\.?)\s+)?(\S*\d\S*)$/i.exec(text) ?? [];
  return name !== undefined && room !== undefined ? { name, room } : { name: text, room: '' };
}

/** Whether the preset needs answers first. */
export const hasQuestions = (preset: Preset, types: readonly VoucherType[]): boolean => preset.ends === 'check_out' || needsName(types);

/** The request for one voucher. */
export function toVoucher(
  hotspotId: number,
  { preset, type }: { preset: Preset; type: VoucherType },
  answers: PresetAnswers,
  now: number,
): CreateVouchers {
  const { auto_login, bandwidth_down, bandwidth_up, max_traffic, max_time, max_devices, days, uses } = preset;
  const hasLastDay = preset.ends === 'check_out';
  const isAuth = type === 'auth';
  return {
    hotspot_id: hotspotId,
    code: '',
    auto_login,
    bandwidth_down,
    bandwidth_up,
    max_traffic,
    max_time,
    ...(max_devices !== undefined && { max_devices }),
    time: hasLastDay ? 'expiration' : 'duration',
    duration: days,
    expiration: hasLastDay ? Math.max(1, daysUntil(answers.lastDay, now)) : 0,
    // Existing back ends count whole days from the moment of creation.
    ...(hasLastDay && capabilities().endsVouchersWithDay && { last_day: answers.lastDay, tz: HOTSPOT_ZONE }),
    type,
    user_name: isAuth ? answers.name.trim() : null,
    user_mail: isAuth ? answers.email.trim() : null,
    remain_use: uses,
    ...noteOf(type, answers),
    num_vouchers: 1,
    ...(capabilities().hasWholeCounter && { preset: presetMark(preset) }),
  };
}

/** The room, and also the guest's name if the voucher isn't personal and so has no field for it. */
function noteOf(type: VoucherType, { name, room }: PresetAnswers): Pick<CreateVouchers, 'room'> {
  const note = (type === 'auth' ? [room] : [name, room]).map((part) => part.trim()).filter((part) => part !== '');
  return note.length === 0 || !capabilities().hasWholeCounter ? {} : { room: note.join(' · ').slice(0, MAX_ROOM) };
}

/** Separates a code's characters, so that screen readers spell it instead of reading it as a word. */
export const spelled = (code: string): string => code.replaceAll(/.(?=.)/g, '$& ');
