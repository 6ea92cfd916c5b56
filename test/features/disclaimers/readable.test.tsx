import { expect, test } from '@jest/globals';
import { readable } from '../../../src/features/disclaimers/readable';

test('paragraphs, headings and lists become readable plain text', () => {
  const html =
    '<h1>Privacy</h1><p>We keep <b>little</b>,\n and   not long.</p><ul><li>name</li><li>e-mail<ol start="3"><li>work</li></ol></li></ul><p>End<br>of it</p>';
  expect(readable(html)).toBe(
    ['Privacy', '', 'We keep little, and not long.', '', '- name', '- e-mail', '', '  3. work', '', 'End', 'of it'].join('\n'),
  );
});

test('a table keeps its rows, a line its place, and preformatted text its spaces', () => {
  expect(readable('<table><tr><th>What</th><th>Days</th></tr><tr><td>Name</td><td>30</td></tr></table><hr><pre>a  b\n  c</pre>')).toBe(
    'What\tDays\nName\t30\n\n----\n\na  b\n  c',
  );
});

test('links name their target, unless their text does', () => {
  expect(
    readable(
      '<a href="https://example.com/p">our page</a>, <a href="mailto:dpo@example.com">dpo@example.com</a>, <a href="tel:+39051">call</a>',
    ),
  ).toBe('our page (https://example.com/p), dpo@example.com, call (+39051)');
});

test.each([
  ['<script>steal()</script><p>Terms</p>', 'Terms'],
  ['<p>Terms<img src=x onerror=steal()></p>', 'Terms'],
  ['<a href="javascript:steal()">Terms</a>', 'Terms'],
  ['<a href="data:text/html,steal()">Terms</a>', 'Terms'],
  ['<style>p{}</style><p>Terms &amp; more &lt;b&gt;</p>', 'Terms & more <b>'],
])('the text contains no code from %s', (html, text) => expect(readable(html)).toBe(text));

test('a text without HTML stays unchanged', () => {
  expect(readable('House privacy text of Reseller 1 srl')).toBe('House privacy text of Reseller 1 srl');
});
