import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { OvertakenAlert } from '../../../src/shared/ui/OvertakenAlert';
import { renderPage } from '../../support/render';

const nothing = () => undefined;

test('a limit of 0 reads as in the form', () => {
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
