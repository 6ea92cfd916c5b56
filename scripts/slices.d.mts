export interface Slice {
  name: string;
  projects: string[];
  pattern?: RegExp;
  again?: string[];
  byName?: true;
}
export const SLICES: Slice[];
export const TEST_FILES: readonly string[];
export function sliceOf(file: string): Slice | undefined;
export function filesOf(slice: Slice): string[];
export function halfOf(slice: Slice, seed: number): string[];
export function wholeRun(filesFrom: (slice: Slice) => string[]): { names: string[]; projects: string[]; files: string[] }[];
