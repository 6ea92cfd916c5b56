/**
 * A simulated router with openNDS at FAS level 1, and the script through which it talks to the server (gateways/opennds.ts).
 * Guests log in at the real portal.
 */
import { createHash, randomBytes } from 'node:crypto';
import { HTTP_WAITS, request } from './httpRequest';
import { CAUSE, newSession, type Cause, type PlayedGuest, type PlayedSession, type PlayedUnit } from './playedUnit';
import { logInAtPortal } from './portalLogin';
import type { UnitLink } from './unitLinks';

const GATEWAY = '10.98.0.1:2050';
const VERSION = '9.10.0';
const PROBE = 'http://connectivitycheck.gstatic.com/generate_204';

/** Names of the events that report the end of a session. */
const ENDS: Record<Cause, string> = {
  [CAUSE.left]: 'client_deauth',
  [CAUSE.time]: 'timeout_deauth',
  [CAUSE.reset]: 'ndsctl_deauth',
};

/** Bytes in the unit in which openNDS counts between reports. */
const KILOBYTE = 1024;

type Fields = Readonly<Record<string, string | number>>;

export function openndsLink(
  { faskey, ...unit }: PlayedUnit & { faskey: string },
  url: string,
  waits: readonly number[] = HTTP_WAITS,
): UnitLink {
  const { uuid, secret } = unit;
  /** What the portal passed to the script about each guest (`custom`). */
  const customs = new WeakMap<PlayedSession, string>();

  const sendOnce = async (body: string, ahead: number, wait: number): Promise<string[] | null> => {
    const nonce = randomBytes(16).toString('hex');
    const time = now() + ahead;
    const proof = proofOf(secret, ['ask', nonce, String(time), body]);
    const answer = await request(`${url}/opennds/${uuid}?nonce=${nonce}&time=${time}&proof=${proof}`, { method: 'POST', body }, [wait]);
    const [, text = '', proven] = /^(.*\n)proof (\w+)\n$/s.exec(answer?.text ?? '') ?? [];
    return proven === proofOf(secret, ['answer', nonce, text]) ? text.trimEnd().split('\n') : null;
  };
  /** Asks like the script: returns the lines of an answer that is proven to come from the server, else null. */
  const send = async (body: string): Promise<string[] | null> => {
    for (const wait of waits) {
      const lines = await sendOnce(body, 0, wait);
      const [word, time] = lines?.[0]?.split(' ') ?? [];
      // The simulated router's clock is wrong.
      if (word === 'clock') return sendOnce(body, Number(time) - now(), wait);
      if (lines !== null) return lines;
    }
    return null;
  };
  const tell = async (event: string, fields: Fields) => send(linesOf({ event, now: now(), ...fields }));

  return {
    unit,
    logIn: async (guest) => {
      const hid = randomBytes(32).toString('hex');
      const passed = await logInAtPortal(portalUrl(`${url}/portal/${uuid}`, guest, hid), guest, `http://${GATEWAY}`, waits);
      if (passed === null || passed === 'refused') return passed;
      const { pathname, searchParams } = new URL(passed.gatewayUrl);
      if (pathname !== '/opennds_auth/' || searchParams.get('tok') !== sha256(hid + faskey)) return 'refused';
      const session = newSession(unit, guest, randomBytes(4).toString('hex'));
      const custom = (searchParams.get('custom') ?? '').replaceAll('=', '%3d');
      const client = { mac: macOf(guest), ip: guest.address, token: session.key, custom };
      const answer = await tell('auth_client', client);
      if (answer === null) return null;
      const [word, seconds] = answer[0]?.split(' ') ?? [];
      if (word !== 'grant') return 'refused';
      const granted = { ...session, timeout: Number(seconds) };
      customs.set(granted, custom);
      return granted;
    },
    report: async (session, status, cause = CAUSE.left) => {
      const { guest, key: token, seconds, up, down } = session;
      const isStart = status === 'start';
      const end = now();
      const about = { mac: macOf(guest), incoming: isStart ? 0 : down, outgoing: isStart ? 0 : up, start: end - seconds, end, token };
      const answer = await tell(isStart ? 'client_auth' : ENDS[cause], { ...about, custom: customs.get(session) ?? '' });
      return answer === null ? null : 'recorded';
    },
    reportAll: async (running) => {
      const at = now();
      const clients = running.map((session) => [macOf(session.guest), clientOf(session, at, customs.get(session) ?? '')]);
      const json = JSON.stringify({ client_list_length: String(clients.length), clients: Object.fromEntries(clients) as object });
      const answer = await send(`${linesOf({ event: 'clients', now: at })}\n${json}`);
      return answer && running.filter(({ guest }) => answer.includes(`end ${macOf(guest)}`));
    },
  };
}

const now = () => Math.floor(Date.now() / 1000);
const macOf = ({ deviceMac }: PlayedGuest) => deviceMac.replaceAll('-', ':').toLowerCase();
const linesOf = (fields: Fields) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const proofOf = (secret: string, parts: readonly string[]) => sha256(`${secret}\n${sha256([secret, ...parts].join('\n'))}\n`);

/** Where openNDS redirects a guest who isn't online. */
function portalUrl(portal: string, guest: PlayedGuest, hid: string): string {
  const values = {
    hid,
    clientip: guest.address,
    clientmac: macOf(guest),
    client_type: 'cpd_can',
    gatewayname: 'openNDS',
    version: VERSION,
    gatewayaddress: GATEWAY,
    originurl: encodeURIComponent(PROBE),
    clientif: 'br-lan',
  };
  const fas = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return `${portal}?fas=${encodeURIComponent(Buffer.from(fas.join(', ')).toString('base64'))}`;
}

/** A client in `ndsctl json`, which writes numbers as strings. */
const clientOf = ({ guest, key: token, seconds, timeout, up, down }: PlayedSession, at: number, custom: string) => ({
  version: VERSION,
  mac: macOf(guest),
  ip: guest.address,
  token,
  state: 'Authenticated',
  custom,
  session_start: String(at - seconds),
  session_end: String(at - seconds + timeout),
  download_this_session: String(Math.floor(down / KILOBYTE)),
  upload_this_session: String(Math.floor(up / KILOBYTE)),
});
