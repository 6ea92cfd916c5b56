import type { LiveUnit } from '../../contract/units';

/** Whether a unit was heard long ago, or never. False where the back end can't tell. */
export const isUnheard = ({ activity }: LiveUnit): boolean =>
  activity !== undefined && (activity.state === 'silent' || activity.last_seen === null);
