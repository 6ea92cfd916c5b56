import type { Disclaimer } from '../contract/disclaimers';

/** The chosen disclaimer's id; 0, the default disclaimer, if none is chosen or it has been deleted since. */
export function existingDisclaimer(id: number | string | undefined, disclaimers: readonly Disclaimer[]): number {
  return disclaimers.some((disclaimer) => disclaimer.id === Number(id)) ? Number(id) : 0;
}
