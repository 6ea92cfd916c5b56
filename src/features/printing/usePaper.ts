import { useMemo } from 'react';
import { PAPER_FORMATS, type PaperFormat, type PaperSettings } from '../../contract/plain/paperModel';
import { BUILT_INS, PAPER_NAMES, type BuiltIn, type PaperName } from '../../contract/plain/paperNames';
import { useGetPaperTemplateQuery } from './api';
import type { PrintChoice } from './slice';
import { designOf } from './layout/design';
import { faceOf } from './layout/elementDrawing';
import type { Design } from './layout/elementLayout';
import type { Needed } from './useMaterials';
import type { Face, TextStyle } from './typefaces';

/** The design to print: the chosen one, or the hotspot's. Undefined while a template is loading. */
export function useDesign(settings: PaperSettings | undefined, choice: PrintChoice) {
  const stored = settings?.design === 'template' ? settings.template_id : settings?.design;
  const wanted: BuiltIn | number = choice.design ?? stored ?? PAPER_DEFAULTS_DESIGN;
  const id = typeof wanted === 'number' ? wanted : 0;
  const { currentData: template, isError, refetch } = useGetPaperTemplateQuery(id, { skip: id === 0 });
  const design = useMemo(() => (typeof wanted === 'string' ? wanted : template && designOf(template.template)), [wanted, template]);
  const needed = useMemo(
    () => (design === undefined ? undefined : neededBy(design, template?.template.pictures ?? {})),
    [design, template],
  );
  return { wanted, design, needed, template: template?.template, isError, refetch: () => void refetch() };
}

const PAPER_DEFAULTS_DESIGN: BuiltIn = 'sheet';

/** Fonts, texts and pictures of a design. */
export function neededBy(design: BuiltIn | Design, pictures: Readonly<Record<string, string>>): Needed {
  if (design === 'sheet') return { faces: () => [], texts: [], pictures };
  const texts = typeof design === 'string' ? [] : design.elements.flatMap((element) => (element.kind === 'text' ? [element.text] : []));
  const faces = (portal: TextStyle): Face[] => {
    if (typeof design === 'string') return [portal, `${portal} bold`, 'Roboto bold'];
    const style = { pictures: {}, accent: '', font: portal };
    return design.elements.flatMap((element) => (element.kind === 'text' ? [faceOf(element.font, element.bold, style)] : []));
  };
  return { faces, texts, pictures };
}

/** Name of the known paper with this format; null if there is none. */
export function nameOfFormat(format: PaperFormat): PaperName | null {
  const same = JSON.stringify(inOrder(format));
  return PAPER_NAMES.find((name) => JSON.stringify(inOrder(PAPER_FORMATS[name])) === same) ?? null;
}

const inOrder = ({ page, columns, rows, cell, origin, gap }: PaperFormat) =>
  [page.width, page.height, columns, rows, cell.width, cell.height, origin.x, origin.y, gap.x, gap.y].map((value) =>
    Number(value.toFixed(2)),
  );

export const isBuiltIn = (design: string): design is BuiltIn => BUILT_INS.some((one) => one === design);

/** A built-in design by its name, or the id of a template. */
export const parseDesign = (value: string): BuiltIn | number => (isBuiltIn(value) ? value : Number(value));
