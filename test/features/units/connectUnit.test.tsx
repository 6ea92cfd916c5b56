import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { REFUSAL_CODES } from '../../../src/contract/access';
import type { UnitRadius } from '../../../src/contract/units';
import { ConnectUnitPage } from '../../../src/features/units/ConnectUnitPage';
import { CONNECTED_KINDS, unitSettings, type Connection } from '../../../src/features/units/unitSettings';
import { answerWith, named, type Answers } from '../../support/answers';
import { madeUpUnit } from '../../support/answersMadeUp';
import { placeNow, renderPage } from '../../support/render';
import { madeUp } from '../../support/renderAs';
import { watchFiles } from '../../support/savedFiles';
import { casesOf, thorough } from '../../support/long';

const RADIUS: UnitRadius = {
  ...{
    kind: 'mikrotik',
    address: '',
    portal: null,
    server: null,
    faskey: null,
    may_be_unsigned: false,
    coa_port: 3799,
    heard: null,
    refused: [],
  },
  ...{ ports: { authentication: 1812, accounting: 1813, tls: null }, has_http: false, last_login: null, is_lopsided: false },
};
const HEARD = { at: '2026-11-20T11:02:03Z', address: '198.51.100.7', kind: 'mikrotik', software: '', clock_ahead: 0 } as const;
const UNIT = { ...madeUpUnit(), uuid: 'lobby-uuid', secret: 's3cret' };

async function opened(change: Partial<UnitRadius> | null = {}, { more = {}, at = '' }: { more?: Answers; at?: string } = {}) {
  const radius = change && { radius: { ...RADIUS, ...change } };
  const calls = answerWith({ 'GET /api/units/7': { body: { ...UNIT, ...radius } }, ...more });
  const { user } = renderPage(<ConnectUnitPage />, { at: `/units/7/connect${at}`, as: madeUp('reseller') });
  await screen.findByRole('heading', { level: 1, name: `Set up ${UNIT.name}` });
  return { calls, user };
}

const CONNECTION: Connection = {
  ...{ name: 'Lobby', uuid: 'lobby-uuid', secret: 's3cret', host: '192.0.2.5', digest: 'd'.repeat(32) },
  ...{ ports: { authentication: 11812, accounting: 11813, tls: 2083 }, coaPort: 13799, httpBase: 'https://192.0.2.5' },
  ...{ faskey: 'f'.repeat(32), portal: 'https://wifi.example.com/portal/lobby-uuid', server: 'https://wifi.example.com' },
};

describe('the settings of a unit', () => {
  test.each(CONNECTED_KINDS.filter((kind) => kind !== 'opennds'))('of %s name the server, its ports, the unit and its secret', (kind) => {
    const all = JSON.stringify(unitSettings(kind, CONNECTION));
    for (const part of ['192.0.2.5', '11812', 's3cret', 'lobby-uuid']) expect(all).toContain(part);
    // Ruckus has its accounting server on a screen like that for log-ins, UniFi takes the next port by itself.
    if (!['ruckus', 'unifi'].includes(kind)) expect(all).toContain('11813');
    if (['mikrotik', 'coovachilli', 'generic'].includes(kind)) expect(all).toContain('13799');
  });

  test('of RouterOS can’t be broken out of by a name or secret', () => {
    const { files } = unitSettings('mikrotik', { ...CONNECTION, name: 'Lobby\n/system reset-configuration', secret: 'a"$b\\c' });
    expect(files[0]?.text).not.toMatch(/^\/system reset/m);
    expect(files[0]?.text).toContain('secret="a\\"\\$b\\\\c"');
  });

  test('of CoovaChilli ask by HTTP only where the server answers that', () => {
    expect(unitSettings('coovachilli', { ...CONNECTION, httpBase: null }).files).toHaveLength(1);
    expect(unitSettings('coovachilli', CONNECTION).files[1]?.text).toContain(
      `uamaaaurl https://192.0.2.5/wax/aaa?digest=${'d'.repeat(32)}&uuid=lobby-uuid\n`,
    );
  });
});

describe('the way to the portal', () => {
  test.each(CONNECTED_KINDS.filter((kind) => kind !== 'unifi'))('of %s is in its settings where it is known, and nowhere else', (kind) => {
    const all = JSON.stringify(unitSettings(kind, CONNECTION));
    expect(all).toContain('wifi.example.com');
    expect(all).toContain('/portal/lobby-uuid');
    expect(JSON.stringify(unitSettings(kind, { ...CONNECTION, portal: null, server: null }))).not.toContain('portal/');
  });

  test('of CoovaChilli is signed by the secret', () => {
    for (const { text } of unitSettings('coovachilli', CONNECTION).files)
      expect(text).toContain('uamserver https://wifi.example.com/portal/lobby-uuid\nuamsecret s3cret\nuamallowed wifi.example.com\n');
  });

  test('of MikroTik and pfSense is a page that hands over what the portal reads, and can’t be broken out of', () => {
    const portal = 'https://wifi.example.com/portal/"><script>x';
    for (const [kind, name] of [
      ['mikrotik', '<input type="hidden" name="link-login-only" value="$(link-login-only)" />'],
      ['pfsense', '<input type="hidden" name="portal_action" value="$PORTAL_ACTION$" />'],
    ] as const) {
      const page = unitSettings(kind, { ...CONNECTION, portal }).files.at(-1)?.text ?? '';
      expect(page).toContain(name);
      expect(page).not.toContain('<script>x');
    }
  });
});

describe('openNDS', () => {
  const textOf = (name: string, change: Partial<Connection> = {}) =>
    unitSettings('opennds', { ...CONNECTION, ...change }).files.find((file) => file.name === name)?.text ?? '';

  const PLAIN = { portal: 'http://192.0.2.5:8080/portal/lobby-uuid', server: 'http://192.0.2.5:8080' };
  const COMMON = [
    ...([['fasremoteip', '192.0.2.5'], ['fasremotefqdn', 'wifi.example.com'], ['faskey', 'f'.repeat(32)]] as const), // prettier-ignore
    ['binauth', '/usr/lib/opennds/portico.sh'],
  ] as const;
  const LEVEL_1 = [
    ...([['fas_secure_enabled', '1'], ['fasport', '80'], ['faspath', '/portal/lobby-uuid']] as const), // prettier-ignore
  ] as const;
  const LEVEL_4 = [
    ...([['fas_secure_enabled', '4'], ['fasport', '443'], ['faspath', '/portal/lobby-uuid/opennds']] as const), // prettier-ignore
  ] as const;

  test('9 sends guests by plain HTTP, and lets them reach the portal by TLS', () => {
    const conf = textOf('opennds-9.conf').split('\n');
    for (const [name, value] of [...COMMON, ...LEVEL_1]) expect(conf).toContain(`${name} ${value}`);
    expect(conf).toContain('    FirewallRule allow tcp port 443 to 192.0.2.5');
  });

  test('10 sends guests by TLS, and asks itself whom to let in', () => {
    const config = textOf('opennds-10.config').split('\n');
    for (const [name, value] of [...COMMON, ...LEVEL_4]) expect(config).toContain(`    option ${name} '${value}'`);
    expect(config.join()).not.toContain('preauthenticated_users');
  });

  test('on OpenWrt gets what its version is able to do', () => {
    const commands = textOf('opennds-uci.sh');
    const set = (options: readonly (readonly [string, string])[]) =>
      options.map(([name, value]) => `uci set opennds.@opennds[0].${name}='${value}'`);
    const [common = '', ofOld = '', ofNew = ''] = commands.split(/^(?:if .*|else)$/m);
    for (const [part, options] of [
      [common, COMMON],
      [ofOld, LEVEL_1],
      [ofNew, LEVEL_4],
    ] as const)
      for (const command of set(options)) expect(part).toContain(command);
    expect(ofOld).toContain("uci add_list opennds.@opennds[0].preauthenticated_users='allow tcp port 443 to 192.0.2.5'");
    expect(ofNew).not.toContain('add_list');
    const pattern = new RegExp(/grep -qE '(.*)'/.exec(commands)?.[1] ?? '');
    for (const [version, isOld] of [
      ...([['5.2.0', true], ['9.10.0', true], ['10.1.3', true], ['10.2.0', false], ['10.3.1', false], ['11.0.0', false]] as const), // prettier-ignore
    ] as const)
      expect([version, pattern.test(`This is openNDS version ${version}`)]).toEqual([version, isOld]);
  });

  test('at an address without TLS needs no rule, and is told by the guest’s browser', () => {
    const conf = textOf('opennds-9.conf', PLAIN);
    expect(conf).toContain('fas_secure_enabled 1\nfasport 8080\nfaspath /portal/lobby-uuid\nfasremoteip 192.0.2.5\n');
    expect(conf).not.toContain('FirewallRule');
    expect(textOf('opennds-10.config', PLAIN)).toContain("option fas_secure_enabled '1'\n    option fasport '8080'\n");
    const commands = textOf('opennds-uci.sh', PLAIN);
    expect(commands).toContain("fas_secure_enabled='1'\n");
    expect(commands).not.toMatch(/^if|preauthenticated_users/m);
  });

  test('is told to add the address of a portal that is known by name alone', () => {
    for (const name of ['opennds-9.conf', 'opennds-10.config', 'opennds-uci.sh'])
      expect(textOf(name, { host: 'wifi.example.com' })).toContain('# Add fasremoteip with the IPv4 address of wifi.example.com.\n');
  });

  test('has a script that names and secrets can’t be broken out of', () => {
    const script = textOf('portico.sh', { name: 'Lobby\nreboot', secret: "a'; reboot; '" });
    expect(script).not.toMatch(/^reboot/m);
    expect(script).toContain("secret='a'\\''; reboot; '\\'''\n");
    expect(script).toContain("server='https://wifi.example.com/opennds/lobby-uuid'\n");
  });
});

describe('setting a unit up', () => {
  test.each([
    ['where the portal is', 'mikrotik', {}, 'Guests can’t be sent to the portal yet'],
    [
      'that the server doesn’t listen to openNDS',
      'opennds',
      { portal: 'https://wifi.example.com/portal/lobby-uuid' },
      /Set PORTICO_OPENNDS=on/,
    ],
    ['whose pages guests see', 'unifi', {}, /UniFi’s own portal/],
  ] as const)('says %s', async (_what, kind, change, words) => {
    await opened({ kind, ...change });
    expect(await screen.findByText(words)).toBeVisible();
  });

  test('gives openNDS its script, and the portal’s address to copy', async () => {
    await opened(
      { kind: 'opennds', faskey: 'f'.repeat(32), portal: CONNECTION.portal, server: CONNECTION.server },
      { at: '?server=192.0.2.5' },
    );
    expect(screen.getByLabelText('portico.sh').textContent).toContain("secret='s3cret'");
    expect(screen.getByLabelText('opennds-9.conf').textContent).toContain(`faskey ${'f'.repeat(32)}`);
    expect(screen.getByText('Guests log in at').nextElementSibling).toHaveTextContent('https://wifi.example.com/portal/lobby-uuid');
  });

  thorough.test('gives a file with the address that was entered', async () => {
    const files = watchFiles();
    const { user } = await opened();
    expect(screen.getByText(/The unit can’t reach this address/)).toBeVisible();
    const server = screen.getByLabelText('Address of this server');
    await user.clear(server);
    await user.type(server, '192.0.2.5');
    expect(screen.queryByText(/The unit can’t reach this address/)).not.toBeInTheDocument();
    expect(placeNow()).toBe('/units/7/connect?server=192.0.2.5');
    await user.click(screen.getByRole('button', { name: 'Download portico.rsc' }));
    const text = (await files[0]?.text()) ?? '';
    expect(text).toContain('address="192.0.2.5" secret="s3cret"');
    expect(screen.getByLabelText('portico.rsc').textContent).toBe(text);
  });

  test('stores what the unit is, and then shows the fields of its screens', async () => {
    const stored = { body: { ...UNIT, radius: { ...RADIUS, kind: 'pfsense' } } };
    const { user } = await opened({ kind: '' });
    expect(screen.getByText('Choose what it is first.')).toBeVisible();
    const calls = answerWith({ 'GET /api/units/7': stored, 'PUT /api/units/7': { body: {} } });
    await user.click(screen.getByLabelText('Type'));
    await user.click(await screen.findByText('pfSense'));
    const settings = within(screen.getByRole('region', { name: '2. Its settings' }));
    expect((await settings.findByText('NAS Identifier')).nextElementSibling).toHaveTextContent('lobby-uuid');
    expect(calls.filter((call) => named(call) === 'PUT /api/units/7')).toMatchObject([{ body: { kind: 'pfsense' } }]);
  });

  describe('while it is being set up', () => {
    const { setTimeout: later } = globalThis;
    /** The page asks every three seconds; here many times a second. */
    const hurry = ((run: () => void, delay?: number) => later(run, delay === 3000 ? 20 : delay)) as typeof setTimeout;
    beforeEach(() => {
      globalThis.setTimeout = hurry;
    });
    afterEach(() => {
      globalThis.setTimeout = later;
    });

    test('follows it from the first request, over a wrong secret, to a guest’s login', async () => {
      let radius: UnitRadius = RADIUS;
      const become = (change: Partial<UnitRadius>) => {
        radius = { ...radius, ...change };
      };
      await opened({}, { more: { 'GET /api/units/7': () => ({ body: { ...UNIT, radius } }) } });
      const status = screen.getByRole('status');
      const hint = /^Nothing arrives\? Check that the unit’s NAS-Identifier is exactly lobby-uuid/;
      const isHint = (_: string, element: Element | null) => element?.tagName === 'SPAN' && hint.test(element.textContent);
      expect(status).toHaveTextContent(/^Waiting for the unit’s first request…$/);
      expect(screen.getByText(isHint)).toBeVisible();

      become({ refused: [{ address: '203.0.113.7', outcome: 'wrong_secret', packets: 3, last: HEARD.at }] });
      expect(await screen.findByText(/^3 packets with a wrong secret from/)).toBeVisible();
      expect(status).toHaveTextContent(/^Waiting for the unit’s first request…$/);

      become({ heard: HEARD, refused: [] });
      await waitFor(() => expect(status).toHaveTextContent(/^Heard .* from 198\.51\.100\.7Now log in through it with a voucher/));
      expect(screen.queryByText(/wrong secret/)).not.toBeInTheDocument();
      expect(screen.queryByText(isHint)).not.toBeInTheDocument();

      const login = { at: '2026-11-20T11:03:00Z', device_mac: 'AA-BB-CC-00-00-01' };
      become({ last_login: { ...login, refusal: 'expired' } });
      await waitFor(() => expect(status).toHaveTextContent(/A login was refused .*: the validity is over\./));

      become({ last_login: { ...login, refusal: '' } });
      await waitFor(() => expect(status).toHaveTextContent(/A guest’s login worked: .*, device AA-BB-CC-00-00-01$/));
      expect(status).not.toHaveTextContent(/refused|Now log in/);
      // The same place, so that screen readers announce each change.
      expect(screen.getByRole('status')).toBe(status);
    });
  });

  test('names no NAS-Identifier for openNDS, which is known by its address at the server', async () => {
    await opened({ kind: 'opennds' });
    expect(screen.getByRole('status')).toHaveTextContent('Waiting for the unit’s first request…');
    expect(screen.queryByText(/Nothing arrives/)).not.toBeInTheDocument();
  });

  test('says that the unit was heard and a log-in worked', async () => {
    await opened({ heard: HEARD });
    expect(screen.getByRole('status')).toHaveTextContent(/Heard .* from 198\.51\.100\.7/);
    expect(screen.getByRole('status')).toHaveTextContent('Now log in through it with a voucher');
  });

  test.each(casesOf(3, ['', ...REFUSAL_CODES] as const))('says what became of a log-in: “%s”', async (refusal) => {
    await opened({ heard: HEARD, last_login: { at: HEARD.at, device_mac: 'AA-BB-CC-00-00-01', refusal } });
    expect(screen.getByRole('status')).toHaveTextContent(refusal === '' ? /login worked: .* AA-BB-CC-00-00-01/ : /was refused .*: .+\./);
  });

  test('says what is wrong, also that the unit counts from the other side', async () => {
    const refused = [{ address: '203.0.113.7', outcome: 'wrong_secret', packets: 3, last: HEARD.at }] as const;
    await opened({ refused: [...refused], is_lopsided: true });
    await waitFor(() => expect(screen.getByText(/3 packets with a wrong secret from/)).toBeVisible());
    expect(screen.getByText(/count from the other side/)).toBeVisible();
  });

  test('says so where the server doesn’t listen, and where there is no secret', async () => {
    await opened(null);
    expect(screen.getByText(/doesn’t listen to units/)).toBeVisible();
  });

  test('needs a secret', async () => {
    await opened({}, { more: { 'GET /api/units/7': { body: { ...UNIT, secret: '', radius: RADIUS } } } });
    expect(screen.getByText(/registered without a secret/)).toBeVisible();
  });
});
