/** The state of a guest that is passed from page to page: its content, how it is read and passed on, and the texts of its errors. */
import type { RefusalCode } from '../../contract/plain/access';
import type { PortalLanguage, UnitKind } from '../../contract/plain/wire';
import type { LoginForm } from '../../portal/LoginPage';
import type { OnlineForm } from '../../portal/OnlinePage';
import type { PortalPath } from '../../portal/PortalFrame';
import { portalText } from '../../portal/texts';
import { refusalForGuest } from '../access/refusals';
import type { LoginMethod, SocialMethod } from '../../contract/plain/accessMethods';
import { restartUrl } from './gateways';
import { baseOf, languageOf, showPage, type Call } from './portalCall';
import type { Origin } from './queries';

/** State of a guest who is logging in; encrypted into links and forms. */
export interface LoginState {
  gatewayKind: UnitKind;
  deviceMac: string;
  data: Readonly<Record<string, string>>;
  language: PortalLanguage;
  hasAccepted: boolean;
  /** Error of the guest's last action, and the code that was typed. */
  error?: LoginError;
  code?: string;
  /** The form that was refused, if nothing else tells. */
  form?: LoginForm;
  /** The code sent by e-mail, and the address it went to. */
  mail?: { id: number; email: string };
  /** The code sent by SMS, and its number. */
  phone?: { id: number; number: string };
  /** The input of a form that was refused, to show it again; it proves nothing. */
  typed?: { email?: string; phone?: string };
  /** The consents that were given with `mail` or `phone`, as submitted: for sending a code again, and the only ones that its guest gave. */
  consents?: Readonly<Record<string, string>>;
  /** The social login provider that the guest chose. */
  social?: { site: SocialMethod; wantsMarketing: boolean; wantsSurvey: boolean };
  /** Answers to the country and reason questions; '' for an unanswered one. */
  origin?: Origin;
  /** When the guest opened the portal, in epoch milliseconds. */
  opened?: number;
  /** The guest whom this browser has proven to be, by a code or at a social site: may see the guest's other devices and log them out. */
  proven?: number;
  /** Random id of the arrival, the same on all its pages. */
  arrival?: string;
}

export const ERROR_TEXTS = [
  ...(['accept_needed', 'marketing_needed', 'too_many', 'failed', 'device_leaves'] as const),
  ...(['email_bad', 'email_domain', 'email_not_sent', 'email_too_many', 'email_code_wrong', 'short_used', 'short_later'] as const),
  ...([
    'sms_bad',
    'sms_not_sent',
    'sms_too_many',
    'sms_later',
    'sms_wait',
    'sms_busy',
    'sms_country',
    'sms_code_wrong',
    'social_failed',
    'social_too_many',
  ] as const),
] as const;
export type LoginError = RefusalCode | (typeof ERROR_TEXTS)[number];

/** State of a guest who has logged in: grants access to the page that shows the rest of the session and logs out. */
export interface OnlineState extends LoginState {
  guestId: number;
  /** How the guest logged in; absent in states made before this field existed. */
  way?: LoginMethod;
}

/** Lifetime of the state, in milliseconds. */
export const LOGIN_STATE_FOR = 15 * 60_000;
const ONLINE_STATE_FOR = 24 * 3_600_000;

/** Refusals that would confuse a guest who entered a valid code, for example because the token came too late; shown as 'failed'. */
export const UNEXPLAINED_REFUSALS: readonly RefusalCode[] = ['not_known', 'wrong_secret', 'registration_needed'];

/** Purposes of encrypted state; state of one purpose can't be used for another. */
type Purpose = 'state' | 'online' | 'waiting' | 'pending' | 'mail' | 'signed';

type Unit = Pick<Call, 'deps' | 'portal'>;

/** Encrypts state for pages of this unit, valid for some milliseconds. */
export const encrypted = async ({ deps: { cipher, clock }, portal: { unitUuid } }: Unit, purpose: Purpose, state: object, time: number) =>
  cipher.encrypt(`${purpose} ${unitUuid}`, state, new Date(clock().getTime() + time));

/** Decrypts what `encrypted` returned; null for anything else. */
export const decrypted = async <T>({ deps: { cipher, clock }, portal: { unitUuid } }: Unit, purpose: Purpose, token = '') =>
  cipher.decrypt<T>(`${purpose} ${unitUuid}`, token, clock());

/** The same, but null also if it has expired. */
export async function decryptedInTime<T>(unit: Unit, purpose: Purpose, token: string | undefined): Promise<T | null> {
  const found = await decrypted<T>(unit, purpose, token);
  return found && !found.isExpired ? found.value : null;
}

export const encryptedLoginState = (unit: Unit, state: LoginState) => encrypted(unit, 'state', state, LOGIN_STATE_FOR);

/** Returns the state in the request. If it is missing or expired, sends a page that says so and returns null. */
export const loginStateIn = (call: Call) => currentStateIn<LoginState>(call, 'state', call.query.s);

/** The same for a state of another purpose. */
export async function currentStateIn<T extends LoginState>(call: Call, purpose: Purpose, token: string | undefined): Promise<T | null> {
  const found = await decrypted<T>(call, purpose, token);
  if (found && !found.isExpired) return { ...found.value, language: languageOf(call, found.value) };
  const notice = found ? 'too_late' : 'not_here';
  const on = found && restartUrl(found.value);
  await showPage(call, { page: 'notice', notice, on }, { language: languageOf(call, found?.value) });
  return null;
}

export const encryptedOnlineState = (unit: Unit, online: OnlineState) => encrypted(unit, 'online', online, ONLINE_STATE_FOR);

export const onlineStateIn = (call: Unit & Pick<Call, 'query'>) => decryptedInTime<OnlineState>(call, 'online', call.query.k);

/**
 * The state of a guest who is logging in, or who is online (`k`) and wants to log in as somebody else. If there is none, `loginStateIn` has
 * already replied.
 */
export async function eitherStateIn(call: Call): Promise<{ state: LoginState; online: OnlineState | null } | null> {
  const online = call.query.k === undefined ? null : await onlineStateIn(call);
  const state = online ? { ...online, language: languageOf(call, online) } : await loginStateIn(call);
  return state && { state, online };
}

/**
 * Redirects to the page with the rest of the session. `k` is the encrypted online state, `form` the form of that page that `error` is
 * about.
 */
export function redirectToSession(
  call: Call,
  k: string,
  language: PortalLanguage,
  { error, form }: { error?: LoginError | undefined; form?: OnlineForm } = {},
) {
  const problem = error === undefined ? '' : `&w=${error}${form === undefined ? '' : `&f=${form}`}`;
  return call.reply.redirect(`${baseOf(call)}/online?k=${k}&l=${language}${problem}`, 303);
}

/** Redirects after a form (303), so that going back or reloading doesn't submit it again. */
export const redirectTo = async (call: Call, path: PortalPath, state: LoginState) =>
  call.reply.redirect(`${baseOf(call)}${path === '/' ? '' : path}?s=${await encryptedLoginState(call, state)}`, 303);

/** Serves a request with its state. If there is none, `loginStateIn` has already replied. */
export const withState = (run: (call: Call, state: LoginState) => Promise<unknown>) => async (call: Call) => {
  const state = await loginStateIn(call);
  return state ? run(call, state) : call.reply;
};

/** Like `withState`, for guests who have accepted the terms; others go back to the start page. */
export const withAcceptedTerms = (run: (call: Call, state: LoginState) => Promise<unknown>) =>
  withState(async (call, state) => (state.hasAccepted ? run(call, state) : redirectTo(call, '/', { ...state, error: 'accept_needed' })));

/** The state without the results of earlier forms, so that a refused form leaves nothing that a later page would take for proof or its own. */
export function withoutForms({
  error: _,
  form: _form,
  mail: _mail,
  phone: _phone,
  social: _social,
  typed: _typed,
  consents: _consents,
  ...state
}: LoginState): LoginState {
  return state;
}

const hasOwnText = (error: LoginError): error is (typeof ERROR_TEXTS)[number] => ERROR_TEXTS.some((one) => one === error);

type Refused = Pick<LoginState, 'error' | 'language' | 'mail' | 'phone' | 'social'> & { form?: LoginForm | OnlineForm | null | undefined };

export function problemOf({ error, language, form, mail, phone, social }: Refused): { problem?: string } {
  if (error === undefined) return {};
  // Unless a voucher code was entered, don't use the text about codes.
  if (error === 'expired' && form !== 'code' && (mail ?? phone ?? social)) return { problem: refusalForGuest(error, language) };
  return { problem: hasOwnText(error) ? portalText(language, error) : refusalText(error, language) };
}

/** The text of a refusal for a page on which a code was typed. */
export function refusalText(refusal: RefusalCode, language: PortalLanguage): string {
  if (refusal === 'not_known' || refusal === 'wrong_secret') return portalText(language, 'code_unknown');
  return refusal === 'expired' ? portalText(language, 'code_expired') : refusalForGuest(refusal, language);
}
