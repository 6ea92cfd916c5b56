import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { answerWith, LOST } from '../../support/console/answers';
import { WAX, text, pageOf, privacyAnswers, open } from './privacyTabTests';

describe('the texts that guests read', () => {
  test('contain nothing that runs code', async () => {
    const body =
      '<p>Terms</p><script>window.stolen = 1</script><img src=x onerror="window.stolen = 1"><a href="javascript:steal()">j</a><a href="data:text/html,x">d</a><a href="https://example.com">w</a><p style="position:fixed">s</p>';
    answerWith(privacyAnswers({ tos_disclaimers: [text(0, 'tos', body)] }));
    open();
    await screen.findByText('Terms');
    const terms = screen.getByRole('region', { name: 'Terms of use' });
    expect(terms.querySelectorAll('script, img, [style*="fixed"]')).toHaveLength(0);
    expect([...terms.querySelectorAll('a[href]')].map((link) => link.getAttribute('href'))).toEqual(['https://example.com']);
    expect(window).not.toHaveProperty('stolen');
  });

  test('offer a retry when they cannot be read', async () => {
    answerWith({ [WAX]: [LOST, { body: pageOf() }] });
    const { user } = open();
    expect(await screen.findByText(/Couldn’t load disclaimers/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The usual privacy')).toBeVisible();
  });
});
