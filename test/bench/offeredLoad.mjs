/** Load that comes at a constant rate, whatever the answers. */
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { playedGateways } from './playedGateways.mjs';
import { SECRET } from './radiusUnits.mjs';

/**
 * Does something this many times per second until the end, or until a signal, whether or not earlier ones have finished.
 *
 * @param {number} perSecond
 * @param {number} ends
 * @param {(nth: number) => Promise<void>} work
 * @param {AbortSignal} [over]
 */
export async function offered(perSecond, ends, work, over) {
  const began = performance.now();
  /** @type {Set<Promise<void>>} */
  const going = new Set();
  for (let nth = 0; ; nth += 1) {
    const due = began + (nth * 1000) / perSecond;
    if (due > ends) break;
    await pause(Math.max(0, due - performance.now()));
    if (over?.aborted) break;
    const one = work(nth);
    going.add(one);
    void one.then(() => going.delete(one));
  }
  await Promise.all(going);
}

const VOUCHER = {
  ...{ num_vouchers: 1, code: '', type: 'normal', auto_login: false, remain_use: -1, time: 'duration', duration: 3 },
  ...{ expiration: 0, max_time: 0, max_traffic: 0, bandwidth_down: 0, bandwidth_up: 0 },
};

/**
 * Guests with a device each at the first unit of `prepare`. `logIn` opens a page, accepts the terms, types a code and is let in by the
 * gateway; it resolves to the error, or null.
 *
 * @param {Awaited<ReturnType<typeof import('./calls.mjs').signIn>>} call of the owner of that unit
 * @param {{ url: string, ports: { auth: number, acct: number } }} server
 */
export async function newGuests(call, { url, ports }) {
  const { guestBrowser, playedChilli, textOf } = await playedGateways();
  const { body: units } = await call('/api/units?q=bench-unit-0');
  const { uuid, mac_address: mac, hotspot_id } = units.data[0];
  const { body: created } = await call('/api/vouchers', { method: 'POST', body: { ...VOUCHER, hotspot_id } });
  const { code } = created.vouchers[0];
  const ofGateway = { portal: () => url, ports: () => ({ authentication: ports.auth, accounting: ports.acct }) };
  const byte = (/** @type {number} */ value) => (value & 255).toString(16).padStart(2, '0').toUpperCase();
  return (/** @type {number} */ nth, /** @type {Record<string, string>} */ headers = {}) => {
    const deviceMac = `02-BE-E3-${byte(nth >> 16)}-${byte(nth >> 8)}-${byte(nth)}`;
    const gateway = playedChilli({ ...ofGateway, unit: { uuid, mac, secret: SECRET }, deviceMac, uamsecret: SECRET });
    return {
      logIn: async () => {
        const browser = guestBrowser(gateway, headers);
        const login = await browser.submit(await browser.open(gateway.open()), '/start', { accept: 'yes' });
        const { status, html } = await browser.submit(login, '/code', { code });
        return status < 300 && gateway.state.isOn ? null : `${String(status)} ${textOf(html).slice(0, 200)}`;
      },
      leave: async () => {
        if (gateway.state.isOn) await gateway.visit(`${gateway.own}/logoff`);
      },
    };
  };
}
