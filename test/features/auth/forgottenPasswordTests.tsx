import { screen } from '@testing-library/react';
import { answerWith, type Answers } from '../../support/console/answers';
import { openConsole } from '../../support/console/render';

export const ok = { body: { status: 'success' } };

export async function open(answers: Answers) {
  const calls = answerWith(answers);
  const { user } = await openConsole();
  await user.type(screen.getByLabelText('Username'), 'ada');
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
  await screen.findByRole('heading', { name: 'Forgot password' });
  return { calls, user };
}
