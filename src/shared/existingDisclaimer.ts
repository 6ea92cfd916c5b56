import type { Disclaimer } from '../contract/disclaimers';

/** A choice of a disclaimer, by its id: one that was deleted meanwhile, or none, is 0, the default one. */
export function existingDisclaimer(id: number | string | undefined, disclaimers: readonly Disclaimer[]): number {
  return disclaimers.some((disclaimer) => disclaimer.id === Number(id)) ? Number(id) : 0;
}
