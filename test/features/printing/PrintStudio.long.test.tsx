import { expect, test, describe } from '@jest/globals';
import { screen, waitFor, within, act, fireEvent } from '@testing-library/react';
import { TEMPLATE, ROW, studio, save, position } from './printStudioTests';
import { PAPER_FORMATS, type PaperTemplate } from '../../../src/contract/plain/paperModel';
import { selectStudioHistory } from '../../../src/features/printing/studio/slice';
import { draftTyped } from '../../../src/shared/draftActions';

// jsdom has no pointer capture, and its pointer events have no coordinates.
HTMLElement.prototype.setPointerCapture = () => undefined;

test('a concurrent version is shown beside the own one, and overwritten only on request', async () => {
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

const element = (name: RegExp) => screen.getByRole('button', { name });
const sent = (changes: Awaited<ReturnType<typeof studio>>['changes']) => (changes().at(-1)?.body as { template: PaperTemplate }).template;

// jsdom has no pointer capture, and its pointer events have no coordinates.
HTMLElement.prototype.setPointerCapture = () => undefined;
const point = (on: Element, type: string, clientX: number, clientY: number) =>
  fireEvent(on, new MouseEvent(type, { bubbles: true, clientX, clientY }));

describe('an element in the print studio', () => {
  test('moves by arrow keys, further with Shift, and is resized with Alt', async () => {
    const { user, changes } = await studio();
    element(/^Text: /).focus();
    await user.keyboard('{ArrowRight}{ArrowDown}{Shift>}{ArrowRight}{/Shift}{Alt>}{ArrowDown}{ArrowLeft}{/Alt}');
    expect(element(/^Text: /)).toHaveAccessibleName('Text: {{hotspot}}, 59.5 × 8.5 mm at 10.5, 3.5');
    await save(user);
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(changes()[0]?.ifMatch).toBe('"one"');
    expect(sent(changes).elements[0]).toEqual({ ...TEMPLATE.elements[0], x: 10.5, y: 3.5, width: 59.5, height: 8.5 });
  });

  test('snaps to a nearby line of another while dragged, and the line shows', async () => {
    const { user, changes } = await studio();
    const paper = document.querySelector('.studio-paper')!;
    const { width } = TEMPLATE.format.cell;
    // Ten pixels per millimetre.
    paper.getBoundingClientRect = () => ({ width: width * 10, height: 381, x: 0, y: 0, left: 0, top: 0, right: 0, bottom: 0 }) as DOMRect;
    const code = element(/^Code, /);
    point(code, 'pointerdown', 100, 200);
    // Ends half a millimetre from the middle of the cell.
    point(code, 'pointermove', 100 + (width / 2 - 35 + 0.5) * 10, 200);
    point(code, 'pointerup', 0, 0);
    expect(document.querySelectorAll('.studioGuideX').length).toBeGreaterThan(0);
    await save(user);
    await waitFor(() => expect(changes()).toHaveLength(1));
    const [, moved] = sent(changes).elements;
    expect(moved!.x + moved!.width / 2).toBeCloseTo(width / 2, 2);
    expect(moved!.y).toBe(14);
  });

  test('can be added, filled by a field and removed', async () => {
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

  test('is marked when it names an unknown field', async () => {
    const { user } = await studio();
    await user.click(element(/^Text: /));
    await user.type(screen.getByLabelText('Text'), ' {{{{floor}}');
    expect(await screen.findByText('The template uses a field that doesn’t exist: floor')).toBeVisible();
  });
});

test('the elements move along to another paper', async () => {
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

const undo = () => screen.getByRole('button', { name: 'Undo' });
const redo = () => screen.getByRole('button', { name: 'Redo' });
const names = () => screen.queryAllByRole('button', { name: / mm at / }).map((one) => one.getAttribute('aria-label'));
const KEY = 'vouchers/template 7 12';

describe('undo and redo in the print studio', () => {
  test('work by keys, restore an element with its keyboard focus, and are announced', async () => {
    const { user, changes } = await studio();
    const before = names();
    expect(undo()).toBeDisabled();
    expect(redo()).toBeDisabled();
    element(/^Text: /).focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    await user.click(screen.getByRole('button', { name: 'Add line' }));
    element(/^Code, /).focus();
    await user.keyboard('{Delete}');
    const after = names();
    expect(after).toHaveLength(2);
    // The next element gets the focus, so that keys go on working.
    expect(document.activeElement).toHaveAccessibleName(/^Line, /);
    expect(screen.getByText('Element removed. 2 left.')).toBeInTheDocument();

    await user.keyboard('{Control>}z{/Control}');
    expect(names()).toHaveLength(3);
    expect(screen.getByText('Undone. 2 more steps to undo.')).toHaveAttribute('role', 'status');
    await user.keyboard('{Control>}z{/Control}');
    expect(names()).toEqual([before[0]!.replace('at 5, 3', 'at 6, 3'), before[1]]);
    expect(document.activeElement).not.toBe(document.body);
    await user.keyboard('{Control>}z{/Control}');
    expect(names()).toEqual(before);
    expect(undo()).toBeDisabled();
    expect(screen.getByText('Undone. Nothing more to undo.')).toBeInTheDocument();

    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}{Control>}y{/Control}{Meta>}{Shift>}z{/Shift}{/Meta}');
    expect(names()).toEqual(after);
    expect(redo()).toBeDisabled();
    expect(document.activeElement).not.toBe(document.body);
    await save(user);
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(sent(changes).elements.map(({ kind }) => kind)).toEqual(['text', 'line']);
  });

  test('revert text word by word, and colours, paper and cut marks one by one', async () => {
    const { user } = await studio();
    await user.click(element(/^Text: /));
    const text = () => screen.getByLabelText('Text');
    await user.type(text(), ' Room key');
    await user.click(screen.getByRole('checkbox', { name: 'Bold' }));
    await user.click(screen.getByRole('combobox', { name: 'Paper' }));
    await user.click(await screen.findByTitle('A6, one per page'));
    await user.click(undo());
    expect(screen.queryByTitle('A6, one per page', { exact: true })?.closest('.ant-select-selector') ?? null).toBeNull();
    expect(screen.getByRole('checkbox', { name: 'Bold' })).toBeChecked();
    await user.click(undo());
    expect(screen.getByRole('checkbox', { name: 'Bold' })).not.toBeChecked();
    text().focus();
    for (let remaining = 4; remaining > 0 && !(text() as HTMLTextAreaElement).value.endsWith('}}'); remaining -= 1) {
      await user.keyboard('{Control>}z{/Control}');
    }
    expect(text()).toHaveValue('{{hotspot}}');
    expect(undo()).toBeDisabled();
    // Typing something else clears the redo steps.
    await user.type(text(), '!');
    await waitFor(() => expect(undo()).toBeEnabled());
    expect(redo()).toBeDisabled();
  });

  test('leave nothing unsaved after undoing all, so that Escape closes without a question', async () => {
    const { user, isClosed, store } = await studio();
    element(/^Text: /).focus();
    await user.keyboard('{ArrowRight}{Control>}z{/Control}');
    expect(store.getState().drafts.byKey).toEqual({});
    await user.keyboard('{Escape}');
    await waitFor(() => expect(isClosed()).toBe(true));
    expect(selectStudioHistory(store.getState(), KEY).past).toEqual([]);
  });

  test('restore a replaced or removed picture', async () => {
    const picture = (letter: string) => `data:image/png;base64,${letter.repeat(8)}`;
    const elements = [...TEMPLATE.elements, { ...position, id: 'view', kind: 'picture' as const, y: 20, picture: 'view' }];
    const template = { ...TEMPLATE, elements, pictures: { view: picture('A') } };
    const { user, changes } = await studio({
      'GET /api/paper_templates/12': { body: { ...ROW, template }, headers: { ETag: '"one"' } },
    });
    await user.click(element(/^Image, /));
    expect(screen.getByAltText('Image: selected image')).toHaveAttribute('src', picture('A'));
    await user.click(screen.getByRole('button', { name: /^Remove ?: Image/ }));
    expect(screen.queryByAltText('Image: selected image')).toBeNull();
    expect(await screen.findByText(/^The template is missing an image/)).toBeVisible();
    await user.click(undo());
    expect(screen.getByAltText('Image: selected image')).toHaveAttribute('src', picture('A'));
    await user.click(screen.getByRole('button', { name: 'Add line' }));
    await save(user);
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(sent(changes).pictures).toEqual({ view: picture('A') });
  });

  test('are states of the store, so that replayed actions show the same elements and steps', async () => {
    const { store } = await studio();
    const before = names();
    const moved = { format: TEMPLATE.format, cut: TEMPLATE.cut, elements: [{ ...TEMPLATE.elements[0]!, x: 30 }] };
    const base = { etag: '"one"', values: { name: ROW.name, layout: { ...moved, elements: TEMPLATE.elements }, pictures: {} } };
    const typed = draftTyped({ key: KEY, values: { layout: moved }, begun: base, from: {} });
    act(() => void store.dispatch(typed));
    expect(names()).toEqual([before[0]!.replace('at 5, 3', 'at 30, 3')]);
    act(() => void store.dispatch(draftTyped({ key: KEY, values: {}, begun: base, step: { kind: 'undone', from: typed.payload.values } })));
    expect(names()).toEqual(before);
    expect(redo()).toBeEnabled();
    act(() => void store.dispatch(draftTyped({ key: KEY, values: typed.payload.values, begun: base, step: { kind: 'redone', from: {} } })));
    expect(names()).toEqual([before[0]!.replace('at 5, 3', 'at 30, 3')]);
    expect(undo()).toBeEnabled();
    expect(redo()).toBeDisabled();
  });

  test('restore the own version over another person’s in one step', async () => {
    const theirs = { ...TEMPLATE, elements: [{ ...TEMPLATE.elements[0]!, y: 9 }] };
    const stale = { status: 412, body: { message: '', code: 'stale', current: { ...ROW, template: theirs }, etag: '"two"' } };
    const { user, changes } = await studio({ 'PUT /api/paper_templates/12': [stale, { body: { status: 'success' } }] });
    element(/^Text: /).focus();
    await user.keyboard('{ArrowRight}');
    const mine = names();
    await save(user);
    await user.click(await screen.findByRole('button', { name: 'Use their version' }));
    await waitFor(() => expect(names()).toHaveLength(1));
    await waitFor(() => expect(undo()).toBeEnabled());
    await user.click(undo());
    expect(names()).toEqual(mine);
    await save(user);
    await waitFor(() => expect(changes()).toHaveLength(2));
    expect(changes()[1]?.ifMatch).toBe('"two"');
    expect(sent(changes).elements).toHaveLength(2);
  });
});
