/** What a decision about access is requested for. */
import type { CodeTry } from '../limits/codeTries';
import type { LimitName } from '../limits/limits';
import type { countLogIn } from './portalFigureQueries';
import type { TokenSpend } from './tokenQueries';

/**
 * Who asks for access, and with what. `isRight` compares the password in the protocol's form with an expected one, a voucher's code or a
 * login token; `requestHash` distinguishes a retransmission from a new request.
 */
export type Credential =
  | { method: 'voucher'; code: string; isRight: (password: string) => boolean; requestHash: string }
  | { method: 'mac' }
  /** A guest the portal has already checked; with `isByVoucher` it counts as a use of the voucher. */
  | { method: 'portal'; guestId: number; isByVoucher?: boolean; token?: string; spends?: TokenSpend; logIn?: LogIn };

/** For the portal's figures, where each log-in counts once. */
type LogIn = Pick<Parameters<typeof countLogIn>[1], 'method' | 'opened'>;

export interface AccessRequest {
  unitId: number;
  /**
   * The uuid with which the unit was looked up a while ago: if the unit has another one by now, the request is answered as for an unknown
   * unit.
   */
  unitUuid?: string;
  credential: Credential;
  /** As AA-BB-CC-DD-EE-FF; empty if the unit doesn't send it. */
  deviceMac: string;
  now: Date;
  /** Time zone of hotspots that have none of their own. */
  serverZone: string;
  /**
   * Where a voucher code comes from, for callers that don't count tries themselves: the code is refused after too many failed tries, and
   * counted if it fails. Login tokens can't be guessed, so they are never refused for that.
   */
  tried?: CodeTry | undefined;
  /** By limit, how many earlier tries of the device are still being decided and may fail. */
  undecided?: () => Map<LimitName, number>;
  /** For callers that count tries themselves: whether to refuse a voucher code because of too many failed ones. */
  hasTriedTooOften?: boolean;
  /** Whether the device is about to go online, so that the guest's other devices count. */
  isLogIn?: boolean;
  /** Whether to count the other devices only when the decision is stored, since usually there is room for one more. */
  countsWhenStored?: boolean;
}
