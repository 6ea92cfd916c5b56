/** The state of a guest that travels from page to page: what it contains, how it is read and passed on, and the texts of its errors. */
import type { RefusalCode } from '../../contract/access';
import type { PortalLanguage } from '../../contract/wire';
import type { PortalPlace } from '../../portal/PortalFrame';
import { portalText } from '../../portal/texts';
import { refusalForGuest } from '../access/refusals';
import type { SocialWay } from '../access/ways';
import { decryptState, encryptState } from './encryptedState';
import { restartUrl, type GatewayKind } from './gateways';
import { baseOf, languageOf, show, type Call } from './portalCall';
import type { Origin } from './queries';

/** State of a guest who is logging in; encrypted into links and forms. */
export interface State {
  gatewayKind: GatewayKind;
  deviceMac: string;
  data: Readonly<Record<string, string>>;
  language: PortalLanguage;
  hasAccepted: boolean;
  /** Error of the guest's last action, and the code that was typed. */
  wrong?: Wrong;
  code?: string;
  /** The code sent by e-mail, and the address it went to. */
  mail?: { id: number; email: string };
  /** The code sent by SMS; if the input was no valid number, `number` is the raw input. */
  phone?: { id: number; number: string };
  /** The social login provider that the guest chose. */
  social?: { site: SocialWay; wantsMarketing: boolean; wantsSurvey: boolean };
  /** Answers to the country and reason questions; '' for an unanswered one. */
  origin?: Origin;
  /** When the guest opened the portal, in epoch milliseconds. */
  opened?: number;
}

export const WRONG_TEXTS = [
  ...(['accept_needed', 'too_many', 'failed'] as const),
  ...(['email_bad', 'email_domain', 'email_not_sent', 'email_too_many', 'email_code_wrong', 'short_used'] as const),
  ...(['sms_bad', 'sms_not_sent', 'sms_too_many', 'sms_code_wrong', 'social_failed', 'social_too_many'] as const),
] as const;
export type Wrong = RefusalCode | (typeof WRONG_TEXTS)[number];

/** State of a guest who has logged in: grants access to the page that shows what is left of the session and logs out. */
export interface Key extends State {
  guestId: number;
}

/** Milliseconds. */
const STATE_FOR = 15 * 60_000;
const KEY_FOR = 24 * 3_600_000;

/** Refusals that would confuse a guest who typed a valid code, e.g. because the token came too late; shown as 'failed'. */
export const UNTOLD: readonly RefusalCode[] = ['not_known', 'wrong_secret', 'registration_needed'];

export const encryptedState = async ({ deps: { stateKey, clock }, portal: { unitUuid } }: Call, state: State) =>
  encryptState(await stateKey(), `state ${unitUuid}`, state, new Date(clock().getTime() + STATE_FOR));

/** Returns the state in the request. If it is missing or expired, sends a page that says so and returns null. */
export async function stateIn(call: Call): Promise<State | null> {
  const found = decryptState<State>(await call.deps.stateKey(), `state ${call.portal.unitUuid}`, call.query.s ?? '', call.deps.clock());
  if (found && !found.isExpired) return { ...found.value, language: languageOf(call, found.value) };
  const notice = found ? 'too_late' : 'not_here';
  const on = found && restartUrl(found.value);
  await show(call, { page: 'notice', notice, on }, { language: languageOf(call, found?.value) });
  return null;
}

export const encryptedKey = async ({ deps: { stateKey, clock }, portal: { unitUuid } }: Call, online: Key) =>
  encryptState(await stateKey(), `online ${unitUuid}`, online, new Date(clock().getTime() + KEY_FOR));

export async function keyIn({ deps, portal, query }: Pick<Call, 'deps' | 'portal' | 'query'>): Promise<Key | null> {
  const found = decryptState<Key>(await deps.stateKey(), `online ${portal.unitUuid}`, query.k ?? '', deps.clock());
  return found && !found.isExpired ? found.value : null;
}

/** Redirect after a form (303), so that going back and reloading submit nothing twice. */
export const goTo = async (call: Call, place: PortalPlace, state: State) =>
  call.reply.redirect(`${baseOf(call)}${place === '/' ? '' : place}?s=${await encryptedState(call, state)}`, 303);

/** Serves a request with its state. If there is none, `stateIn` has already replied. */
export const withState = (run: (call: Call, state: State) => Promise<unknown>) => async (call: Call) => {
  const state = await stateIn(call);
  return state ? run(call, state) : call.reply;
};

/** Like `withState`, for guests who have accepted the terms; others go back to the start page. */
export const accepted = (run: (call: Call, state: State) => Promise<unknown>) =>
  withState(async (call, state) => (state.hasAccepted ? run(call, state) : goTo(call, '/', { ...state, wrong: 'accept_needed' })));

const isText = (wrong: Wrong): wrong is (typeof WRONG_TEXTS)[number] => WRONG_TEXTS.some((one) => one === wrong);

export function problemOf({ wrong, language, mail, phone, social }: Pick<State, 'wrong' | 'language' | 'mail' | 'phone' | 'social'>): {
  problem?: string;
} {
  if (wrong === undefined) return {};
  // No voucher code was typed, so don't use the wording about codes.
  if (wrong === 'expired' && (mail ?? phone ?? social)) return { problem: refusalForGuest(wrong, language) };
  return { problem: isText(wrong) ? portalText(language, wrong) : wordsOf(wrong, language) };
}

/** The text of a refusal for a page on which a code was typed. */
export function wordsOf(refusal: RefusalCode, language: PortalLanguage): string {
  if (refusal === 'not_known' || refusal === 'wrong_secret') return portalText(language, 'code_unknown');
  return refusal === 'expired' ? portalText(language, 'code_expired') : refusalForGuest(refusal, language);
}
