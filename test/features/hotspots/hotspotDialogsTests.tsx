import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { dialogOpened } from '../../../src/shared/dialogs';
import type { Answers } from '../../support/console/answers';
import { madeUpHotspot } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';

export const TYPED = {
  Name: 'Lido-3.example',
  Description: 'Lido <b>3</b>',
  'Business name': 'Lido S.r.l.',
  'VAT number': 'IT 07',
  Address: 'Via Mare 3',
  'E-mail': 'lido@example.com',
};

export const disclaimers = {
  none: [],
  onePrivacy: [{ id: 5, type: 'privacy', title: 'Notice for <i>guests</i>', body: '' }],
  both: [
    { id: 5, type: 'privacy', title: 'Notice for guests', body: '' },
    { id: 6, type: 'tos', title: 'Terms of the beach', body: '' },
  ],
};

/** The answers every dialog needs, plus those the test is about. */
export const pageAnswers = (answers: Answers = {}): Answers => ({
  'GET /api/hotspots/7': { body: madeUpHotspot() },
  'GET /api/disclaimers/accounts/2': { body: disclaimers.none },
  'GET /api/preferences/accounts/2': { body: [] },
  ...answers,
});

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' });

export async function fill(user: UserEvent, values: Record<string, string>) {
  for (const [label, text] of Object.entries(values)) {
    await user.clear(field(label));
    await user.click(field(label));
    await user.paste(text);
  }
}

export const CREATE = { name: 'hotspots/create', args: null } as const;

export function openDialog(kind: 'create' | 'modify' | 'delete') {
  const rendered = renderPage(<main />);
  const open = () => rendered.store.dispatch(dialogOpened(kind === 'create' ? CREATE : { name: `hotspots/${kind}`, args: { id: 7 } }));
  return { ...rendered, open };
}

export async function openCreate() {
  const { user, store, open } = openDialog('create');
  open();
  await screen.findByRole('dialog', { name: 'New hotspot' });
  return { user, store };
}

export async function openModify() {
  const { user, store, open } = openDialog('modify');
  open();
  await screen.findByDisplayValue('City Library');
  return { user, store };
}
export const save = () => screen.getByRole('button', { name: 'Save' });
