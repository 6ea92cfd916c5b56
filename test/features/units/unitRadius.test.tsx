import { describe, expect, test } from '@jest/globals';
import { RADIUS, opened } from './unitRadiusTests';

describe('the RADIUS section of a unit', () => {
  test('shows address and type of the unit and its running sessions', async () => {
    const { region } = await opened();
    expect(region.getByText('198.51.100.7')).toBeVisible();
    expect(region.getByText('MikroTik, recognised')).toBeVisible();
    expect(region.getByRole('link', { name: '4' })).toBeVisible();
    expect(region.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('warns of a fixed address and a MAC address that another unit has too', async () => {
    const { region } = await opened({ address: '198.51.100.7', shared: ['address', 'mac_address'] });
    const alerts = region.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(alerts).toEqual([
      expect.stringContaining('Another unit has the fixed address 198.51.100.7 too.'),
      expect.stringContaining('Another unit has the same MAC address.'),
    ]);
  });

  test('lists failed attempts to be this unit', async () => {
    const last = '2026-11-20T10:00:00Z';
    const { region } = await opened({
      refused: [
        { address: '203.0.113.7', outcome: 'wrong_secret', packets: 3, last },
        { address: '203.0.113.8', outcome: 'not_signed', packets: 1, last },
      ],
    });
    const items = region.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toEqual([
      expect.stringMatching(/^3 packets with a wrong secret from 203\.0\.113\.7, last: /),
      expect.stringMatching(/^1 unsigned packet from 203\.0\.113\.8, last: /),
    ]);
  });

  test.each([
    ['address', 'Guests behind its address can send reports in its name.'],
    ['digest', 'Anybody who was a guest there can send reports in its name'],
  ] as const)('warns of a unit that does not sign over HTTP, accepted by its %s', async (http_proof, words) => {
    const { region } = await opened({ has_http: true, http_proof, heard: { ...RADIUS.heard!, is_http_signed: false } });
    expect(region.getByRole('alert')).toHaveTextContent('This unit doesn’t sign what it sends over HTTP.');
    expect(region.getByRole('alert')).toHaveTextContent(words);
  });
});
