/** What the console says before somebody deletes something: how many are cut off, and what goes with it. */
import { describe, expect, test } from '@jest/globals';
import { MOST_IDS } from '../../src/contract/plain/wire';
import { access_tokens, devices, voucher_uses } from '../../src/server/database/schema';
import { insertGuest, insertHotspot, insertSession, insertStaff, insertUnit, insertVoucher } from '../factories/rows';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';

const server = serve();
const count = async (query: string, as = 'reseller1') => {
  const { status, body } = await server.as(as).get(`/api/deleting?${query}`);
  return { status, body };
};

describe('the question before a deletion', () => {
  test('the devices online through a unit are counted, for those who may delete it alone', async () => {
    const db = server.db();
    const unit = await insertUnit(db);
    await insertSession(db, { unit_id: unit.id });
    await insertSession(db, { unit_id: unit.id });
    await insertSession(db, { unit_id: (await insertUnit(db)).id });
    expect(await count(`kind=unit&ids=${unit.id}`)).toEqual({ status: 200, body: { online: 2 } });
    expect(await count(`kind=unit&ids=${unit.id}`, 'reseller2')).toEqual({ status: 200, body: { online: 0 } });
    for (const as of ['customer11', 'desk11']) expect(await count(`kind=unit&ids=${unit.id}`, as)).toMatchObject({ status: 403 });
  });

  test('the devices of a guest are counted, and those online now', async () => {
    const db = server.db();
    const guest = await insertGuest(db);
    await insertSession(db, { user_id: guest.id });
    for (const mac_address of ['02-00-00-00-00-61', '02-00-00-00-00-62'])
      await db.insert(devices).values({ hotspot_id: 1, user_id: guest.id, mac_address, created: RECORDED_AT });
    expect(await count(`kind=guest&ids=${guest.id}`, 'desk11')).toEqual({ status: 200, body: { online: 1, devices: 2 } });
    expect(await count(`kind=guest&ids=${guest.id}`, 'desk21')).toEqual({ status: 200, body: { online: 0, devices: 0 } });
  });

  test('the used ones of several vouchers are counted, and who is online with them', async () => {
    const db = server.db();
    const hotspot = await insertHotspot(db);
    const at = { hotspot_id: hotspot.id };
    const [unused, used, registered] = [await insertVoucher(db, at), await insertVoucher(db, at), await insertVoucher(db, at)];
    const guest = await insertGuest(db, { ...at, voucher_id: used.id });
    await insertSession(db, { ...at, user_id: guest.id });
    await insertSession(db, { ...at, user_id: guest.id });
    const other = await insertGuest(db, at);
    await db.insert(voucher_uses).values({ voucher_id: registered.id, user_id: other.id, used: RECORDED_AT });
    await insertSession(db, { ...at, user_id: (await insertGuest(db, at)).id });
    expect(await count(`kind=voucher&ids=${unused.id}`)).toEqual({ status: 200, body: { used: 0, online: 0 } });
    expect(await count(`kind=voucher&ids=${[unused.id, used.id].join(',')}`)).toEqual({ status: 200, body: { used: 1, online: 2 } });
    expect(await count(`kind=voucher&hotspot=${hotspot.id}`)).toEqual({ status: 200, body: { used: 2, online: 2 } });
    expect(await count(`kind=voucher&hotspot=${hotspot.id}`, 'reseller2')).toEqual({ status: 200, body: { used: 0, online: 0 } });
  });

  test('a desk’s own vouchers alone are counted for it', async () => {
    const voucher = await insertVoucher(server.db(), { remain_use: 0 });
    expect(await count(`kind=voucher&ids=${voucher.id}`)).toEqual({ status: 200, body: { used: 1, online: 0 } });
    expect(await count(`kind=voucher&ids=${voucher.id}`, 'desk11')).toEqual({ status: 200, body: { used: 0, online: 0 } });
  });

  test('the managers that go with a manager are counted, however many levels below, with their sign-ins and hotspots', async () => {
    const db = server.db();
    const { id } = await insertStaff(db, { type: 'reseller' });
    const below = await insertStaff(db, { creator_id: id });
    await insertStaff(db, { creator_id: below.id, type: 'desk' });
    const token = { type: 'login', created: RECORDED_AT, account_id: below.id } as const;
    await db.insert(access_tokens).values([
      { ...token, token_hash: 'signed in', expires: new Date(RECORDED_AT.getTime() + 1000) },
      { ...token, token_hash: 'expired', expires: new Date(RECORDED_AT.getTime() - 1000) },
      { ...token, token_hash: 'of a program', type: 'api', expires: new Date(RECORDED_AT.getTime() + 1000) },
    ]);
    expect(await count(`kind=account&ids=${id}`, 'admin')).toEqual({ status: 200, body: { online: 1, managers: 2, hotspots: 0 } });
    await insertHotspot(db, { account_id: id });
    expect(await count(`kind=account&ids=${id}`, 'admin')).toMatchObject({ body: { hotspots: 1 } });
    expect(await count(`kind=account&ids=${id}`)).toEqual({ status: 200, body: { online: 0, managers: 0, hotspots: 0 } });
  });

  test('no more ids than a link can hold are accepted', async () => {
    const ids = (many: number) => Array.from({ length: many }, (_, at) => at + 1).join(',');
    expect(await count(`kind=voucher&ids=${ids(MOST_IDS)}`)).toMatchObject({ status: 200 });
    for (const wrong of [ids(MOST_IDS + 1), '1,', 'x']) expect(await count(`kind=voucher&ids=${wrong}`)).toMatchObject({ status: 400 });
    expect(await count('kind=hotspot&ids=1')).toMatchObject({ status: 400 });
  });
});
