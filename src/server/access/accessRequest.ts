/** What a decision is asked for. */
import type { CodeTry } from '../limits/codeTries';
import type { LimitName } from '../limits/limits';
import type { countLogIn } from './portalFigureQueries';
import type { TokenSpend } from './tokenQueries';

/**
 * Who asks, and with what. `isRight` compares the password a protocol carries, in whatever form, with the expected one; `requestHash` tells
 * a retransmission from a new request. The password is a voucher's code or a login token.
 */
export type Credential =
  | { way: 'voucher'; code: string; isRight: (password: string) => boolean; requestHash: string }
  | { way: 'mac' }
  /** A guest the portal has already checked; with `isByVoucher` it counts as a use of the voucher. */
  | { way: 'portal'; guestId: number; isByVoucher?: boolean; token?: string; spends?: TokenSpend; logIn?: LogIn };

/** Counted once per log-in at the portal. */
type LogIn = Pick<Parameters<typeof countLogIn>[1], 'way' | 'opened'>;

export interface AccessRequest {
  unitId: number;
  /** What a unit is called that was looked up a while ago: if it is called otherwise by now, it is an unknown one. */
  unitUuid?: string;
  credential: Credential;
  /** As AA-BB-CC-DD-EE-FF; empty if the unit doesn't send it. */
  deviceMac: string;
  now: Date;
  /** Time zone of hotspots that have none of their own. */
  serverZone: string;
  /**
   * Where from a voucher code is tried, for ways in that don't count the try themselves: it is refused after too many failed ones, and
   * counted if it fails. Login tokens, which nobody can guess, are never refused for it.
   */
  tried?: CodeTry | undefined;
  /** How many earlier tries of the device may fail yet. */
  undecided?: () => Map<LimitName, number>;
  /** Refuses a voucher code for those that count themselves. */
  hasTriedTooOften?: boolean;
  /** Whether the device is about to go online, so that the guest's other devices count. */
  isLogIn?: boolean;
  /** Whether the other devices are counted only when the decision is stored, which most have room for. */
  countsWhenStored?: boolean;
}
