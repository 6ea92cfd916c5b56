import type { StoredPaperTemplate } from '../../../contract/paper';
import { PAPER_DEFAULTS, type PaperTemplate } from '../../../contract/plain/paperModel';
import type { StudioLayout } from './studioHistory';

/** Pictures are a separate field, because they are left out of stored drafts. */
export interface StudioForm {
  name: string;
  layout: StudioLayout;
  pictures: PaperTemplate['pictures'];
}

export const NEW_STUDIO: StudioForm = {
  name: '',
  layout: { format: PAPER_DEFAULTS.format, cut: PAPER_DEFAULTS.cut, elements: [] },
  pictures: {},
};

export const toForm = ({ name, template: { format, cut, elements, pictures } }: StoredPaperTemplate): StudioForm => ({
  name,
  layout: { format, cut, elements },
  pictures,
});
