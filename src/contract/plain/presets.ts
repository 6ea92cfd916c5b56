/** Voucher presets: the counter's buttons and what each one's voucher grants. No zod here: the console bundles this file. */
import { MAX_DEVICES, MAX_INTEGER, MAX_VOUCHER_DAYS } from './wire';

/** Hotspot preference that holds its presets, as JSON. */
export const PRESETS_KEY = 'voucher_presets';

/** Maximum number of presets per hotspot. */
export const MAX_PRESETS = 12;

/** Maximum length of a preset's name, in characters. */
export const MAX_PRESET_NAME = 40;

/**
 * One preset. Days count from first use; `check_out` lasts until a date that is asked for each time. `uses`: -1 unlimited. Bandwidth in
 * kbps, traffic in bytes, time in seconds; 0 is no limit. Without a name the button is labelled with what it grants.
 */
export interface Preset {
  name: string;
  ends: 'days' | 'check_out' | 'never';
  /** 0 unless `ends` is `days`. */
  days: number;
  uses: number;
  auto_login: boolean;
  bandwidth_down: number;
  bandwidth_up: number;
  max_traffic: number;
  max_time: number;
  /** Devices at once; absent for the rule of its type. */
  max_devices?: number;
}

const NO_LIMITS = { auto_login: true, bandwidth_down: 0, bandwidth_up: 0, max_traffic: 0, max_time: 0 };

/** Presets of a hotspot that has none of its own: one day, three days, a week, until check-out, one code for a conference. */
export const BUILT_IN_PRESETS: readonly Preset[] = [
  { name: '', ends: 'days', days: 1, uses: -1, ...NO_LIMITS },
  { name: '', ends: 'days', days: 3, uses: -1, ...NO_LIMITS },
  { name: '', ends: 'days', days: 7, uses: -1, ...NO_LIMITS },
  { name: '', ends: 'check_out', days: 0, uses: -1, ...NO_LIMITS },
  { name: '', ends: 'days', days: 1, uses: 100, ...NO_LIMITS },
];

/** Presets in a stored preference; the built-in ones if it is unset, invalid or empty. */
export function presetsIn(stored: string | undefined): readonly Preset[] {
  const read = readPresets(stored ?? '');
  return 'presets' in read && read.presets.length > 0 ? read.presets : BUILT_IN_PRESETS;
}

/** Parses presets, or says why the text is invalid. Empty text gives no presets, which stands for the built-in ones. */
export function readPresets(text: string): { presets: Preset[] } | { reason: string } {
  if (text === '') return { presets: [] };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { reason: 'is no JSON' };
  }
  if (!Array.isArray(parsed)) return { reason: 'is no list' };
  if (parsed.length > MAX_PRESETS) return { reason: `has more than ${MAX_PRESETS} presets` };
  const presets = parsed.map(readPreset);
  const wrong = presets.find((preset) => typeof preset === 'string');
  return wrong === undefined ? { presets: presets.filter((preset) => typeof preset !== 'string') } : { reason: `${wrong} of a preset` };
}

/** A preset reduced to its known fields, or the name of the invalid field. */
function readPreset(given: unknown): Preset | keyof Preset {
  if (typeof given !== 'object' || given === null) return 'name';
  const { name, ends, days, uses, auto_login, bandwidth_down, bandwidth_up, max_traffic, max_time, max_devices } = given as Partial<Preset>;
  const whole = (value: unknown, least: number, most: number): value is number =>
    Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
  if (typeof name !== 'string' || name.length > MAX_PRESET_NAME || /\p{Cc}/u.test(name)) return 'name';
  if (ends !== 'days' && ends !== 'check_out' && ends !== 'never') return 'ends';
  if (!whole(days, ends === 'days' ? 1 : 0, MAX_VOUCHER_DAYS)) return 'days';
  if (uses !== -1 && !whole(uses, 1, MAX_INTEGER)) return 'uses';
  if (typeof auto_login !== 'boolean') return 'auto_login';
  if (!whole(bandwidth_down, 0, MAX_INTEGER)) return 'bandwidth_down';
  if (!whole(bandwidth_up, 0, MAX_INTEGER)) return 'bandwidth_up';
  if (!whole(max_traffic, 0, Number.MAX_SAFE_INTEGER)) return 'max_traffic';
  if (!whole(max_time, 0, MAX_INTEGER)) return 'max_time';
  if (max_devices !== undefined && !whole(max_devices, 1, MAX_DEVICES)) return 'max_devices';
  const limits = { auto_login, bandwidth_down, bandwidth_up, max_traffic, max_time, ...(max_devices !== undefined && { max_devices }) };
  return { name: name.trim(), ends, days: ends === 'days' ? days : 0, uses, ...limits };
}
