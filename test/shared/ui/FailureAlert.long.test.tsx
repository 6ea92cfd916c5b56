import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { FailureAlert } from '../../../src/shared/ui/feedback/FailureAlert';
import { renderPage } from '../../support/console/render';

test('a failure is scrolled into view', () => {
  const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView');
  renderPage(<FailureAlert title="login.failed" error={{ status: 500, data: {} }} />);
  expect(scrolled.mock.contexts).toEqual([screen.getByRole('alert')]);
  expect(scrolled.mock.calls).toEqual([[{ block: 'nearest' }]]);
});
