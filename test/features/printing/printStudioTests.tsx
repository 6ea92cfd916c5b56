import { act, screen } from '@testing-library/react';
import { PAPER_DEFAULTS, PAPER_FORMATS, type PaperTemplate } from '../../../src/contract/plain/paperModel';
import { dialogOpened } from '../../../src/shared/dialogs';
import { answerWith, callName, type Answers } from '../../support/console/answers';
import { renderPage } from '../../support/console/render';

export const position = { x: 5, width: 60, height: 8, align: 'left', vertical: 'top' } as const;
const typed = { kind: 'text', font: 'Roboto', bold: false, size: 12, colour: 'ink', language: 'guest' } as const;
export const TEMPLATE: PaperTemplate = {
  version: 1,
  format: PAPER_FORMATS.labels_2x7,
  cut: 'none',
  elements: [
    { ...position, ...typed, id: 'name', y: 3, text: '{{hotspot}}' },
    { ...position, id: 'code', kind: 'code', y: 14, size: 20, colour: 'ink', grouped: true },
  ],
  pictures: {},
};
export const ROW = { id: 12, account_id: 2, hotspot_id: 7, name: 'Door sign', changed: null };

export async function studio(answers: Answers = {}) {
  const calls = answerWith({
    'GET /api/hotspots/7': { body: { id: 7, name: 'city-library', description: 'City Library' } },
    'GET /api/preferences/hotspots/7': { body: [] },
    'GET /api/paper/hotspots/7': { body: PAPER_DEFAULTS },
    'GET /api/paper_templates/12': { body: { ...ROW, template: TEMPLATE }, headers: { ETag: '"one"' } },
    'PUT /api/paper_templates/12': { body: { status: 'success' } },
    ...answers,
  });
  const rendered = renderPage(<p />);
  act(() => void rendered.store.dispatch(dialogOpened({ name: 'vouchers/template', args: { hotspotId: 7, id: 12 } })));
  await screen.findByRole('button', { name: /^Code, / });
  const changes = () => calls.filter((call) => callName(call) === 'PUT /api/paper_templates/12');
  return { ...rendered, calls, changes, isClosed: () => screen.queryByRole('dialog') === null };
}
export const save = (user: Awaited<ReturnType<typeof studio>>['user']) => user.click(screen.getByRole('button', { name: 'Save' }));
