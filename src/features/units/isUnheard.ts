import type { LiveUnit } from '../../contract/units';

/** Whether a unit hasn't been heard for long, or never. False if the back end doesn't report it. */
export const isUnheard = ({ activity }: LiveUnit): boolean =>
  activity !== undefined && (activity.state === 'silent' || activity.last_seen === null);
