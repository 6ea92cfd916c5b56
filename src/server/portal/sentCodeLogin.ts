/**
 * Registration by e-mail or SMS: the guest is sent a code or link, and enters or opens it. Also the short session in which a device may go
 * online to read the e-mail, or to sign in at a social site.
 */
import { MAX_LENGTH } from '../../contract/plain/wire';
import {
  codeRequest,
  consentsIn,
  encryptedPendingLogin,
  isOffersAnswered,
  isGuestElsewhere,
  isReachable,
  originIn,
  recordAgreement,
  sendToGateway,
  shortSessionState,
  switchGuest,
} from './loginSteps';
import { unitKey } from '../limits/limits';
import { countAll } from '../limits/queries';
import { mailWithCode, textWithCode } from './codeMessages';
import { acceptedEmail } from '../messages/emailAddresses';
import { logoutUrl, portalOf, restartUrl } from './gateways';
import {
  decryptedInTime,
  eitherStateIn,
  encrypted,
  encryptedLoginState,
  problemOf,
  redirectTo,
  redirectToSession,
  withoutForms,
  type LoginError,
  type LoginState,
  type OnlineState,
} from './loginState';
import { MAX_PHONE } from './phones';
import { baseOf, countVisit, languageOf, offeredMethods, ownOrigin, registering, showPage, type Call } from './portalCall';
import { personOf, upsertGuest } from './registrationQueries';
import type { Page } from './render';
import { confirmByCode, confirmByLink, LINK_FOR, wasSent, type Confirmed } from './confirmedCodeQueries';
import { createCode, sendCode } from './sentCodeQueries';
import { shortSecondsOf, takeShortAccess } from './shortAccess';
import type { ShortSession } from './shortAccessQueries';
import { createSmsCode, smsNumber } from './smsCodes';

/** State in the confirmation link of an e-mail. */
interface MailLinkState extends Omit<LoginState, 'hasAccepted'> {
  codeId: number;
}

/** Form with an e-mail address. */
export async function sendMailCode(call: Call, state: LoginState): Promise<unknown> {
  const { deps, portal, query } = call;
  const typed = (query.email ?? '').trim().slice(0, MAX_LENGTH.email + 1);
  const accepted = acceptedEmail(typed, portal.settings);
  const { email = typed } = accepted;
  const refuse = refusal(call, state, { sent: state.mail, path: '/sent', typed: { email } });
  countVisit(call, 'tried', state.deviceMac);
  if (!offeredMethods(call).includes('email_login')) return refuse('way_off');
  if ('refusal' in accepted) return refuse(accepted.refusal);
  if (!isOffersAnswered(call)) return refuse('marketing_needed');
  if (!portal.loginOptions.confirmsEmail && state.deviceMac !== '') return logInUnconfirmed(call, withoutForms(state), email);
  const sent: LoginState = { ...withoutForms(state), ...originIn(portal, query), consents: consentsTyped(call) };
  const created = await createCode(deps.db, {
    ...codeRequest(call, state),
    method: 'email',
    recipient: email,
    form: query.s ?? '',
    isAnother: asksForAnother(call),
    messageOf: (code) => mailOf(call, sent, code),
  });
  if (typeof created === 'string') return refuse('email_too_many');
  if (!('isRepeated' in created) && !(await sendCode(deps, created))) return refuse('email_not_sent');
  return redirectTo(call, '/sent', { ...sent, mail: { id: created.id, email } });
}

/**
 * Lets a guest in with an unconfirmed address, if the hotspot allows that. It proves nothing, so the guest is tied to this device and is
 * never the one who has confirmed the address.
 */
async function logInUnconfirmed(call: Call, state: LoginState, email: string): Promise<unknown> {
  const { deps, portal, query } = call;
  const { deviceMac } = state;
  const refuse = (error: LoginError) => redirectTo(call, '/login', { ...state, error, typed: { email } });
  const counted = await countAll(
    deps.db,
    [
      { limit: 'unconfirmed_device', key: `${portal.hotspotId} ${deviceMac}` },
      { limit: 'unconfirmed_unit', key: unitKey(portal.unitId, isGuestElsewhere(call, state)) },
    ],
    deps.clock(),
  );
  if (counted.exceeded !== null) {
    await counted.takeBack();
    return refuse('too_many');
  }
  const { wantsMarketing, wantsSurvey } = codeRequest(call, state);
  const typed = { method: 'email' as const, recipient: email, wantsMarketing, wantsSurvey };
  const person = { ...personOf(typed), username: `${email}:${deviceMac}`, isVerified: false };
  const guest = await upsertGuest(deps.db, person, registering(call));
  if (guest === 'expired') return refuse('expired');
  await recordAgreement(call, { ...state, ...originIn(portal, query) }, guest.guestId, consentsIn(call, typed, state.language));
  return sendToGateway(call, state, { id: guest.guestId, username: guest.username }, 'email', { isProven: false });
}

/** The mail with a code, and with a confirmation link if `portalOrigin` is configured. */
async function mailOf(
  call: Call,
  { error: _, mail: _mail, hasAccepted: _accepted, ...state }: LoginState,
  { id, code }: { id: number; code: string },
) {
  const { deps, portal } = call;
  const { portalOrigin } = deps.config;
  const m = await encrypted(call, 'mail', { ...state, codeId: id }, LINK_FOR);
  const link = portalOrigin === undefined ? undefined : `${portalOrigin}${baseOf(call)}/mail?m=${m}`;
  return mailWithCode({ language: state.language, code, hotspotName: portal.hotspotName, link });
}

/** Form with a phone number. */
export async function sendSmsCode(call: Call, state: LoginState): Promise<unknown> {
  const { deps, portal, query } = call;
  const typed = (query.phone ?? '').slice(0, MAX_PHONE);
  const refuse = refusal(call, state, { sent: state.phone, path: '/texted', typed: { phone: typed } });
  if (!offeredMethods(call).includes('sms_login')) return refuse('way_off');
  const zone = portal.zone || deps.config.zone;
  const found = await smsNumber(deps.db, typed, { portal, zone, language: state.language, now: deps.clock() });
  if ('refusal' in found) return refuse(found.refusal);
  if (!isOffersAnswered(call)) return refuse('marketing_needed');
  const { number } = found;
  const { language } = state;
  const created = await createSmsCode(
    deps.db,
    { portal, zone },
    {
      ...codeRequest(call, state),
      recipient: number,
      form: query.s ?? '',
      isAnother: asksForAnother(call),
      messageOf: ({ code }) => textWithCode({ portal, language, code }),
    },
  );
  if (typeof created === 'string') return refuse(`sms_${created}`);
  const sent: LoginState = { ...withoutForms(state), ...originIn(portal, query), consents: consentsTyped(call) };
  if (!('isRepeated' in created) && !(await sendCode(deps, created))) return refuse('sms_not_sent');
  return redirectTo(call, '/texted', { ...sent, phone: { id: created.id, number } });
}

/** Whether the form comes from the page that asks for a code: where no other is sent, the one of before still counts. */
const asksForAnother = ({ query }: Call): boolean => query.again !== undefined;

interface Refusing {
  /** The code that was sent before, if any. */
  sent: object | undefined;
  /** The page that takes it. */
  path: '/sent' | '/texted';
  typed: NonNullable<LoginState['typed']>;
}

/** Says why no code is sent: beside the field for the code of before, if another one was wanted, else in the form. */
const refusal =
  (call: Call, state: LoginState, { sent, path, typed }: Refusing) =>
  (error: LoginError) =>
    asksForAnother(call) && sent
      ? redirectTo(call, path, { ...state, error })
      : redirectTo(call, '/login', { ...withoutForms(state), error, typed });

/** The consents in a form, and the answer to offers. */
const consentsTyped = ({ query }: Call): Readonly<Record<string, string>> =>
  Object.fromEntries(['marketing', 'survey'].flatMap((name) => (query[name] === undefined ? [] : [[name, query[name].slice(0, 3)]])));

/**
 * What was confirmed, with the consents of the form that asked for it and of the last one for the same code: somebody who names this device
 * and this address, too, can take consents back, but add none.
 */
function withOwnConsents(confirmed: Confirmed, consents: LoginState['consents']): Confirmed {
  const { wantsMarketing, wantsSurvey } = wantsOf(consents);
  return {
    ...confirmed,
    wantsMarketing: confirmed.wantsMarketing && wantsMarketing,
    wantsSurvey: confirmed.wantsSurvey && wantsSurvey,
  };
}

const wantsOf = (consents: LoginState['consents'] = {}) => ({
  wantsMarketing: consents.marketing === 'yes',
  wantsSurvey: consents.survey === 'yes',
});

export async function showMailSent(call: Call, state: LoginState): Promise<unknown> {
  if (!state.mail) return redirectTo(call, '/login', state);
  const shortSeconds = await shortSecondsOf(call.deps.db, registering(call), state.deviceMac);
  const carried = { s: await encryptedLoginState(call, state) };
  const page: Page = { page: 'sent', email: state.mail.email, shortSeconds, consents: state.consents ?? {}, ...problemOf(state) };
  return showPage(call, page, { language: state.language, path: '/sent', carried, data: state.data });
}

export async function showSmsSent(call: Call, state: LoginState): Promise<unknown> {
  if (!state.phone) return redirectTo(call, '/login', state);
  const carried = { s: await encryptedLoginState(call, state) };
  // No short session: an SMS can be received without internet access.
  const consents = state.consents ?? {};
  const page: Page = { page: 'sent', number: state.phone.number, shortSeconds: 0, consents, ...problemOf(state) };
  return showPage(call, page, { language: state.language, path: '/texted', carried, data: state.data });
}

/** Form with the code from the e-mail or SMS. */
export async function confirmCode(call: Call): Promise<unknown> {
  const { portal, query } = call;
  const found = await eitherStateIn(call);
  if (!found) return call.reply;
  const { state, online } = found;
  const sent = state.mail ?? state.phone;
  if (!sent) return redirectTo(call, '/login', state);
  const confirmed = await confirmByCode(call.deps.db, portal.hotspotId, sent.id, query.code ?? '', call.deps.clock());
  if (confirmed) return logInConfirmed(call, state, online, withOwnConsents(confirmed, state.consents));
  if (!online && state.phone) return redirectTo(call, '/texted', { ...state, error: 'sms_code_wrong' });
  if (!online) return redirectTo(call, '/sent', { ...state, error: 'email_code_wrong' });
  return redirectToSession(call, query.k ?? '', state.language, { error: 'email_code_wrong', form: 'confirm' });
}

/** Logs in the guest whose e-mail address or phone number has been confirmed. */
async function logInConfirmed(call: Call, state: LoginState, online: OnlineState | null, confirmed: Confirmed) {
  const guest = await upsertGuest(call.deps.db, personOf(confirmed), registering(call));
  if (guest === 'expired') return redirectTo(call, '/login', { ...state, error: 'expired' });
  await recordAgreement(call, state, guest.guestId, consentsIn(call, confirmed, state.language));
  const { method } = confirmed;
  if (online) return switchGuest(call, online, { ...guest, way: method });
  const short = await shortSessionState(call, state, confirmed.recipient);
  if (short) return switchGuest(call, short, { ...guest, way: method }, { isProven: true });
  return sendToGateway(call, state, { id: guest.guestId, username: guest.username }, method);
}

/** Target of the link in the e-mail. */
export async function showMailLink(call: Call): Promise<unknown> {
  const link = await mailLinkStateIn(call);
  const language = languageOf(call, link);
  if (!link) return showPage(call, { page: 'notice', notice: 'too_late' }, { language });
  const given = consentsIn(call, { method: 'email', ...wantsOf(link.consents) }, language);
  const consents = Object.fromEntries(Object.entries(given).map(([name, { body }]) => [name, body]));
  return showPage(call, { page: 'mail', consents }, { language, path: '/mail', carried: { m: call.query.m ?? '', l: language } });
}

export async function confirmMailLink(call: Call): Promise<unknown> {
  const { deps, portal } = call;
  const { db, clock } = deps;
  const link = await mailLinkStateIn(call);
  const language = languageOf(call, link);
  const byLink = link && (await confirmByLink(db, portal.hotspotId, link.codeId, clock()));
  const confirmed = byLink && withOwnConsents(withOwnConsents(byLink, link.consents), consentsTyped(call));
  const guest = confirmed && (await upsertGuest(db, personOf(confirmed), registering(call)));
  if (!link || !confirmed || !guest || guest === 'expired') return showPage(call, { page: 'notice', notice: 'too_late' }, { language });
  const state: LoginState = { ...link, language, hasAccepted: true };
  await recordAgreement(call, state, guest.guestId, consentsIn(call, confirmed, language));
  // The link may have been opened on another device than the one at the gateway, so show a page instead of redirecting.
  const p = await encryptedPendingLogin(call, link.deviceMac, { ...guest, way: 'email' });
  const next = `${ownOrigin(call)}${baseOf(call)}/online?p=${p}`;
  const back = () => (portalOf(link).returnsAfterLogout ? logoutUrl(link, next) : null) ?? restartUrl(link, next);
  const on = (await isReachable(call, link)) ? back() : null;
  return showPage(call, { page: 'notice', notice: 'confirmed', on }, { language, data: link.data });
}

const mailLinkStateIn = (call: Call) => decryptedInTime<MailLinkState>(call, 'mail', call.query.m);

/**
 * Lets a device online for some minutes, to read the e-mail with its code, or to sign in at a social site that the hotspot offers. The real
 * guest is only created once that has succeeded.
 */
export async function startShortSession(call: Call, state: LoginState): Promise<unknown> {
  const session = await shortSessionOf(call, state);
  if (!session) return redirectTo(call, '/login', withoutForms(state));
  const { deviceMac } = state;
  const at = { unitId: call.portal.unitId, isElsewhere: isGuestElsewhere(call, state) };
  const taken = await takeShortAccess(call.deps.db, registering(call), { ...at, deviceMac, session });
  if (typeof taken === 'string') return redirectTo(call, session.method === 'email' ? '/sent' : '/social', { ...state, error: taken });
  const { guestId, username } = taken.guest;
  await recordAgreement(call, state, guestId);
  return sendToGateway(call, state, { id: guestId, username }, 'short');
}

/** What a short session may be for: an address to which a code was sent for this device, or a site that the hotspot offers; else null. */
async function shortSessionOf(call: Call, { mail, social, deviceMac }: LoginState): Promise<ShortSession | null> {
  const { deps, portal } = call;
  const methods = offeredMethods(call);
  if (social) return methods.includes(`${social.site}_login`) ? { method: social.site, who: social.site } : null;
  if (!mail || !methods.includes('email_login')) return null;
  const isSent = await wasSent(deps.db, { hotspotId: portal.hotspotId, id: mail.id, recipient: mail.email, deviceMac, now: deps.clock() });
  return isSent ? { method: 'email', who: mail.email } : null;
}
