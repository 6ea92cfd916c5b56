/** Form values for editing presets, and the text to store. */
import { BUILT_IN_PRESETS, presetsIn, type Preset } from '../../contract/plain/presets';
import { MB } from '../../shared/format/amounts';

/** An empty field is 0, which means no limit. */
interface PresetValues {
  name: string;
  ends: Preset['ends'];
  days: number | null;
  /** 0: unlimited. */
  uses: number;
  auto_login: boolean;
  bandwidth_down: number;
  bandwidth_up: number;
  trafficMb: number;
  timeMinutes: number;
  max_devices: number;
}

export interface PresetsForm {
  presets: PresetValues[];
}

const SECONDS_PER_MINUTE = 60;

function toValues({
  name,
  ends,
  days,
  uses,
  auto_login,
  bandwidth_down,
  bandwidth_up,
  max_traffic,
  max_time,
  max_devices = 0,
}: Preset): PresetValues {
  const limits = { max_devices, bandwidth_down, bandwidth_up, trafficMb: max_traffic / MB, timeMinutes: max_time / SECONDS_PER_MINUTE };
  return { name, ends, days: days === 0 ? 1 : days, uses: uses === -1 ? 0 : uses, auto_login, ...limits };
}

export const toForm = (stored: string): PresetsForm => ({ presets: presetsIn(stored).map(toValues) });

/** Initial values of an additional preset: one day. */
export const newPreset = (): PresetValues[] => BUILT_IN_PRESETS.slice(0, 1).map(toValues);

export function toPreset({
  name,
  ends,
  days,
  uses,
  auto_login,
  bandwidth_down,
  bandwidth_up,
  trafficMb,
  timeMinutes,
  max_devices,
}: PresetValues): Preset {
  return {
    name: name.trim(),
    ends,
    days: ends === 'days' ? (days ?? 1) : 0,
    uses: uses === 0 ? -1 : uses,
    auto_login,
    bandwidth_down,
    bandwidth_up,
    max_traffic: Math.round(trafficMb * MB),
    max_time: Math.round(timeMinutes * SECONDS_PER_MINUTE),
    ...(max_devices > 0 && { max_devices }),
  };
}

/** The text to store; empty for the built-in presets, which aren't stored. */
export function toStored({ presets }: PresetsForm): string {
  const converted = presets.map(toPreset);
  return JSON.stringify(converted) === JSON.stringify(BUILT_IN_PRESETS) ? '' : JSON.stringify(converted);
}
