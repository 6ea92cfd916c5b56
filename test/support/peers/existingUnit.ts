/**
 * A unit of an existing back end: CoovaChilli with HTTP AAA, and the scripts that register it, configure it, and poll every ten seconds for
 * guests to let in. Requests are written byte for byte as these programs write them: addresses are concatenated from the settings without
 * escaping, CoovaChilli escapes with lower-case hex digits, and curl discards the body of an error.
 */
import { createHash } from 'node:crypto';
import http from 'node:http';

/** The settings of such a unit, named as in its file. */
interface UnitSettings {
  HS_AAA_URL: string;
  HS_API_URL: string;
  HS_SPLASH_PAGE_URL: string;
  HS_ID: string;
  HS_UNIT_NAME: string;
  HS_UNIT_DESC: string;
  HS_UUID: string;
  HS_SECRET: string;
}

/** A device in CoovaChilli's list. `dnat`: it may only reach the walled garden; `pass`: it is online. */
interface Device {
  mac: string;
  ip: string;
  sessionid: string;
  state: 'dnat' | 'pass';
  username: string;
  startedAt: number;
  bytesDown: number;
  bytesUp: number;
}

const NETWORK = '10.1.0';
const UAM_PORT = 3990;

export class ExistingUnit {
  readonly devices = new Map<string, Device>();
  /** All requests with their answers, in order. */
  readonly log: { method: string; path: string; status: number; body: string }[] = [];
  /** Seconds since the unit was switched on. */
  now = 0;
  readonly mac: string;
  readonly settings: UnitSettings;
  private sessions = 0;

  constructor(mac: string, settings: UnitSettings) {
    this.mac = mac;
    this.settings = settings;
  }

  private get digest(): string {
    return createHash('md5').update(`${this.settings.HS_SECRET}${this.settings.HS_UUID}`).digest('hex');
  }

  /** Signs in and registers as the script does, and returns what the script prints. */
  async register(username: string, password: string): Promise<'Unit added successfully' | 'Error: unit not added!'> {
    const { HS_API_URL, HS_UNIT_NAME, HS_UNIT_DESC, HS_UUID, HS_SECRET, HS_ID } = this.settings;
    const json = ['Content-Type: application/json'];
    const signIn = `{
                    "username": "${username}",
                    "password": "${password}"
                }`;
    const { body } = await this.request('POST', `${HS_API_URL}/login`, json, signIn);
    // If there is no token, `jq -r .token` prints null, and the script continues with that.
    const token = String((JSON.parse(body) as { token?: string }).token ?? null);
    const unit = `{
                "mac_address": "${this.mac}",
                "name": "${HS_UNIT_NAME}",
                "description": "${HS_UNIT_DESC}",
                "uuid": "${HS_UUID}",
                "secret": "${HS_SECRET}",
                "hotspot_id": "${HS_ID}"
            }`;
    const { status } = await this.request('POST', `${HS_API_URL}/units`, [...json, `Token: ${token}`], unit);
    return status === 201 || status === 409 ? 'Unit added successfully' : 'Error: unit not added!';
  }

  /** The lines of CoovaChilli's configuration that name the server, as the script writes them. */
  config(timezone = 'Europe/Rome'): { uamaaaurl: string; uamserver: string; uamdomain: string } {
    const { HS_AAA_URL, HS_SPLASH_PAGE_URL, HS_UUID } = this.settings;
    const query = `digest=${this.digest}&uuid=${HS_UUID}&timezone=${timezone}`;
    return {
      uamaaaurl: `${HS_AAA_URL}/?${query}`,
      uamserver: `${HS_SPLASH_PAGE_URL}/?${query}`,
      uamdomain: HS_AAA_URL.replace(/https?:\/\/([^/:]+).*/, '$1'),
    };
  }

  /**
   * A device gets an IP address. CoovaChilli asks whether its MAC address may go online; if not, it redirects the device to the page whose
   * address is returned.
   */
  async arrive(mac: string, host: number): Promise<string | null> {
    this.sessions += 1;
    const sessionid = `${(0x6740_0000 + this.now).toString(16)}${String(this.sessions).padStart(8, '0')}`;
    const device: Device = {
      mac,
      ip: `${NETWORK}.${host}`,
      sessionid,
      state: 'dnat',
      username: '-',
      startedAt: 0,
      bytesDown: 0,
      bytesUp: 0,
    };
    this.devices.set(mac, device);
    const answer = await this.logIn(device, mac, mac, 'framed');
    if (answer.startsWith('Auth: 1')) return null;
    const about = {
      res: 'notyet',
      uamip: `${NETWORK}.1`,
      uamport: String(UAM_PORT),
      challenge: '0'.repeat(32),
      called: this.mac,
      mac,
      ip: device.ip,
      nasid: this.settings.HS_ID,
      sessionid,
      userurl: 'http://connectivitycheck.gstatic.com/generate_204',
    };
    return `${this.config().uamserver}&${inChilliWords(about)}`;
  }

  /** Output of `dedalo query list`: what the polling script reads. */
  list(): string {
    return [...this.devices.values()]
      .map(({ mac, ip, sessionid, state, username }) => `${mac} ${ip} ${state} ${sessionid} ${state === 'pass' ? 1 : 0} ${username}\n`)
      .join('');
  }

  /** Runs the polling script once. Returns the commands that it gave to chilli_query. */
  async poll(): Promise<string[]> {
    const listed = this.list()
      .split('\n')
      .filter((line) => /dnat|temporary/.test(line));
    if (listed.length === 0) return [];
    const { HS_AAA_URL, HS_UUID, HS_SECRET } = this.settings;
    const { status, body } = await this.request(
      'GET',
      `${HS_AAA_URL}/auth?digest=${this.digest}&uuid=${HS_UUID}&secret=${HS_SECRET}`,
      CURL,
    );
    if (status >= 400) return [];
    const done: string[] = [];
    for (const { session_id, type, username, password, session_timeout } of JSON.parse(body) as Record<string, string | number>[]) {
      const [mac = '', , , , , current] = listed.find((line) => line.includes(String(session_id)))?.split(' ') ?? [];
      const device = this.devices.get(mac);
      if (!device) continue;
      if (type === 'login') {
        if (current === 'temporary') done.push(await this.query('logout', device));
        done.push(await this.query('login', device, String(username), String(password)));
      } else if (type === 'temporary' && current !== 'temporary') {
        done.push(await this.query('authorize', device, 'temporary', String(session_timeout)));
      }
    }
    return done;
  }

  /** `dedalo query …`: logs a device in or out, or lets it online for some seconds without asking the server. */
  private async query(command: 'login' | 'logout' | 'authorize', device: Device, username = '', word = ''): Promise<string> {
    if (command === 'logout') {
      await this.stop(device);
      return 'logout';
    }
    if (command === 'login') {
      const answer = await this.logIn(device, username, word, 'login');
      if (!answer.startsWith('Auth: 1')) return `login refused: ${answer}`;
    }
    await this.start(device, username);
    return command === 'login' ? `login ${username}` : `authorize ${username} sessiontimeout ${word}`;
  }

  /** The page that older portals opened on the unit itself: its script requests the seconds of temporary access. */
  async temporary(mac: string, email: string): Promise<string> {
    const device = this.device(mac);
    const { HS_AAA_URL, HS_UUID, HS_ID } = this.settings;
    const query = `digest=${this.digest}&uuid=${HS_UUID}&stage=temporary&status=new&user=${email}&mac=${mac}`;
    const { status, body } = await this.request(
      'GET',
      `${HS_AAA_URL}?${query}&sessionid=${device.sessionid}&ap=${this.mac}&nasid=${HS_ID}`,
      CURL,
    );
    return status === 200 ? this.query('authorize', device, 'temporary', body) : 'HTTP/1.1 403 Forbidden';
  }

  /** Reports what a device has used since it went online. */
  async report(mac: string, bytesDown: number, bytesUp: number): Promise<string> {
    const device = Object.assign(this.device(mac), { bytesDown, bytesUp });
    return this.counters('update', device);
  }

  /** A device leaves, or is logged out. */
  async stop(device: Device): Promise<string> {
    const answer = await this.counters('stop', device);
    Object.assign(device, { state: 'dnat', username: '-', bytesDown: 0, bytesUp: 0 });
    return answer;
  }

  /** CoovaChilli restarts without its sessions, and reports that. */
  async restart(): Promise<string> {
    this.devices.clear();
    return this.chilli({ stage: 'counters', status: 'up', ap: this.mac, nasid: this.settings.HS_ID });
  }

  device(mac: string): Device {
    const device = this.devices.get(mac);
    if (!device) throw new Error(`no device ${mac} at this unit`);
    return device;
  }

  private async start(device: Device, username: string): Promise<void> {
    Object.assign(device, { state: 'pass', username, startedAt: this.now });
    await this.counters('start', device);
  }

  private logIn({ mac, ip, sessionid }: Device, user: string, pass: string, service: 'login' | 'framed'): Promise<string> {
    const { HS_ID: nasid } = this.settings;
    return this.chilli({ stage: 'login', service, user, pass, ap: this.mac, mac, ip, sessionid, nasid });
  }

  private counters(status: 'start' | 'update' | 'stop', device: Device): Promise<string> {
    const { mac, ip, sessionid, username: user, bytesDown, bytesUp } = device;
    const used = {
      duration: String(this.now - device.startedAt),
      bytes_down: String(bytesDown),
      pkts_down: '1',
      bytes_up: String(bytesUp),
      pkts_up: '1',
      user_agent: USER_AGENT,
    };
    return this.chilli({ stage: 'counters', status, user, ap: this.mac, mac, ip, sessionid, nasid: this.settings.HS_ID, ...used });
  }

  private async chilli(query: Record<string, string>): Promise<string> {
    const { status, body } = await this.request('GET', `${this.config().uamaaaurl}&${inChilliWords(query)}`, CHILLI);
    return status >= 400 ? '' : body;
  }

  private request(method: string, url: string, headers: string[], body = ''): Promise<{ status: number; body: string }> {
    const path = url.replace(/^https?:\/\/[^/]+/, '');
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const sent = headers.map((line) => line.split(': ') as [string, string]);
      const length: [string, string][] = body === '' ? [] : [['Content-Length', String(Buffer.byteLength(body))]];
      const request = http.request({ method, hostname, port, path, headers: Object.fromEntries([...sent, ...length]) }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('end', () => {
          const answer = { status: response.statusCode ?? 0, body: text };
          this.log.push({ method, path, ...answer });
          resolve(answer);
        });
      });
      request.on('error', reject);
      request.end(body);
    });
  }
}

const CURL = ['User-Agent: curl/7.29.0', 'Accept: */*'];
const CHILLI = ['User-Agent: CoovaChilli 1.6', 'Accept: */*', 'Connection: close'];
const USER_AGENT = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36';

/** CoovaChilli's own escaping: everything but unreserved characters as `%xx`, with lower-case hex digits. */
function inChilliWords(query: Record<string, string>): string {
  const escaped = (value: string) =>
    [...Buffer.from(value)]
      .map((byte) => (/[\w.!~*-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`))
      .join('');
  return Object.entries(query)
    .map(([name, value]) => `${name}=${escaped(value)}`)
    .join('&');
}
