import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { madeUpAccount } from '../../support/console/renderAs';
import { ok, resellerAnswers, open, changing } from './accountPageTests';

// jsdom has no layout, but the editor measures its cursor.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();
const factOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling;

describe('the details of a manager', () => {
  test('show an admin every card of a reseller, with the descriptions of its API tokens', async () => {
    open('admin', resellerAnswers({ tokens: [{ token: '', description: 'Monitoring' }] }));
    await screen.findByRole('heading', { level: 1, name: 'Rete Nord' });
    for (const name of ['Manager', 'Subscription', 'SMS', 'Disclaimers', 'Integrations', 'API tokens'])
      expect(screen.getByRole('region', { name })).toBeVisible();
    expect(screen.getByText('Monitoring')).toBeVisible();
    expect(factOf('Username')).toHaveTextContent('retenord');
    expect(factOf('Data controller: name')).toHaveTextContent('Ricci S.r.l.');
  });
});

describe('modifying a manager', () => {
  const customer = madeUpAccount('customer', { id: 7, name: 'Luca', email: 'luca@example.com' });
  const read = { 'GET /api/accounts/7': { body: customer, headers: { ETag: '"1"' } } };

  test('sends name, address and type with the version that was read, and reports a concurrent change', async () => {
    const theirs = { ...customer, name: 'Luca Bianchi' };
    const stale = { status: 412, body: { message: '', code: 'stale', current: theirs, etag: '"2"' } };
    const { calls, user } = open('reseller', { ...read, 'PUT /api/accounts/7': [stale, ok] });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit manager' }));
    await user.clear(await dialog.findByLabelText('Name'));
    await user.type(dialog.getByLabelText('Name'), 'Luca Neri');
    await user.click(dialog.getByRole('radio', { name: 'Desk' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Luca Bianchi')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Keep my version' }));
    expect(await screen.findByText('Manager customer saved')).toBeVisible();
    expect(changing(calls).map(({ body, ifMatch }) => ({ body, ifMatch }))).toEqual([
      { body: { name: 'Luca Neri', email: 'luca@example.com', type: 'desk' }, ifMatch: '"1"' },
      { body: { name: 'Luca Neri', email: 'luca@example.com', type: 'desk' }, ifMatch: '"2"' },
    ]);
  });

  test('reports a failure with title and text, and preserves the dialog and its input', async () => {
    const { user } = open('reseller', { ...read, 'PUT /api/accounts/7': { status: 500 } });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit manager' }));
    await user.type(await dialog.findByLabelText('Name'), ' Neri');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    const alert = await dialog.findByRole('alert');
    expect(within(alert).getByText('Update error.')).toBeVisible();
    expect(alert).toHaveTextContent('Couldn’t save the manager.');
    expect(dialog.getByLabelText('Name')).toHaveValue('Luca Neri');
    expect(screen.queryByText('Manager customer saved')).not.toBeInTheDocument();
  });
});
