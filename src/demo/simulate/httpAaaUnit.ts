/** A simulated CoovaChilli that uses HTTP AAA instead of RADIUS (`uamaaaurl`, see gateways/coovachilli.ts). */
import { createHash, randomBytes } from 'node:crypto';
import { withUamSignature } from '../../gateways/coovachilli';
import { GATEWAY_TOOLS } from '../../server/portal/gateways';
import { chapResponse } from '../../server/radius/passwords';
import { request } from './httpRequest';
import { newSession, type PlayedGuest, type PlayedSession, type PlayedUnit } from './playedUnit';
import type { UnitLink } from './unitLinks';

type Parameters = Readonly<Record<string, string | number>>;

/** Names of the report types in HTTP AAA. */
const STATUS = { start: 'start', interim: 'update', stop: 'stop' } as const;

export function httpAaaLink(unit: PlayedUnit, url: string, waits?: readonly number[]): UnitLink {
  const { uuid, secret, mac: ap } = unit;
  const digest = createHash('md5').update(secret).update(uuid).digest('hex');
  const send = (parameters: Parameters) => {
    const query = Object.entries({ digest, uuid, ...parameters }).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return request(withUamSignature(`${url}/wax/aaa?${query.join('&')}`, secret, GATEWAY_TOOLS), {}, waits);
  };
  const identityOf = ({ deviceMac: mac, address: ip }: PlayedGuest, sessionid: string) => ({ ap, mac, ip, sessionid, nasid: uuid });

  return {
    unit,
    logIn: async (guest) => {
      const session = newSession(unit, guest);
      const answer = await send({ stage: 'login', ...credentialOf(guest), ...identityOf(guest, session.key) });
      if (answer === null) return null;
      if (answer.status !== 200 || !answer.text.startsWith('Auth: 1')) return 'refused';
      const timeout = numberIn(answer.text, 'Session-Timeout') ?? Infinity;
      return { ...session, timeout, interval: numberIn(answer.text, 'Acct-Interim-Interval') ?? 300 };
    },
    report: async (session, status) => {
      const { guest, key } = session;
      const counters = status === 'start' ? {} : countersOf(session);
      const about = { stage: 'counters', status: STATUS[status], user: guest.username };
      const answer = await send({ ...about, ...identityOf(guest, key), ...counters });
      if (answer?.status !== 200) return null;
      // The option `acctupdate` takes limits from answers to reports.
      return (numberIn(answer.text, 'Session-Timeout') ?? Infinity) <= session.seconds ? 'over' : 'recorded';
    },
  };
}

/** A guest's browser answers a CHAP challenge; a device logs in with its MAC address as name and password. */
function credentialOf({ username, password }: PlayedGuest): Parameters {
  if (password === null) return { service: 'framed', user: username, pass: username };
  const challenge = randomBytes(16);
  const response = chapResponse(0, challenge, password).subarray(1);
  return { service: 'login', user: username, chap_chal: challenge.toString('hex'), chap_pass: response.toString('hex'), chap_id: 0 };
}

/** Unlike in RADIUS, the names tell the direction. */
const countersOf = ({ seconds: duration, down, up }: PlayedSession): Parameters => ({ duration, bytes_down: down, bytes_up: up });

function numberIn(lines: string, name: string): number | null {
  const [, digits] = new RegExp(`^${name}:(\\d+)$`, 'm').exec(lines) ?? [];
  return digits === undefined ? null : Number(digits);
}
