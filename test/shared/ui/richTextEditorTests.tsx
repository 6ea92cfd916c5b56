import { jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { RichTextEditor } from '../../../src/shared/ui/form/RichTextEditor';
import { renderPage } from '../../support/console/render';

const TOKENS = [
  { token: '$$URL$$', label: 'survey link' },
  { token: '{{.PrivacyName}}', label: 'name of the company' },
];

export async function shown(value: string) {
  const onChange = jest.fn<(html: string) => void>();
  let put: (html: string) => void = () => undefined;
  function Form() {
    const [html, setHtml] = useState(value);
    put = setHtml;
    const change = (next: string) => {
      onChange(next);
      setHtml(next);
    };
    return <RichTextEditor id="text" label="Invitation" value={html} onChange={change} tokens={TOKENS} />;
  }
  const { user } = renderPage(<Form />);
  const text = await screen.findByRole('textbox', { name: 'Invitation' });
  const tool = (name: string | RegExp) => within(screen.getByRole('toolbar')).getByRole('button', { name });
  const selectAll = () => user.keyboard('{Control>}a{/Control}');
  return { user, text, tool, onChange, selectAll, put: (html: string) => act(() => put(html)), last: () => onChange.mock.lastCall?.[0] };
}

export const paste = (text: HTMLElement, data: Record<string, string>) =>
  fireEvent.paste(text, { clipboardData: { getData: (type: string) => data[type] ?? '', types: Object.keys(data), files: [] } });
