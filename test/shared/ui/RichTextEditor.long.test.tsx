import { expect, test } from '@jest/globals';
import { within, screen } from '@testing-library/react';
import { shown, paste } from './richTextEditorTests';
import { MAX_LENGTH } from '../../../src/contract/plain/wire';
import { fromEditor, toEditor } from '../../../src/shared/ui/form/richText/html';

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

// jsdom has no layout, but the editor measures its cursor.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

test('undoing restores the original text letter by letter', async () => {
  const value = '<p>Hello <b>you</b>&nbsp;&ndash; $$URL$$</p>\n';
  const { user, tool, last, text } = await shown(value);
  text.focus();
  await user.click(tool('Heading 1, H1'));
  expect(last()).toMatch(/^<h1>/);
  await user.click(tool('Undo'));
  expect(last()).toBe(value);
});

test('a button inserts a placeholder, and one key deletes it', async () => {
  const { user, text, tool, last, selectAll } = await shown('<p>Hello</p>');
  text.focus();
  await selectAll();
  await user.click(tool('Insert $$URL$$: survey link'));
  expect(last()).toBe('<p>$$URL$$</p>');
  await selectAll();
  await user.keyboard('{Backspace}');
  expect(last()).toBe('');
});

test('a text set from outside replaces the content and reports no change', async () => {
  const { text, put, onChange } = await shown('<p>Hello</p>');
  put('<p>Discarded $$URL$$</p>');
  expect(text).toHaveTextContent('Discarded survey link');
  expect(text.querySelector('.rich-token')).toHaveTextContent('survey link');
  expect(onChange).not.toHaveBeenCalled();
});

test('pasting from a word processor drops styles, comments and tags, and keeps words, bold, headings and placeholders', async () => {
  const { user, text, last, selectAll } = await shown('<p>x</p>');
  const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {margin:0}</style>
    <!--[if gte mso 9]><xml><o:OfficeDocumentSettings></o:OfficeDocumentSettings></xml><![endif]--></head><body lang=IT>
    <!--StartFragment--><h1 style='mso-list:l0'>Ciao<o:p></o:p></h1><p class=MsoNormal style='color:red'><b style='mso-bidi-font-weight:normal'>Grazie</b>
    <span style='font-family:"Comic Sans MS"'>e torna: $$URL$$</span><img src="file:///C:/x.png"><o:p>&nbsp;</o:p></p><!--EndFragment--></body></html>`;
  text.focus();
  await selectAll();
  paste(text, { 'text/html': html, 'text/plain': 'Ciao\nGrazie e torna: $$URL$$' });
  expect(last()).toMatch(/^<h1>Ciao<\/h1><p><strong>Grazie<\/strong>\s+e torna: \$\$URL\$\$/);
  expect(last()).not.toMatch(/mso|style|class|<o:|img|span|<!--/i);
  expect(text.querySelector('.rich-token')).toHaveTextContent('survey link');
  await user.keyboard('{Control>}z{/Control}');
});

test('refuses to paste a megabyte of text and keeps the content', async () => {
  const { text, onChange } = await shown('<p>Hello</p>');
  text.focus();
  paste(text, { 'text/plain': 'word '.repeat(200_000), 'text/html': `<p>${'word '.repeat(200_000)}</p>` });
  expect(screen.getByRole('alert')).toHaveTextContent('Nothing was pasted: the text would be over 200,000 characters.');
  expect(text).toHaveTextContent(/^Hello$/);
  expect(onChange).not.toHaveBeenCalled();
  expect(MAX_LENGTH.html).toBe(200_000);
});

test('the toolbar is one Tab stop with arrow keys inside, and Tab also leaves the text', async () => {
  const { user, text, tool, onChange } = await shown('<ul><li>one</li><li>two</li></ul>');
  await user.tab();
  expect(tool('Bold')).toHaveFocus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(tool('Heading 1, H1')).toHaveFocus();
  await user.keyboard('{Home}{ArrowLeft}');
  expect(tool('Redo')).toHaveFocus();
  await user.tab();
  expect(text).toHaveFocus();
  await user.keyboard('{Alt>}{F10}{/Alt}');
  expect(tool('Redo')).toHaveFocus();
  await user.tab();
  await user.tab();
  expect(text).not.toHaveFocus();
  expect(onChange).not.toHaveBeenCalled();
});

test.each([
  '<p>a <a href="$$URL$$" title="t">here</a> <a href="https://x.example/?a=1&amp;b=2">there</a></p>',
  '<ul><li>one</li><li>two<ul><li>three</li></ul></li></ul>',
  '<ol start="3"><li><p>a</p><p>b</p></li></ol>',
  '<table><tbody><tr><th colspan="2">a</th></tr><tr><td>b</td><td rowspan="2">c</td></tr></tbody></table>',
  '<h4>x<sub>1</sub><sup>2</sup><small>s</small></h4><blockquote><p>q</p></blockquote><hr><pre><code>a\n b</code></pre><p>u<br>v</p>',
])('returns %s unchanged', async (value) => {
  const { user, text, tool, last } = await shown(`<p>x</p>${value}`);
  text.focus();
  await user.click(tool('Heading 2, H2'));
  expect(last()).toContain(value);
});

test('keeps placeholders in addresses, and returns blank content as an empty text', () => {
  expect(toEditor('<a href="$$URL$$">$$URL$$</a>', ['$$URL$$'])).toMatch(/href="\$\$URL\$\$".*<span data-token="\$\$URL\$\$">/);
  expect(fromEditor('<p> </p><p><br></p>')).toBe('');
  expect(fromEditor('<p><span data-token="$$URL$$">anything</span></p>')).toBe('<p>$$URL$$</p>');
});
