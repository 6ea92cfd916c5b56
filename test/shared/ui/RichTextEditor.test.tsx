import { expect, test } from '@jest/globals';
import { within } from '@testing-library/react';
import { shown, paste } from './richTextEditorTests';

// jsdom has no layout, but the editor measures its cursor.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

test('shows the placeholders of a text in words, as units, and reports no change', async () => {
  const { text, onChange } = await shown('<h2>Hello</h2><p>Go to $$URL$$ or <b>{{.PrivacyName}}</b>, not {{.Other}}</p>');
  expect([...text.querySelectorAll('.rich-token')].map((piece) => piece.textContent)).toEqual(['survey link', 'name of the company']);
  expect(text).toHaveTextContent('Go to survey link or name of the company, not {{.Other}}');
  expect(within(text).getByRole('heading', { level: 2, name: 'Hello' })).toBeVisible();
  expect(onChange).not.toHaveBeenCalled();
});

test('buttons make text bold, italic or a heading, and show what is active', async () => {
  const { user, text, tool, last, selectAll } = await shown('<p>Hello</p>');
  text.focus();
  await selectAll();
  await user.click(tool('Bold'));
  expect(last()).toBe('<p><strong>Hello</strong></p>');
  expect(tool('Bold')).toHaveAttribute('aria-pressed', 'true');
  await user.click(tool('Italic'));
  await user.click(tool('Heading 3, H3'));
  expect(last()).toBe('<h3><strong><em>Hello</em></strong></h3>');
  expect(tool('Heading 3, H3')).toHaveAttribute('aria-pressed', 'true');
  expect(tool('Heading 1, H1')).toHaveAttribute('aria-pressed', 'false');
});

test('scripts, event handlers and script addresses are neither shown nor passed on', async () => {
  const { text, last } = await shown('<p onclick="steal()">Hello<script>steal()</script><img src=x onerror="steal()"></p>');
  expect(text.innerHTML).not.toMatch(/steal|script|img/);
  text.focus();
  paste(text, {
    'text/html': '<p>Bad <a href="javascript:steal()">link</a><iframe src="https://spy.example"></iframe><svg onload="steal()"></svg></p>',
    'text/plain': 'Bad link',
  });
  expect(last()).toContain('Bad link');
  expect(last()).not.toMatch(/steal|javascript|iframe|svg|onclick/);
});
