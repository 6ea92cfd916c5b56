export interface Slice {
  name: string;
  projects: string[];
  pattern: RegExp;
}
export const SLICES: Slice[];
export function testFiles(): string[];
export function sliceOf(file: string): Slice | undefined;
