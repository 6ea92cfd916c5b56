import type { PaperTemplate } from '../../../contract/paperModel';
import type { Design } from './place';

/** A template as a design; its cell's size is what its elements are placed on. On a roll they make room from top to bottom. */
export const designOf = ({ format, elements }: PaperTemplate): Design => ({
  ...format.cell,
  elements: [...elements].sort((one, other) => one.y - other.y),
  flows: false,
  foot: format.cell.height === 0 ? 2 : 0,
});
