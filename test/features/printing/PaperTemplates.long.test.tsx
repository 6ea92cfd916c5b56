import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { PAPER_DEFAULTS, PAPER_FORMATS, type PaperTemplate } from '../../../src/contract/plain/paperModel';
import type { Role } from '../../../src/contract/plain/roles';
import { PaperTemplatesDialog } from '../../../src/features/printing/dialogs/PaperTemplatesDialog';
import { answerWith, callName, type Answers } from '../../support/console/answers';
import { renderPage } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';

const TEMPLATE: PaperTemplate = {
  version: 1,
  format: PAPER_FORMATS.a6,
  cut: 'none',
  elements: [
    {
      id: 'a',
      kind: 'text',
      text: 'Room {{guest}}',
      x: 1,
      y: 1,
      width: 50,
      height: 8,
      align: 'left',
      vertical: 'top',
      font: 'Lato',
      bold: true,
      size: 12,
      colour: 'accent',
      language: 'guest',
    },
  ],
  pictures: {},
};
const OWN = { id: 12, account_id: 2, hotspot_id: 7, name: 'Door sign', changed: null };
const GIVEN = { id: 13, account_id: 2, hotspot_id: 0, name: 'House style', changed: null };

let saved: { name: string; file: Blob }[] = [];
beforeEach(() => {
  saved = [];
  let created: Blob | undefined;
  Object.assign(URL, {
    createObjectURL: (file: Blob) => {
      created = file;
      return 'blob:made-up';
    },
    revokeObjectURL: () => undefined,
  });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (created) saved.push({ name: this.download, file: created });
  });
});

async function open(role: Role = 'reseller', answers: Answers = {}) {
  const calls = answerWith({
    'GET /api/hotspots/7': { body: { id: 7, name: 'city-library', description: 'City Library' } },
    'GET /api/preferences/hotspots/7': { body: [] },
    'GET /api/paper/hotspots/7': { body: PAPER_DEFAULTS },
    'GET /api/paper_templates': { body: [OWN, GIVEN] },
    'GET /api/paper_templates/12': { body: { ...OWN, template: TEMPLATE } },
    'POST /api/paper_templates': { status: 201, body: { id: 14, status: 'success' } },
    ...answers,
  });
  const rendered = renderPage(<PaperTemplatesDialog args={{ hotspotId: 7 }} onClose={() => undefined} />, { as: madeUp(role) });
  await screen.findByText('Door sign');
  const sent = () => calls.filter((call) => callName(call) === 'POST /api/paper_templates').map(({ body }) => body);
  return { ...rendered, sent };
}

const take = async (user: Awaited<ReturnType<typeof open>>['user'], text: string | DOMException) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  const file = new File(['{}'], 'template.json', { type: 'application/json' });
  // jsdom's files can't be read as text.
  Object.assign(file, { text: () => (typeof text === 'string' ? Promise.resolve(text) : Promise.reject(text)) });
  await user.upload(input, file);
};

describe('a template', () => {
  test('is not saved over a version that can no longer be read', async () => {
    const { user } = await open('reseller', {
      'GET /api/paper_templates/12': [{ body: { ...OWN, template: TEMPLATE } }, { status: 500, body: { message: 'no' } }],
    });
    await user.click(screen.getByRole('button', { name: 'Export Door sign' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Export Door sign' }));
    expect(await screen.findByText('Couldn’t load the template. Try again.')).toBeVisible();
    expect(saved).toHaveLength(1);
  });

  test('can be exported and imported', async () => {
    const { user, sent } = await open();
    await user.click(screen.getByRole('button', { name: 'Export Door sign' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toBe('Door-sign.json');
    const text = await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as string);
      reader.readAsText(saved[0]!.file);
    });
    await take(user, text);
    await waitFor(() => expect(sent()).toEqual([{ hotspot_id: 7, is_given: false, name: 'Door sign', template: TEMPLATE }]));
  });

  test.each<[what: string, text: string | DOMException, said: string | RegExp]>([
    ['no permission to open it', new DOMException('', 'NotReadableError'), /^Couldn’t read the file. It may have been moved or changed/],
    ['nothing there any more', new DOMException('', 'NotFoundError'), /^Couldn’t read the file. It may have been moved or changed/],
    ['invalid JSON', '<html><script>alert(1)</script></html>', 'This file isn’t a voucher template. Choose a file that was exported here.'],
    ['unrelated JSON', '{"name":"x"}', 'This file isn’t a voucher template. Choose a file that was exported here.'],
    [
      'an unknown field',
      JSON.stringify({
        portico: 'voucher-template',
        name: 'x',
        template: { ...TEMPLATE, elements: [{ ...TEMPLATE.elements[0], text: '{{floor}}' }] },
      }),
      'The template uses a field that doesn’t exist: floor',
    ],
  ])('is not imported from a file with %s', async (_what, text, message) => {
    const { user, sent } = await open();
    await take(user, text);
    expect(await screen.findByText(message)).toBeVisible();
    expect(sent()).toEqual([]);
  });

  test('starts as a copy of a built-in design, and a reseller can share it with all of its hotspots', async () => {
    const { user, sent } = await open();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Copy' })).toBeEnabled());
    await user.click(screen.getByRole('checkbox', { name: /all of the reseller’s hotspots/ }));
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    const [body] = sent() as [{ is_given: boolean; name: string; template: PaperTemplate }];
    expect(body).toMatchObject({ hotspot_id: 7, is_given: true, name: 'Copy of Card', template: { version: 1, format: PAPER_FORMATS.a4 } });
    const { elements, format } = body.template;
    expect(elements.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['text', 'code', 'qr', 'line']));
    for (const { x, y, width, height } of elements) {
      expect(x + width).toBeLessThanOrEqual(format.cell.width + 0.02);
      expect(y + height).toBeLessThanOrEqual(format.cell.height + 0.02);
    }
  });

  test('shared by a reseller cannot be changed or deleted by a customer', async () => {
    await open('customer');
    expect(screen.getByRole('button', { name: 'Edit Door sign' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Edit House style' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete House style' })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: /all of the reseller’s hotspots/ })).toBeNull();
  });
});
