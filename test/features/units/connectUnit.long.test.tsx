import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { REFUSAL_CODES } from '../../../src/contract/plain/access';
import type { UnitRadius } from '../../../src/contract/units';
import { UNIT_KINDS } from '../../../src/contract/plain/wire';
import { ConnectUnitPage } from '../../../src/features/units/ConnectUnitPage';
import type { Connection } from '../../../src/gateways/gateway';
import { answerWith, callName, type Answers } from '../../support/console/answers';
import { madeUpUnit } from '../../support/console/answersMadeUp';
import { chilliOptions } from '../../support/gateways/settingsParsers';
import { currentAddress, renderPage } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';
import { watchFiles } from '../../support/console/savedFiles';
import { CONNECTION, unitSettings } from './connectUnitTests';

const RADIUS: UnitRadius = {
  kind: 'mikrotik',
  address: '',
  portal: null,
  server: null,
  garden_hosts: [],
  faskey: null,
  may_be_unsigned: false,
  coa_port: 3799,
  previous_secret_until: null,
  http_proof: 'address',
  heard: null,
  misnamed: [],
  unsigned_arrivals: null,
  refused: [],
  ports: { authentication: 1812, accounting: 1813, tls: null },
  has_http: false,
  last_login: null,
  is_lopsided: false,
  shared: [],
};
const CONTACT: NonNullable<UnitRadius['heard']> = {
  at: '2026-11-20T11:02:03Z',
  address: '198.51.100.7',
  software: '',
  kind: 'mikrotik',
  clock_ahead: 0,
  is_http_signed: null,
};
const UNIT = { ...madeUpUnit(), uuid: 'lobby-uuid' };

async function opened(change: Partial<UnitRadius> | null = {}, { more = {}, at = '' }: { more?: Answers; at?: string } = {}) {
  const radius = change && { radius: { ...RADIUS, ...change } };
  const secrets = { secret: 's3cret', faskey: change?.faskey ?? null };
  const calls = answerWith({
    'GET /api/units/7': { body: { ...UNIT, ...radius } },
    'POST /api/units/7/secret': { body: secrets },
    ...more,
  });
  const { user } = renderPage(<ConnectUnitPage />, { at: `/units/7/connect${at}`, as: madeUp('reseller') });
  await screen.findByRole('heading', { level: 1, name: `Set up ${UNIT.name}` });
  return { calls, user };
}

describe('the settings of a unit', () => {
  test.each(UNIT_KINDS.filter((kind) => kind !== 'opennds'))('include for %s the server, its ports, the unit and its secret', (kind) => {
    const all = JSON.stringify(unitSettings(kind, CONNECTION));
    for (const part of ['192.0.2.5', '11812', 's3cret', 'lobby-uuid']) expect(all).toContain(part);
    // Ruckus has a separate screen for the accounting server; UniFi uses the next port by itself.
    if (!['ruckus', 'unifi'].includes(kind)) expect(all).toContain('11813');
    if (['mikrotik', 'coovachilli', 'generic'].includes(kind)) expect(all).toContain('13799');
  });

  test.each(['pass#word', 'two words', 'it"s', "it's", '#', ' edges ', 'a=b', 'plain', 'tab\tbed'])(
    'write the secret %j for CoovaChilli as its parser reads it',
    (secret) => {
      const files = unitSettings('coovachilli', { ...CONNECTION, secret, name: 'Bar "Sport"\nuamsecret x' }).files.slice(0, 2);
      const [radius, http] = files.map(({ text }) => chilliOptions(text));
      expect(radius).toMatchObject({ radiussecret: [secret], uamsecret: [secret], radiusserver1: ['192.0.2.5'] });
      expect(http).toMatchObject({ uamsecret: [secret] });
    },
  );

  test('include for CoovaChilli by HTTP the RADIUS server without which it does not start', () => {
    const http = unitSettings('coovachilli', CONNECTION).files[1]?.text ?? '';
    expect(chilliOptions(http)).toMatchObject({ radiusserver1: ['192.0.2.5'] });
  });

  test('include CoovaChilli by HTTP only where the server answers it', () => {
    expect(unitSettings('coovachilli', { ...CONNECTION, httpBase: null }).files.map(({ name }) => name)).toEqual([
      'chilli-portico.conf',
      'chilli-defaults',
    ]);
    expect(unitSettings('coovachilli', CONNECTION).files[1]?.text).toContain(
      `uamaaaurl https://192.0.2.5/wax/aaa?digest=${'d'.repeat(32)}&uuid=lobby-uuid\n`,
    );
  });
});

describe("the portal's address in the settings of a unit", () => {
  test.each(UNIT_KINDS.filter((kind) => kind !== 'unifi'))('is included for %s only where it is known', (kind) => {
    const all = JSON.stringify(unitSettings(kind, CONNECTION));
    expect(all).toContain('wifi.example.com');
    expect(all).toContain('/portal/lobby-uuid');
    expect(JSON.stringify(unitSettings(kind, { ...CONNECTION, portal: null, server: null }))).not.toContain('portal/');
  });

  test('is signed by the secret for CoovaChilli', () => {
    for (const { text } of unitSettings('coovachilli', CONNECTION).files.slice(0, 2))
      expect(text).toContain('uamserver https://wifi.example.com/portal/lobby-uuid\nuamsecret s3cret\nuamallowed wifi.example.com\n');
  });

  test('is in a login page of MikroTik and pfSense that passes on what the portal reads, and is escaped', () => {
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

describe('the settings of openNDS', () => {
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

  test('send guests by plain HTTP in version 9, and let them reach the portal by TLS', () => {
    const conf = textOf('opennds-9.conf').split('\n');
    for (const [name, value] of [...COMMON, ...LEVEL_1]) expect(conf).toContain(`${name} ${value}`);
    expect(conf).toContain('    FirewallRule allow tcp port 443 to 192.0.2.5');
  });

  test('send guests by TLS in version 10, which asks the server itself whom to admit', () => {
    const config = textOf('opennds-10.config').split('\n');
    for (const [name, value] of [...COMMON, ...LEVEL_4]) expect(config).toContain(`    option ${name} '${value}'`);
    expect(config.join()).not.toContain('preauthenticated_users');
  });

  test('match what the installed version can do on OpenWrt', () => {
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

  test('need no firewall rule without TLS, when the guest’s browser carries the answer', () => {
    const conf = textOf('opennds-9.conf', PLAIN);
    expect(conf).toContain('fas_secure_enabled 1\nfasport 8080\nfaspath /portal/lobby-uuid\nfasremoteip 192.0.2.5\n');
    expect(conf).not.toContain('FirewallRule');
    expect(textOf('opennds-10.config', PLAIN)).toContain("option fas_secure_enabled '1'\n    option fasport '8080'\n");
    const commands = textOf('opennds-uci.sh', PLAIN);
    expect(commands).toContain("fas_secure_enabled='1'\n");
    expect(commands).not.toMatch(/^if|preauthenticated_users/m);
  });

  test('tell to add the IPv4 address of a portal known by name only', () => {
    for (const name of ['opennds-9.conf', 'opennds-10.config', 'opennds-uci.sh'])
      expect(textOf(name, { host: 'wifi.example.com' })).toContain('# Add fasremoteip with the IPv4 address of wifi.example.com.\n');
  });

  test('include a script that escapes names and secrets', () => {
    const script = textOf('portico.sh', { name: 'Lobby\nreboot', secret: "a'; reboot; '" });
    expect(script).not.toMatch(/^reboot/m);
    expect(script).toContain("secret='a'\\''; reboot; '\\'''\n");
    expect(script).toContain("server='https://wifi.example.com/opennds/lobby-uuid'\n");
  });
});

describe('the instructions for setting up a unit', () => {
  test.each([
    ['where the portal is', 'mikrotik', {}, 'Guests can’t be sent to the portal yet'],
    [
      'that the server doesn’t listen to openNDS',
      'opennds',
      { portal: 'https://wifi.example.com/portal/lobby-uuid' },
      /Set PORTICO_OPENNDS=on/,
    ],
    ['whose pages guests see', 'unifi', {}, /UniFi’s own portal/],
  ] as const)('state %s', async (_what, kind, change, words) => {
    await opened({ kind, ...change });
    expect(await screen.findByText(words)).toBeVisible();
  });

  test('contain the script for openNDS and the portal’s address to copy', async () => {
    await opened(
      { kind: 'opennds', faskey: 'f'.repeat(32), portal: CONNECTION.portal, server: CONNECTION.server },
      { at: '?server=192.0.2.5' },
    );
    expect((await screen.findByLabelText('portico.sh')).textContent).toContain("secret='s3cret'");
    expect(screen.getByLabelText('opennds-9.conf').textContent).toContain(`faskey ${'f'.repeat(32)}`);
    expect(screen.getByText('Guests log in at').nextElementSibling).toHaveTextContent('https://wifi.example.com/portal/lobby-uuid');
  });

  test('use the entered server address in the file', async () => {
    const files = watchFiles();
    const { user } = await opened();
    expect(screen.getByText(/The unit can’t reach this address/)).toBeVisible();
    const server = screen.getByLabelText('Address of this server');
    await user.clear(server);
    await user.type(server, '192.0.2.5');
    expect(screen.queryByText(/The unit can’t reach this address/)).not.toBeInTheDocument();
    expect(currentAddress()).toBe('/units/7/connect?server=192.0.2.5');
    await user.click(await screen.findByRole('button', { name: 'Download portico.rsc' }));
    const text = (await files[0]?.text()) ?? '';
    expect(text).toContain('address="192.0.2.5" secret="s3cret"');
    expect(screen.getByLabelText('portico.rsc').textContent).toBe(text);
  });

  test('show the fields for the screens of a type, and store it only when it is saved', async () => {
    const stored = { body: { ...UNIT, radius: { ...RADIUS, kind: 'pfsense' } } };
    const { user } = await opened({ kind: '' });
    expect(screen.getByText('Choose a type first.')).toBeVisible();
    const calls = answerWith({
      'GET /api/units/7': stored,
      'PUT /api/units/7': { body: {} },
      'POST /api/units/7/secret': { body: { secret: 's3cret', faskey: null } },
    });
    await user.click(screen.getByLabelText('Type'));
    await user.click(await screen.findByText('pfSense'));
    const settings = within(screen.getByRole('region', { name: '2. Its settings' }));
    expect((await settings.findByText('NAS Identifier')).nextElementSibling).toHaveTextContent('lobby-uuid');
    expect(calls.filter((call) => callName(call) === 'PUT /api/units/7')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Save the type' }));
    await waitFor(() =>
      expect(calls.filter((call) => callName(call) === 'PUT /api/units/7')).toMatchObject([{ body: { kind: 'pfsense' } }]),
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save the type' })).not.toBeInTheDocument());
  });

  describe('the progress of setting up a unit', () => {
    const { setTimeout: later } = globalThis;
    /** The page polls every three seconds; speed that up here. */
    const hurry = ((run: () => void, delay?: number) => later(run, delay === 3000 ? 20 : delay)) as typeof setTimeout;
    beforeEach(() => {
      globalThis.setTimeout = hurry;
    });
    afterEach(() => {
      globalThis.setTimeout = later;
    });

    test('goes from the first request, past a wrong secret, to a guest’s login', async () => {
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

      become({ refused: [{ address: '203.0.113.7', outcome: 'wrong_secret', packets: 3, last: CONTACT.at }] });
      expect(await screen.findByText(/^3 packets with a wrong secret from/)).toBeVisible();
      expect(status).toHaveTextContent(/^Waiting for the unit’s first request…$/);

      become({ heard: CONTACT, refused: [] });
      await waitFor(() => expect(status).toHaveTextContent(/^Heard .* from 198\.51\.100\.7Now log in through it with a voucher/));
      expect(screen.queryByText(/wrong secret/)).not.toBeInTheDocument();
      expect(screen.queryByText(isHint)).not.toBeInTheDocument();

      const login = { at: '2026-11-20T11:03:00Z', device_mac: 'AA-BB-CC-00-00-01' };
      become({ last_login: { ...login, refusal: 'expired' } });
      await waitFor(() => expect(status).toHaveTextContent(/A login was refused .*: the validity is over\./));

      become({ last_login: { ...login, refusal: '' } });
      await waitFor(() => expect(status).toHaveTextContent(/A guest’s login worked: .*, device AA-BB-CC-00-00-01$/));
      expect(status).not.toHaveTextContent(/refused|Now log in/);
      // It is the same element, so that screen readers announce each change.
      expect(screen.getByRole('status')).toBe(status);
    });
  });

  test('mentions no NAS-Identifier for openNDS, which the server knows by its address', async () => {
    await opened({ kind: 'opennds' });
    expect(screen.getByRole('status')).toHaveTextContent('Waiting for the unit’s first request…');
    expect(screen.queryByText(/Nothing arrives/)).not.toBeInTheDocument();
  });

  test("shows the unit's first contact and prompts for a login", async () => {
    await opened({ heard: CONTACT });
    expect(screen.getByRole('status')).toHaveTextContent(/Heard .* from 198\.51\.100\.7/);
    expect(screen.getByRole('status')).toHaveTextContent('Now log in through it with a voucher');
  });

  test.each(['', ...REFUSAL_CODES] as const)('shows the result of a login: “%s”', async (refusal) => {
    await opened({ heard: CONTACT, last_login: { at: CONTACT.at, device_mac: 'AA-BB-CC-00-00-01', refusal } });
    expect(screen.getByRole('status')).toHaveTextContent(refusal === '' ? /login worked: .* AA-BB-CC-00-00-01/ : /was refused .*: .+\./);
  });

  test('explains problems, including a unit that counts from the other side', async () => {
    const refused = [{ address: '203.0.113.7', outcome: 'wrong_secret', packets: 3, last: CONTACT.at }] as const;
    await opened({ refused: [...refused], is_lopsided: true });
    await waitFor(() => expect(screen.getByText(/3 packets with a wrong secret from/)).toBeVisible());
    expect(screen.getByText(/count from the other side/)).toBeVisible();
  });

  test('states that the server does not listen to units', async () => {
    await opened(null);
    expect(screen.getByText(/doesn’t listen to units/)).toBeVisible();
  });

  test('requires a secret', async () => {
    await opened({}, { more: { 'POST /api/units/7/secret': { body: { secret: '', faskey: null } } } });
    expect(await screen.findByText(/registered without a secret/)).toBeVisible();
  });
});
