/** Simulates gateways towards guests' browsers, and browsers without JavaScript. The RADIUS requests that they send are real. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { attribute, CODE, decodePacket, valueOf, type Attribute, type ReceivedPacket } from '../../../src/server/radius/codec';
import { ACCT_STATUS } from '../../../src/server/radius/dictionary';
import { exchange } from '../../../src/server/radius/exchange';
import { hiddenPassword } from '../../../src/server/radius/passwords';
import { answerProof, encodeRequest } from '../../../src/server/radius/proofs';

export interface GatewayOptions {
  /** URL of the server, like http://127.0.0.1:8080. */
  portal: () => string;
  /** Ports for RADIUS. */
  ports: () => { authentication: number; accounting: number };
  unit: { uuid: string; mac: string; secret: string };
  /** As AA-BB-CC-DD-EE-FF. */
  deviceMac: string;
  /** URL of its own pages, if it isn't the usual one of its type. */
  own?: string;
  /** Whether its Access-Requests contain the URL of its login page, as those of real ones do. */
  namesItself?: boolean;
}

const md5 = (...parts: (Buffer | string)[]) => parts.reduce((hash, part) => hash.update(part), createHash('md5')).digest();

/** What all gateways have in common: RADIUS. */
function radiusOf({ ports, unit, deviceMac, namesItself = false }: GatewayOptions, logoff: string) {
  const send = async (code: number, attributes: Attribute[], hidden?: (authenticator: Buffer) => Attribute[]) => {
    const id = randomInt(256);
    const { bytes, authenticator } = encodeRequest({ code, id, attributes }, unit.secret, hidden);
    const port = () => (code === CODE.accessRequest ? ports().authentication : ports().accounting);
    const poll = () =>
      exchange(bytes, { address: '127.0.0.1', port: port() }, [4000], (datagram): ReceivedPacket | null => {
        const packet = decodePacket(datagram);
        return typeof packet !== 'string' && answerProof(packet, authenticator, unit.secret) === 'proven' ? packet : null;
      });
    return { answer: await poll(), again: poll };
  };
  const identity = (username: string) => [
    attribute('User-Name', username),
    attribute('NAS-Identifier', unit.uuid),
    attribute('Called-Station-Id', unit.mac),
    attribute('Calling-Station-Id', deviceMac),
  ];
  const logoffUrl = namesItself ? [attribute('WISPr-Logoff-URL', logoff)] : [];
  return {
    chap: async (username: string, id: Buffer, response: Buffer, challenge: Buffer) =>
      send(CODE.accessRequest, [
        ...identity(username),
        ...logoffUrl,
        attribute('CHAP-Challenge', challenge),
        attribute('CHAP-Password', Buffer.concat([id, response])),
      ]),
    pap: async (username: string, password: string) =>
      send(CODE.accessRequest, [...identity(username), ...logoffUrl], (authenticator) => {
        const hidden = hiddenPassword(password, authenticator, unit.secret);
        return hidden ? [attribute('User-Password', hidden)] : [];
      }),
    account: async (username: string, key: string, status: keyof typeof ACCT_STATUS, counters: Attribute[] = []) =>
      (
        await send(CODE.accountingRequest, [
          attribute('Acct-Status-Type', ACCT_STATUS[status]),
          attribute('Acct-Session-Id', key),
          ...identity(username),
          ...counters,
        ])
      ).answer,
  };
}

/** The answer to a packet, and a function that sends the same packet again, as a retransmission would. */
export interface Requested {
  answer: ReceivedPacket | null;
  again: () => Promise<ReceivedPacket | null>;
}

/** CoovaChilli at 10.1.0.1. */
export function playedChilli({ uamsecret = '', ...options }: GatewayOptions & { uamsecret?: string }) {
  const { portal, unit, deviceMac, own = 'http://10.1.0.1:3990' } = options;
  const { hostname: uamip, port: uamport } = new URL(own);
  const radius = radiusOf(options, `${own}/logoff`);
  const state = { challenge: randomBytes(16), sessionId: randomBytes(6).toString('hex'), username: '', isOn: false };
  let requested: Requested | null = null;

  /** Encodes like chilli: nearly every character, with lower-case hex digits. */
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(/%[0-9A-F]{2}|[()']/g, (found) =>
      found.length === 3 ? found.toLowerCase() : `%${found.charCodeAt(0).toString(16)}`,
    );
  const redirect = (res: string, userurl: string, more: Record<string, string> = {}) => {
    const values = {
      res,
      ...more,
      uamip,
      uamport,
      challenge: state.challenge.toString('hex'),
      called: unit.mac,
      mac: deviceMac,
      ip: '10.1.0.7',
      nasid: unit.uuid,
      sessionid: state.sessionId,
      ...(userurl !== '' && { userurl }),
    };
    const query = Object.entries(values).map(([name, value]) => `${name}=${encoded(value)}`);
    const url = `${portal()}/portal/${unit.uuid}?${query.join('&')}`;
    return uamsecret === '' ? url : `${url}&md=${md5(url, uamsecret).toString('hex').toUpperCase()}`;
  };

  return {
    own,
    state,
    last: () => requested,
    radius,
    /** Where the gateway redirects a browser that requests a page. */
    open: (userurl = 'http://connectivitycheck.gstatic.com/generate_204') => redirect(state.isOn ? 'already' : 'notyet', userurl),
    /** Handles a request for one of the gateway's own pages, and returns where it redirects the browser. */
    visit: async (address: string): Promise<string> => {
      const url = new URL(address);
      if (url.origin !== own) throw new Error(`the guest is sent to ${address}`);
      const userurl = url.searchParams.get('userurl') ?? '';
      if (url.pathname === '/prelogin') {
        state.challenge = randomBytes(16);
        return redirect(state.isOn ? 'already' : 'notyet', userurl);
      }
      if (url.pathname === '/logoff') {
        if (state.isOn) await radius.account(state.username, state.sessionId, 'stop');
        state.isOn = false;
        return redirect('logoff', userurl);
      }
      if (url.pathname !== '/logon') throw new Error(`no such page: ${address}`);
      if (state.isOn) return redirect('already', userurl);
      const username = url.searchParams.get('username') ?? '';
      const response = url.searchParams.get('response');
      const challenge = uamsecret === '' ? state.challenge : md5(state.challenge, uamsecret);
      requested =
        response === null
          ? await radius.pap(username, url.searchParams.get('password') ?? '')
          : await radius.chap(username, Buffer.of(0), Buffer.from(response, 'hex'), challenge);
      const { answer } = requested;
      if (answer?.code !== CODE.accessAccept) {
        return redirect('failed', userurl, {
          reason: answer ? 'reject' : 'timeout',
          ...(answer && { reply: valueOf(answer, 'Reply-Message') ?? '' }),
        });
      }
      Object.assign(state, { username, isOn: true, sessionId: randomBytes(6).toString('hex') });
      await radius.account(username, state.sessionId, 'start');
      return redirect('success', userurl, { uid: username });
    },
  };
}

/** A MikroTik hotspot at http://login.hotspot, whose login page passes on its variables as routers write them. */
export function playedMikrotik(options: GatewayOptions) {
  const { portal, unit, deviceMac, own = 'http://login.hotspot' } = options;
  const radius = radiusOf(options, `${own}/login`);
  const state = { id: randomBytes(1), challenge: randomBytes(16), isOn: false, username: '', sessionId: randomBytes(4).toString('hex') };
  let requested: Requested | null = null;
  const octal = (bytes: Buffer) => Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  const redirect = (wanted: string, error: string) => {
    const values = {
      mac: deviceMac.replaceAll('-', ':'),
      ip: '10.5.50.7',
      username: '',
      'link-login': `${own}/login?dst=${encodeURIComponent(wanted)}`,
      'link-login-only': `${own}/login`,
      'link-orig': wanted,
      error,
      identity: 'router',
      'chap-id': octal(state.id),
      'chap-challenge': octal(state.challenge),
    };
    return `${portal()}/portal/${unit.uuid}?${new URLSearchParams(values)}`;
  };
  return {
    own,
    state,
    radius,
    last: () => requested,
    open: (wanted = 'http://example.com/') => redirect(wanted, ''),
    visit: async (address: string): Promise<string> => {
      const url = new URL(address);
      if (url.origin !== own) throw new Error(`the guest is sent to ${address}`);
      if (url.pathname !== '/login') throw new Error(`no such page: ${address}`);
      const username = url.searchParams.get('username') ?? '';
      const wanted = url.searchParams.get('dst') ?? '';
      const response = Buffer.from(url.searchParams.get('password') ?? '', 'hex');
      requested = await radius.chap(username, state.id, response, state.challenge);
      if (requested.answer?.code !== CODE.accessAccept) return redirect(wanted, 'invalid username or password');
      Object.assign(state, { username, isOn: true });
      await radius.account(username, state.sessionId, 'start');
      return wanted;
    },
  };
}

/** A page that a guest sees. */
export interface GuestPage {
  status: number;
  url: string;
  html: string;
  headers: Headers;
}

/**
 * A guest's browser without JavaScript, behind a gateway. It keeps cookies; the portal sets one before it redirects to a social network.
 */
export function guestBrowser(
  gateway: { own: string; visit: (address: string) => Promise<string> },
  headers: Record<string, string> = {},
  /** Maps an address to the one where it is really served. */
  served: (address: string) => string = (address) => address,
) {
  const cookies = new Map<string, string>();
  const load = async (url: string, init: RequestInit = {}): Promise<GuestPage> => {
    let address = url;
    let sent = init;
    for (let redirects = 0; redirects < 10; redirects += 1) {
      if (address.startsWith(`${gateway.own}/`)) {
        address = await gateway.visit(address);
        sent = {};
        continue;
      }
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      const answer = await fetch(served(address), {
        ...sent,
        redirect: 'manual',
        headers: { ...headers, ...(sent.headers as object), ...(cookie !== '' && { cookie }) },
      });
      for (const set of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location === null) return { status: answer.status, url: address, html: await answer.text(), headers: answer.headers };
      address = new URL(location, address).href;
      sent = {};
    }
    throw new Error('too many redirects');
  };
  return {
    cookies,
    open: (url: string) => load(url),
    /** Submits the form whose address ends like this, with these values. */
    submit: (page: GuestPage, action: string, typed: Record<string, string> = {}) => {
      const form = formsIn(page.html).find((one) => one.action.endsWith(action));
      if (!form) throw new Error(`no form ${action} on ${textOf(page.html)}`);
      const body = new URLSearchParams({ ...form.hidden, ...typed }).toString();
      return load(new URL(form.action, page.url).href, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
    },
    /** Follows the link with this text. */
    follow: (page: GuestPage, words: string) => {
      const link = [...page.html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].find(([, , inside = '']) => textOf(inside) === words);
      if (!link) throw new Error(`no link ${words} on ${textOf(page.html)}`);
      return load(new URL(unescaped(link[1] ?? ''), page.url).href);
    },
  };
}

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** The visible text of a page. */
export const textOf = (html: string): string =>
  unescaped(
    html
      .replace(/<(style|script|title)\b.*?<\/\1>/gs, ' ')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' '),
  ).trim();

export function formsIn(html: string): { method: string; action: string; hidden: Record<string, string> }[] {
  return [...html.matchAll(/<form ([^>]*)>(.*?)<\/form>/gs)].map(([, attributes = '', inside = '']) => ({
    method: /method="([^"]*)"/.exec(attributes)?.[1] ?? '',
    action: unescaped(/action="([^"]*)"/.exec(attributes)?.[1] ?? ''),
    hidden: Object.fromEntries(
      [...inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        unescaped(value),
      ]),
    ),
  }));
}
