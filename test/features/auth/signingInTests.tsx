import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { callName, type Call } from '../../support/console/answers';

export const username = () => screen.getByLabelText('Username');
export const password = () => screen.getByLabelText('Password');
export const submit = () => screen.getByRole('button', { name: 'Sign in' });
export const dashboardShows = () => screen.findByRole('heading', { level: 1, name: 'Dashboard' });

export async function signIn(user: UserEvent, name: string, secret: string) {
  await user.clear(username());
  await user.type(username(), name);
  await user.clear(password());
  await user.type(password(), secret);
  await user.click(submit());
}

export function messageUnder(field: HTMLElement): string {
  const ids = (field.getAttribute('aria-describedby') ?? '').split(' ');
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join('');
}

export const logins = (calls: Call[]) => calls.filter((call) => callName(call) === 'POST /api/login');
