import type { PaperTemplate } from '../../../contract/plain/paperModel';
import type { Design } from './elementLayout';

/** A template as a design, sized like its cell. On a roll, elements push down those below them. */
export const designOf = ({ format, elements }: PaperTemplate): Design => ({
  ...format.cell,
  elements: [...elements].sort((one, other) => one.y - other.y),
  flows: false,
  foot: format.cell.height === 0 ? 2 : 0,
});
