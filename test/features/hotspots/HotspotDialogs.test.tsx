import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { answerWith, callName } from '../../support/console/answers';
import { TYPED, pageAnswers, field, fill, openCreate, openModify, save } from './hotspotDialogsTests';

describe('creating a hotspot', () => {
  test('starts at the empty description, and has a rule for the name', async () => {
    answerWith(pageAnswers());
    await openCreate();
    await waitFor(() => expect(field('Description')).toHaveFocus());
    for (const label of [...Object.keys(TYPED), 'DPO', 'DPO e-mail']) expect(field(label)).toHaveValue('');
    expect(screen.getByText('Only upper and lower case letters, numbers, dots or dash')).toBeVisible();
  });

  test('proposes the name from the description until somebody chooses another, and makes spaces dashes', async () => {
    answerWith(pageAnswers());
    const { user } = await openCreate();
    await user.type(field('Description'), 'Albergo Città, Rimini');
    await waitFor(() => expect(field('Name')).toHaveValue('albergo-citta-rimini'));
    await fill(user, { Name: ' lido nuovo' });
    await waitFor(() => expect(field('Name')).toHaveValue('lido-nuovo'));
    await user.type(field('Description'), ' Nord');
    expect(field('Name')).toHaveValue('lido-nuovo');
  });
});

describe('modifying a hotspot', () => {
  test('reports a failure in the specified words, and dialog and input stay', async () => {
    const calls = answerWith(pageAnswers({ 'PUT /api/hotspots/7': { status: 500, body: { message: 'boom' } } }));
    const { user } = await openModify();
    await fill(user, { Address: 'Via Nuova 9' });
    await user.click(save());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Update error.');
    expect(alert).toHaveTextContent('Something went wrong on updating info.');
    expect(field('Address')).toHaveValue('Via Nuova 9');
    expect(calls.filter((call) => callName(call) === 'GET /api/hotspots/7')).toHaveLength(1);
  });
});
