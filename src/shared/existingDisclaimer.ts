import type { Disclaimer } from '../contract/disclaimers';

/** The id of the chosen disclaimer; 0, the default disclaimer, if none is chosen or the chosen one has been deleted. */
export function existingDisclaimer(id: number | string | undefined, disclaimers: readonly Disclaimer[]): number {
  return disclaimers.some((disclaimer) => disclaimer.id === Number(id)) ? Number(id) : 0;
}
