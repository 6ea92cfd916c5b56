import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { OvertakenAlert } from '../../../src/shared/ui/form/OvertakenAlert';
import { onPhone, renderPage } from '../../support/console/render';

const nothing = () => undefined;

test('shows a limit of 0 in the words of the form', () => {
  renderPage(
    <OvertakenAlert
      overtaken={[
        { key: 'traffic', mine: 0 },
        { key: 'days', mine: 0 },
      ]}
      isRefused={false}
      about={(key) => ({ label: key, theirs: 500, zero: key === 'traffic' ? 'common.no_limit' : undefined })}
      onTakeTheirs={nothing}
      onKeepMine={nothing}
    />,
  );
  expect(screen.getByRole('row', { name: /^traffic/ })).toHaveTextContent(/^traffic500No limit/);
  expect(screen.getByRole('row', { name: /^days/ })).toHaveTextContent(/^days5000/);
});

test('shows both values and the choice on a phone without horizontal scrolling', async () => {
  onPhone();
  const taken: (readonly string[])[] = [];
  const { user } = renderPage(
    <OvertakenAlert
      overtaken={[{ key: 'days', mine: 12 }]}
      isRefused={false}
      about={(key) => ({ label: key, theirs: 45 })}
      onTakeTheirs={(keys) => void taken.push(keys)}
      onKeepMine={nothing}
    />,
  );
  expect(screen.queryByText('Your choice')).not.toBeInTheDocument();
  const days = within(screen.getByRole('group', { name: 'days' }));
  for (const text of ['Theirs', '45', 'Yours', '12']) expect(days.getByText(text)).toBeVisible();
  await user.click(days.getByRole('button', { name: 'Use their version: days' }));
  expect(taken).toEqual([['days']]);
});
