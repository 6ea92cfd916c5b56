import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from '@jest/globals';
import { playedChilli } from '../peers/gateways';
import { listening, mailSink } from '../peers/mailSink';
import { freeUdpPort } from '../run/udpPort.mjs';
import { zoneAtNoon } from '../server/zoneAtNoon';
import { openPhone, type PhoneOptions } from './browser';
import { ownDemonstration } from './ownDemonstration';

const server = () => process.env.PORTICO_E2E_SERVER ?? '';

/**
 * Starts a demonstration whose first hotspot accepts vouchers and SMS, and a gateway that asks it by RADIUS, for the test file that calls
 * this. Phones request pages through the gateway over plain HTTP: each leads to the portal until the phone is online.
 */
export function guestsAtGateway() {
  let proxy: Server;
  /** An SMS gateway. */
  let carrier: Server;
  let chilli: ReturnType<typeof playedChilli>;
  let ports = { authentication: 0, accounting: 0 };
  let devices = 0;
  /** An admin's token. */
  let token = '';
  const hotspot = { code: '', unit: { uuid: '', mac: '', secret: '' } };
  /** The SMS sent so far. */
  const texts: { number: string; text: string }[] = [];

  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = { 'Content-Type': 'application/json', ...(token !== '' && { Token: token }) };
    return (await fetch(`${server()}/api/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json();
  };
  /** Sets preferences of the hotspot. */
  const prefer = async (preferences: Readonly<Record<string, string>>) => {
    for (const [key, value] of Object.entries(preferences)) await call('PUT', 'preferences/hotspots/1', { key, value });
  };
  const connect = () => {
    devices += 1;
    const deviceMac = `02-E2-E0-00-00-${devices.toString(16).padStart(2, '0').toUpperCase()}`;
    chilli = playedChilli({ portal: server, ports: () => ports, unit: hotspot.unit, deviceMac, uamsecret: hotspot.unit.secret });
  };

  beforeAll(async () => {
    ports = { authentication: await freeUdpPort(), accounting: await freeUdpPort() };
    carrier = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://carrier');
      texts.push({ number: searchParams.get('to') ?? '', text: searchParams.get('text') ?? '' });
      response.end();
    });
    carrier.listen(0, '127.0.0.1');
    await once(carrier, 'listening');
  });
  const mailPort = listening(mailSink().sink);
  ownDemonstration(() => ({
    SMTP_URL: `smtp://127.0.0.1:${mailPort()}`,
    MAIL_FROM: 'Portico <portico@example.com>',
    PORTICO_RADIUS: 'on',
    PORTICO_RADIUS_PORTS: `${ports.authentication},${ports.accounting}`,
    PORTICO_ZONE: zoneAtNoon(),
    SMS_URL: `http+template://127.0.0.1:${(carrier.address() as AddressInfo).port}/?to={number}&text={text}`,
  }));
  beforeAll(async () => {
    ({ token } = (await call('POST', 'login', { username: 'admin', password: 'portico-demo' })) as { token: string });
    const { data } = (await call('GET', 'units?hotspot=1&page=1&limit=1')) as {
      data: { uuid: string; mac_address: string; secret: string }[];
    };
    hotspot.unit = { uuid: data[0]?.uuid ?? '', mac: data[0]?.mac_address ?? '', secret: data[0]?.secret ?? '' };
    await prefer({ voucher_login: 'true', sms_login: 'true', sms_login_max: '0' });
    const voucher = {
      hotspot_id: 1,
      num_vouchers: 1,
      code: '',
      type: 'normal',
      auto_login: false,
      remain_use: -1,
      time: 'duration',
      duration: 3,
      expiration: 0,
      max_time: 5400,
      max_traffic: 1_500_000_000,
      bandwidth_down: 0,
      bandwidth_up: 0,
    };
    const created = (await call('POST', 'vouchers', voucher)) as { vouchers: { code: string }[] };
    hotspot.code = created.vouchers[0]?.code ?? '';

    proxy = createServer((request, response) => {
      const address = request.url ?? '';
      const answered = address.startsWith(`${chilli.own}/`)
        ? chilli.visit(address)
        : Promise.resolve(chilli.state.isOn ? null : chilli.open(address));
      void answered.then((location) => {
        if (location === null) response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Beyond</title><h1>The internet</h1>');
        else response.writeHead(302, { Location: location }).end();
      });
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
  });
  afterAll(() => {
    proxy.close();
    carrier.close();
  });

  return {
    texts,
    server,
    /** Its first unit, and the code of a voucher. */
    hotspot,
    prefer,
    /** The browser of a phone that hasn't been here before. */
    newPhone: (phone: Omit<PhoneOptions, 'gateway'>) => {
      connect();
      return openPhone({ gateway: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, ...phone });
    },
  };
}
