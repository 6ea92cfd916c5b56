import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { PAPER_DEFAULTS, PAPER_FORMATS, type PaperTemplate } from '../../../../src/contract/paperModel';
import { TemplateDialog } from '../../../../src/features/vouchers/TemplateDialog';
import { answerWith, named, type Answers } from '../../../support/answers';
import { renderPage } from '../../../support/render';

const placed = { x: 5, width: 60, height: 8, align: 'left', vertical: 'top' } as const;
const typed = { kind: 'text', font: 'Roboto', bold: false, size: 12, colour: 'ink', language: 'guest' } as const;
const TEMPLATE: PaperTemplate = {
  version: 1,
  format: PAPER_FORMATS.labels_2x7,
  cut: 'none',
  elements: [
    { ...placed, ...typed, id: 'name', y: 3, text: '{{hotspot}}' },
    { ...placed, id: 'code', kind: 'code', y: 14, size: 20, colour: 'ink', grouped: true },
  ],
  pictures: {},
};
const ROW = { id: 12, account_id: 2, hotspot_id: 7, name: 'Door sign', changed: null };

async function studio(answers: Answers = {}) {
  const calls = answerWith({
    'GET /api/hotspots/7': { body: { id: 7, name: 'city-library', description: 'City Library' } },
    'GET /api/preferences/hotspots/7': { body: [] },
    'GET /api/paper/hotspots/7': { body: PAPER_DEFAULTS },
    'GET /api/paper_templates/12': { body: { ...ROW, template: TEMPLATE }, headers: { ETag: '"one"' } },
    'PUT /api/paper_templates/12': { body: { status: 'success' } },
    ...answers,
  });
  let closed = 0;
  const rendered = renderPage(<TemplateDialog args={{ hotspotId: 7, id: 12 }} onClose={() => (closed += 1)} />);
  await screen.findByRole('button', { name: /^Code, / });
  const changes = () => calls.filter((call) => named(call) === 'PUT /api/paper_templates/12');
  return { ...rendered, calls, changes, isClosed: () => closed > 0 };
}

const element = (name: RegExp) => screen.getByRole('button', { name });
const save = (user: Awaited<ReturnType<typeof studio>>['user']) => user.click(screen.getByRole('button', { name: 'Save' }));
const sent = (changes: Awaited<ReturnType<typeof studio>>['changes']) => (changes().at(-1)?.body as { template: PaperTemplate }).template;

// jsdom captures no pointers, and its pointer events have no place.
HTMLElement.prototype.setPointerCapture = () => undefined;
const point = (on: Element, type: string, clientX: number, clientY: number) =>
  fireEvent(on, new MouseEvent(type, { bubbles: true, clientX, clientY }));

describe('an element', () => {
  test('moves by arrow keys, by more with Shift, and is resized with Alt', async () => {
    const { user, changes } = await studio();
    element(/^Text: /).focus();
    await user.keyboard('{ArrowRight}{ArrowDown}{Shift>}{ArrowRight}{/Shift}{Alt>}{ArrowDown}{ArrowLeft}{/Alt}');
    expect(element(/^Text: /)).toHaveAccessibleName('Text: {{hotspot}}, 59.5 × 8.5 mm at 10.5, 3.5');
    await save(user);
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(changes()[0]?.ifMatch).toBe('"one"');
    expect(sent(changes).elements[0]).toEqual({ ...TEMPLATE.elements[0], x: 10.5, y: 3.5, width: 59.5, height: 8.5 });
  });

  test('that is dragged near a line of another snaps to it, and the line shows', async () => {
    const { user, changes } = await studio();
    const paper = document.querySelector('.studio-paper')!;
    const { width } = TEMPLATE.format.cell;
    // Ten pixels a millimetre.
    paper.getBoundingClientRect = () => ({ width: width * 10, height: 381, x: 0, y: 0, left: 0, top: 0, right: 0, bottom: 0 }) as DOMRect;
    const code = element(/^Code, /);
    point(code, 'pointerdown', 100, 200);
    // Ends half a millimetre beside the middle of the cell.
    point(code, 'pointermove', 100 + (width / 2 - 35 + 0.5) * 10, 200);
    point(code, 'pointerup', 0, 0);
    expect(document.querySelectorAll('.studio-guide-x').length).toBeGreaterThan(0);
    await save(user);
    await waitFor(() => expect(changes()).toHaveLength(1));
    const [, moved] = sent(changes).elements;
    expect(moved!.x + moved!.width / 2).toBeCloseTo(width / 2, 2);
    expect(moved!.y).toBe(14);
  });

  test('is added, filled by a field, and removed', async () => {
    const { user, changes } = await studio();
    await user.click(screen.getByRole('button', { name: 'Add text' }));
    const text = screen.getByLabelText('Text');
    await user.clear(text);
    await user.type(text, 'Room ');
    await user.click(screen.getByLabelText('Insert a field'));
    await user.click(await screen.findByTitle('Guest or room'));
    expect(text).toHaveValue('Room {{guest}}');
    element(/^Code, /).focus();
    await user.keyboard('{Delete}');
    expect(screen.queryByRole('button', { name: /^Code, / })).toBeNull();
    await save(user);
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(sent(changes).elements.map(({ id, kind }) => [id, kind])).toEqual([
      ['name', 'text'],
      ['element-1', 'text'],
    ]);
  });

  test('that names a field which does not exist is pointed out', async () => {
    const { user } = await studio();
    await user.click(element(/^Text: /));
    await user.type(screen.getByLabelText('Text'), ' {{{{floor}}');
    expect(await screen.findByText('The template names a field that doesn’t exist: floor')).toBeVisible();
  });
});

test('another paper takes the elements along', async () => {
  const { user, changes } = await studio();
  await user.click(screen.getByRole('combobox', { name: 'Paper' }));
  await user.click(await screen.findByTitle('A6, one per page'));
  await save(user);
  await waitFor(() => expect(changes()).toHaveLength(1));
  const { format, elements } = sent(changes);
  expect(format).toEqual(PAPER_FORMATS.a6);
  for (const { x, y, width, height } of elements) {
    expect(x + width).toBeLessThanOrEqual(format.cell.width);
    expect(y + height).toBeLessThanOrEqual(format.cell.height);
  }
});

test('what somebody else saved meanwhile is shown beside mine, and overwritten only when I say so', async () => {
  const theirs = { ...ROW, name: 'House style', template: TEMPLATE };
  const stale = { status: 412, body: { message: '', code: 'stale', current: theirs, etag: '"two"' } };
  const { user, changes, isClosed } = await studio({ 'PUT /api/paper_templates/12': [stale, { body: { status: 'success' } }] });
  await user.clear(screen.getByLabelText('Name of the template'));
  await user.type(screen.getByLabelText('Name of the template'), 'Mine');
  await save(user);
  expect(await screen.findByText('House style')).toBeVisible();
  expect(isClosed()).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Keep my version' }));
  await waitFor(() => expect(changes().map(({ ifMatch }) => ifMatch)).toContain('"two"'));
  expect(within(document.body).queryByText('Couldn’t save the template')).toBeNull();
});
