/** Attacks reported for other programs, each with its source, tried on the portal and on RADIUS. */
import { createHmac } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import {
  account_sms_counts,
  asked_endings,
  hotspot_vouchers,
  hotspots,
  login_tokens,
  portal_codes,
  portal_tries,
  sessions,
  units,
  users,
} from '../../../src/server/database/schema';
import type { Message } from '../../../src/server/messages/sms/gateways';
import { attribute, CODE, decodePacket, valueOf, type Attribute } from '../../../src/server/radius/codec';
import { exchange } from '../../../src/server/radius/exchange';
import { hiddenPassword } from '../../../src/server/radius/passwords';
import { answerProof, encodeRequest, isSigned } from '../../../src/server/radius/proofs';
import { guestBrowser, playedChilli, playedMikrotik, textOf } from '../../support/peers/gateways';
import { portalUnit, setPreferences } from '../../support/peers/portalUnit';
import { guestWithVoucher } from '../../support/radius/radius';
import { serve } from '../../support/server/server';

const texts: Message[] = [];
const sms = { isConfigured: true, send: async (message: Message) => (texts.push(message), null) };
const server = serve({ sms, config: { freeradiusToken: 'token-of-the-portal-40', zone: 'Europe/Rome' } });
const { HOTSPOT, FIRST, UNIT, later, prefer, gatewayOf } = portalUnit(server, { voucher_login: 'true' });

beforeAll(async () => {
  const [hotspot] = await server.db().select().from(hotspots).where(eq(hotspots.id, HOTSPOT));
  await server.db().delete(account_sms_counts);
  await server
    .db()
    .insert(account_sms_counts)
    .values({ account_id: hotspot?.account_id ?? 0, sms_max_count: 5000 });
});
beforeEach(async () => {
  later(11 * 60);
  texts.length = 0;
  await server.db().delete(portal_tries);
  await server.db().delete(portal_codes);
  await server.db().update(units).set({ arrivals_signed_with: '', gateway_hosts: [] }).where(eq(units.uuid, UNIT.uuid));
  await prefer({ sms_login: 'true', sms_countries: '*' });
});

let devices = 0;
const nextMac = () => {
  devices += 1;
  return `02-00-00-00-${(0x70 + (devices >> 8)).toString(16)}-${(devices & 255).toString(16).padStart(2, '0')}`.toUpperCase();
};

describe('an address of one’s choice in X-Forwarded-For', () => {
  // github.com/profullstack/qryptchat-web/pull/79, github.com/long2ice/fastapi-limiter/issues/9
  const loginPage = async (headers: Record<string, string>, deviceMac = nextMac()) => {
    const router = playedMikrotik(gatewayOf(deviceMac));
    const browser = guestBrowser(router, headers);
    return { browser, login: await browser.submit(await browser.open(router.open()), '/start', { accept: 'yes' }) };
  };

  test('gives nobody more tries of codes without a proxy', async () => {
    let answered = 0;
    for (let nth = 0; nth < 80; nth += 1) {
      const { browser, login } = await loginPage({
        'X-Forwarded-For': `198.51.100.${nth}, 203.0.113.${nth}`,
        'X-Real-IP': `192.0.2.${nth}`,
      });
      const page = await browser.submit(login, '/code', { code: `guess${nth}` });
      if (textOf(page.html).includes('not valid')) answered += 1;
    }
    expect(answered).toBe(60);
  }, 60_000);

  test('gives nobody more SMS without a proxy', async () => {
    for (let nth = 0; nth < 10; nth += 1) {
      const { browser, login } = await loginPage({ 'X-Forwarded-For': `198.51.100.${nth}` });
      await browser.submit(login, '/sms', { phone: '+393471234567' });
    }
    expect(texts).toHaveLength(3);
  });
});

describe('a packet changed on its way', () => {
  // github.com/inverse-inc/packetfence/issues/8980, github.com/talkincode/toughradius/issues/438
  const send = async (bytes: Buffer) => {
    const port = gatewayOf('').ports().authentication;
    return exchange(bytes, { address: '127.0.0.1', port }, [700], (datagram) => {
      const packet = decodePacket(datagram);
      return typeof packet === 'string' ? null : packet;
    });
  };
  const request = (more: Attribute[] = [], code = 'public01') =>
    encodeRequest(
      {
        code: CODE.accessRequest,
        id: 7,
        attributes: [
          attribute('User-Name', code),
          attribute('NAS-Identifier', UNIT.uuid),
          attribute('Calling-Station-Id', nextMac()),
          attribute('NAS-Port-Type', 19),
          ...more,
        ],
      },
      UNIT.secret,
      (authenticator) => [attribute('User-Password', hiddenPassword(code, authenticator, UNIT.secret) ?? Buffer.alloc(0))],
    );

  beforeAll(async () => {
    await guestWithVoucher(server.db(), { hotspot_id: HOTSPOT, code: 'public01', created: FIRST });
  });

  test('gets no answer, whichever byte of it was changed', async () => {
    const { bytes } = request();
    for (const at of [1, 5, 25, bytes.indexOf('public01'), bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      // The signature also covers the packet's identifier.
      expect(await send(changed)).toBeNull();
    }
    const at = bytes.indexOf(Buffer.from([61, 6, 0, 0, 0, 19]));
    const wired = Buffer.from(bytes);
    wired[at + 5] = 15;
    expect([at > 0, await send(wired)]).toEqual([true, null]);
    // Without the signature, and with a Proxy-State as BlastRADIUS needs one.
    const unsigned = Buffer.concat([bytes.subarray(0, 20), bytes.subarray(38), Buffer.from([33, 4, 1, 2])]);
    unsigned.writeUInt16BE(unsigned.length, 2);
    expect(await send(unsigned)).toBeNull();
  }, 20_000);

  test('differs from the answer, which is always signed', async () => {
    for (const [code, more] of [
      ['public01', []],
      ['unknown1', []],
      ['public01', [attribute('Proxy-State', Buffer.from('a proxy of theirs'))]],
    ] as const) {
      const { bytes, authenticator } = request([...more], code);
      const answer = await send(bytes);
      if (!answer) throw new Error('no answer');
      expect([isSigned(answer), answerProof(answer, authenticator, UNIT.secret)]).toEqual([true, 'proven']);
    }
  });
});

describe('a packet that makes other servers stumble', () => {
  const port = () => gatewayOf('').ports().authentication;
  const answered = (bytes: Buffer) =>
    exchange(bytes, { address: '127.0.0.1', port: port() }, [700], (datagram) => {
      const packet = decodePacket(datagram);
      return typeof packet === 'string' ? null : packet.code;
    });
  const request = (more: Buffer) => {
    const attributes = [attribute('User-Name', 'public02'), attribute('NAS-Identifier', UNIT.uuid)];
    const { bytes } = encodeRequest({ code: CODE.accessRequest, id: 9, attributes }, UNIT.secret);
    const longer = Buffer.concat([bytes, more]);
    longer.writeUInt16BE(longer.length, 2);
    // Signed again, which only the unit could do.
    longer.fill(0, 22, 38);
    createHmac('md5', UNIT.secret).update(longer).digest().copy(longer, 22);
    return longer;
  };
  const ATTRIBUTES = {
    // github.com/retailnext/node-radius/pull/32, github.com/MikhailMS/rust-radius/issues/28
    'an attribute without a length': [26, 0],
    'an attribute shorter than its head': [26, 1],
    'an attribute that ends behind the packet': [26, 200, 0, 0],
    'an attribute of a vendor without a length': [26, 8, 0, 0, 0x39, 0xe7, 4, 0],
    'an attribute of a vendor that ends behind itself': [26, 8, 0, 0, 0x39, 0xe7, 4, 99],
    // github.com/FreeRADIUS/freeradius-server/issues/5061
    'EAP without an end': [79, 6, 2, 1, 0xff, 0xff],
    'EAP without a beginning': [79, 2],
    'EAP that goes on with a state of nobody': [24, 6, 1, 2, 3, 4, 79, 7, 2, 1, 0, 5, 25],
  };

  test.each(Object.entries(ATTRIBUTES))('lets nobody in by %s, and the next packet is answered', async (_, bytes) => {
    expect([null, CODE.accessReject]).toContain(await answered(request(Buffer.from(bytes))));
    expect(await answered(request(Buffer.alloc(0)))).toBe(CODE.accessReject);
  });
});

describe('a unit that loses its power', () => {
  // github.com/openwisp/openwisp-radius/issues/617
  test('keeps no guest out for a session of before, once it is on again', async () => {
    await guestWithVoucher(server.db(), { hotspot_id: HOTSPOT, code: 'power001', created: FIRST });
    await server.db().update(hotspot_vouchers).set({ max_devices: 1 }).where(eq(hotspot_vouchers.code, 'power001'));
    const radius = playedMikrotik(gatewayOf(nextMac())).radius;
    const other = playedMikrotik(gatewayOf(nextMac())).radius;
    expect((await radius.pap('power001', 'power001')).answer?.code).toBe(CODE.accessAccept);
    await radius.account('POWER001', 'before', 'start');
    later(60);
    expect((await other.pap('power001', 'power001')).answer?.code).toBe(CODE.accessReject);
    later(60);
    await radius.account('', '', 'on');
    expect((await other.pap('power001', 'power001')).answer?.code).toBe(CODE.accessAccept);
  });
});

describe('a guest whom staff have deleted', () => {
  // github.com/pihomeserver/Kupiki-Hotspot-Script/issues/53, github.com/FreeRADIUS/freeradius-server/issues/5581
  test('has to leave, and gets in by nothing of before', async () => {
    const id = await guestWithVoucher(server.db(), { hotspot_id: HOTSPOT, code: 'deleted1', created: FIRST });
    const deviceMac = nextMac();
    const router = playedMikrotik(gatewayOf(deviceMac));
    const browser = guestBrowser(router);
    const login = await browser.submit(await browser.open(router.open()), '/start', { accept: 'yes' });
    const online = await browser.submit(login, '/code', { code: 'deleted1' });
    expect(router.state.isOn).toBe(true);
    const [session] = await server.db().select().from(sessions).where(eq(sessions.user_id, id));
    expect((await server.as('reseller1').delete(`/api/users/${id}`)).status).toBe(200);
    expect(await server.db().$count(asked_endings, eq(asked_endings.session_id, session?.id ?? 0))).toBe(1);
    for (const name of ['deleted1', 'DELETED1', router.state.username, deviceMac.replaceAll('-', ':')])
      expect((await router.radius.pap(name, 'deleted1')).answer?.code).toBe(CODE.accessReject);
    expect(textOf((await browser.submit(login, '/code', { code: 'deleted1' })).html)).toContain('not valid');
    expect(online.status).toBe(200);
  });
});

describe('a voucher with a number of days and an end', () => {
  // github.com/opnsense/core/issues/3930
  test('lasts its days from the first use, and never to an end that was sent beside them', async () => {
    const body = {
      hotspot_id: HOTSPOT,
      code: 'twoends1',
      time: 'duration',
      duration: 1,
      expiration: 90,
      last_day: '2027-06-30',
      remain_use: 1,
    };
    expect((await server.as('reseller1').post('/api/vouchers', { ...body, type: 'auth', user_name: 'Ada' })).status).toBe(201);
    const { answer } = await playedMikrotik(gatewayOf(nextMac())).radius.pap('twoends1', 'twoends1');
    expect(answer?.code).toBe(CODE.accessAccept);
    const seconds = answer && valueOf(answer, 'Session-Timeout');
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(2 * 24 * 3600);
  });
});

describe('a gateway’s address that only looks like one of the unit', () => {
  // github.com/potpie-ai/potpie-ui/pull/423, github.com/Cacti/cacti/issues/7685, github.com/GCTC-NTGC/gc-digital-talent/issues/1530
  const ADDRESSES = [
    'http://evil.example/login',
    'http://10.1.0.1.evil.example/login',
    'http://evil.example/10.1.0.1/login',
    '//evil.example/login',
    'http://10.1.0.1@evil.example/login',
    'http://evil.example\\@10.1.0.1/login',
    'http://evil.example#@10.1.0.1/login',
    'http://evil.example?10.1.0.1',
    'http:\\\\evil.example\\login',
    'javascript:alert(1)//10.1.0.1',
    'data:text/html,10.1.0.1',
    'http://%65vil.example/login',
    'http://evil。example/login',
    'http://10.1.0.1%2eevil.example/login',
    'http://0x5db8d822/login',
    'http://[::ffff:93.184.216.34]/login',
    'ftp://10.1.0.1/login',
    'http://1572395042/login',
    'http://evil.example:80@10.1.0.1:80/',
  ];

  test.each([[[]], [['10.1.0.1']]])('is followed nowhere, by a unit that has named %j', async (gateway_hosts: string[]) => {
    await server.db().update(units).set({ gateway_hosts }).where(eq(units.uuid, UNIT.uuid));
    later(5);
    for (const address of ADDRESSES) {
      for (const parameters of [
        { 'link-login-only': address, mac: '02:00:00:00:70:F0' },
        { switch_url: address, client_mac: '02-00-00-00-70-F0' },
        { portal_action: address, zone: 'guests', clientmac: '02-00-00-00-70-F0' },
      ]) {
        const answer = await fetch(`${server.url()}/portal/${UNIT.uuid}?${new URLSearchParams(parameters)}`, { redirect: 'manual' });
        const html = await answer.text();
        expect({ address, location: answer.headers.get('location'), hasForm: html.includes('/start"') }).toEqual({
          address,
          location: null,
          hasForm: false,
        });
        expect(answer.headers.get('content-security-policy')).not.toContain('evil');
      }
    }
    expect(await server.db().$count(login_tokens, eq(login_tokens.device_mac, '02-00-00-00-70-F0'))).toBe(0);
  });
});

describe('a code by SMS', () => {
  const phone = async () => {
    const chilli = playedChilli({ ...gatewayOf(nextMac()), uamsecret: UNIT.secret });
    const browser = guestBrowser(chilli);
    return { browser, login: await browser.submit(await browser.open(chilli.open()), '/start', { accept: 'yes' }) };
  };
  const codeOf = (number: string) => /\b\d{6}\b/.exec(texts.findLast((text) => text.number === number)?.text ?? '')?.[0] ?? '';

  // github.com/openwisp/openwisp-radius/pull/790
  test('is not sent after its country was forbidden, by a page from before', async () => {
    const { browser, login } = await phone();
    await prefer({ sms_countries: '' });
    expect(textOf((await browser.submit(login, '/sms', { phone: '+447795106991' })).html)).not.toContain('on its way');
    expect(textOf((await browser.submit(login, '/sms', { phone: '+39 06 698 12345' })).html)).not.toContain('on its way');
    expect(texts).toEqual([]);
  });

  test('confirms the number that it was sent to, whatever another form names', async () => {
    const victim = '+393471112233';
    const { browser, login } = await phone();
    const sent = await browser.submit(login, '/sms', { phone: '+393474445566' });
    await browser.submit(login, '/sms', { phone: victim });
    await browser.submit(sent, '/confirm', { code: codeOf('+393474445566'), phone: victim, number: victim });
    const names = (await server.db().select().from(users).where(eq(users.account_type, 'sms'))).map(({ username }) => username);
    expect(names).toContain('+393474445566');
    expect(names).not.toContain(victim);
  });

  // github.com/openwisp/openwisp-radius/pull/190
  test('is neither sent nor confirmed where SMS have been turned off since the page was opened', async () => {
    const { browser, login } = await phone();
    await setPreferences(server, HOTSPOT, { sms_login: 'false' });
    later(5);
    expect(textOf((await browser.submit(login, '/sms', { phone: '+393477778899' })).html)).not.toContain('on its way');
    expect(texts).toEqual([]);
  });
});
