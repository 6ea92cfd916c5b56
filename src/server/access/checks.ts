/** The checks that must pass for a guest to be online, derived from the reasons that `authorise` would refuse for. Pure. */
import type { RefusalCode } from '../../contract/plain/access';
import type { Check, Checked } from '../../contract/why';
import { SLOW_BELOW_KBPS } from '../../contract/plain/wire';
import { speedOf, type AccessFacts } from './authorise';

/** Which check a reason belongs to. */
const CHECK_OF: Record<RefusalCode, Check> = {
  not_known: 'known',
  wrong_secret: 'known',
  too_many_tries: 'known',
  way_off: 'known',
  registration_needed: 'known',
  login_needed: 'known',
  hotspot_closed: 'open',
  no_uses_left: 'valid',
  too_early: 'valid',
  expired: 'valid',
  used_up_today: 'limits',
  time_used_up: 'limits',
  traffic_used_up: 'limits',
  other_unit: 'elsewhere',
  too_many_devices: 'elsewhere',
};

interface Examined {
  /** Null if the device isn't known. */
  wasDeviceSeen: boolean | null;
  /** Null if the unit isn't known. */
  isUnitReporting: boolean | null;
  /** The answer of `authorise`; null if it can't be asked. */
  attempt: { refusals: readonly RefusalCode[]; facts: AccessFacts } | null;
}

/** All checks, in order. */
export function checksOf({ wasDeviceSeen, isUnitReporting, attempt }: Examined): Checked[] {
  const checked = (check: Check, isOk: boolean | null): Checked => ({
    check,
    refusals: [],
    state: isOk === null ? 'unknown' : isOk ? 'ok' : 'failed',
  });
  const ofRule = (check: Check, canTell: boolean): Checked => {
    const refusals = [...new Set(attempt?.refusals.filter((code) => CHECK_OF[code] === check && !isOfPortal(code, attempt.facts)))];
    return { check, state: refusals.length > 0 ? 'failed' : canTell ? 'ok' : 'unknown', refusals };
  };
  const facts = attempt?.facts ?? null;
  const isKnown = facts !== null && (facts.guest !== null || facts.voucher !== null);
  const hasGuest = facts !== null && facts.guest !== null;
  return [
    checked('device', wasDeviceSeen),
    checked('unit', isUnitReporting),
    ofRule('open', facts !== null),
    ofRule('known', isKnown),
    ofRule('valid', isKnown),
    ofRule('limits', hasGuest),
    ofRule('elsewhere', hasGuest && facts.devices !== null),
    checked('speed', isKnown ? !isSlow(facts) : null),
  ];
}

/** A voucher for anybody is entered on the log-in page, which registers a guest. If the hotspot allows that, this refusal is no problem. */
const isOfPortal = (code: RefusalCode, { hotspot }: AccessFacts) => code === 'registration_needed' && hotspot.hasVoucherLogin;

const isSlow = (facts: AccessFacts): boolean => {
  const { kbpsDown, kbpsUp } = speedOf(facts);
  return [kbpsDown, kbpsUp].some((kbps) => kbps !== null && kbps < SLOW_BELOW_KBPS);
};
