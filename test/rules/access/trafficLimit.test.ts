import { describe, expect, test } from '@jest/globals';
import fc from '../../support/run/property';
import type { Grant } from '../../../src/server/access/authorise';
import { enforceable, mustBeRenewed } from '../../../src/server/access/trafficLimit';

const MB = 1_000_000;
const GRANT: Grant = {
  seconds: 3600,
  why: 'time_today',
  bytes: 50 * MB,
  bytesAllowed: 50 * MB,
  kbpsDown: null,
  kbpsUp: null,
  idleSeconds: 1800,
  interimSeconds: 300,
  begins: null,
};
const enforced = (change: Partial<Grant>, looksEvery = 3) => enforceable({ ...GRANT, ...change }, { looksEvery });

describe('the traffic granted to a unit that looks at counters every three seconds', () => {
  test('is whole without a limit, for a unit that looks all the time, and where little can pass meanwhile', () => {
    for (const grant of [{ bytes: null }, { bytes: 1000 * MB, bytesAllowed: 1000 * MB }, { kbpsDown: 2000, kbpsUp: 500 }])
      expect(enforced(grant)).toEqual({ ...GRANT, ...grant });
    for (const bytes of [50 * MB, 1]) expect(enforced({ bytes }, 0)).toEqual({ ...GRANT, bytes });
  });

  test('is less by what passes at 50 Mbit/s beyond the tolerance, and reported every minute', () => {
    // 18.75 MB pass in three seconds, and 2.5 MB are tolerated.
    expect(enforced({})).toEqual({ ...GRANT, bytes: 33_750_000, interimSeconds: 60 });
    expect(enforced({ kbpsDown: 50_000, kbpsUp: 1000 })).toMatchObject({ bytes: 33_750_000 });
    expect(enforced({ kbpsDown: 20_000, kbpsUp: 20_000 })).toMatchObject({ bytes: 45_000_000 });
  });

  test('is whole where exactly the tolerance can pass, and is taken off where exactly half would remain', () => {
    // 2.5 MB are tolerated: at 6,400 kbit/s they pass in 3.125 seconds.
    expect(enforced({ kbpsDown: 6400, kbpsUp: 6400 }, 3.125)).toEqual({ ...GRANT, kbpsDown: 6400, kbpsUp: 6400 });
    // 18.75 MB pass in three seconds: of 32.5 MB, 16.25 are left.
    expect(enforced({ bytes: 32_500_000 })).toMatchObject({ bytes: 16_250_000, kbpsDown: null });
    expect(enforced({ bytes: 32_499_998 })).toMatchObject({ bytes: 32_499_998, kbpsDown: 6666 });
  });

  test('is less by what was measured where no speed is set', () => {
    expect(enforceable(GRANT, { looksEvery: 3, measuredKbps: 60_000 })).toMatchObject({ bytes: 30_000_000 });
    const slow = { ...GRANT, kbpsDown: 10_000, kbpsUp: 10_000 };
    expect(enforceable(slow, { looksEvery: 3, measuredKbps: 60_000 })).toMatchObject({ bytes: 48_750_000 });
  });

  test('is all of the last part, but slower', () => {
    expect(enforced({ bytes: 10 * MB })).toMatchObject({ bytes: 10 * MB, kbpsDown: 6666, kbpsUp: 6666, interimSeconds: 60 });
    expect(enforced({ bytes: 1, kbpsUp: 512 })).toMatchObject({ bytes: 1, kbpsDown: 6666, kbpsUp: 512 });
  });

  test('is never slower than half a megabit', () => {
    expect(enforced({ bytes: 1000, bytesAllowed: MB })).toMatchObject({ bytes: 1000, kbpsDown: 512, kbpsUp: 512 });
    expect(enforced({ bytes: 1000, bytesAllowed: MB, kbpsDown: 256 })).toMatchObject({ kbpsDown: 256, kbpsUp: 512 });
  });

  test('is granted anew after each report only where it is less, or slower', () => {
    expect(mustBeRenewed(GRANT, 3)).toBe(true);
    expect(mustBeRenewed({ ...GRANT, bytes: 1 }, 3)).toBe(true);
    expect(mustBeRenewed(GRANT, 0)).toBe(false);
    expect(mustBeRenewed({ ...GRANT, bytes: null }, 3)).toBe(false);
  });

  test('never lets more pass than the limit and its tolerance, at any speed within the limits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4 * MB, max: 10_000 * MB }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.option(fc.integer({ min: 1, max: 50_000 })),
        (bytesAllowed, part, kbpsDown) => {
          const bytes = Math.max(1, Math.floor(bytesAllowed * part));
          const grant = enforced({ bytes, bytesAllowed, kbpsDown });
          const speed = Math.max(...[grant.kbpsDown, grant.kbpsUp].map((kbps) => kbps ?? 50_000)) * 125;
          expect((grant.bytes ?? 0) + 3 * speed).toBeLessThanOrEqual(bytes + 0.05 * bytesAllowed + 375);
        },
      ),
    );
  });
});
