/** The first pages: the start page with the terms, the texts it links to, and the page with the hotspot's login methods. */
import type { LoginForm } from '../../portal/LoginPage';
import { portalText } from '../../portal/texts';
import { decrypted, encryptedLoginState, problemOf, redirectTo, type LoginState } from './loginState';
import { otherDevicesOf } from './otherDevices';
import { languageOf, offeredMethods, showPage, type Call, type Query } from './portalCall';
import { findTexts } from './queries';
import type { Page } from './render';

export async function showStart(call: Call, state: LoginState) {
  const carried = { s: await encryptedLoginState(call, state) };
  return showPage(call, { page: 'start', ...problemOf(state) }, { language: state.language, carried, data: state.data });
}

/** Form of the start page. */
export async function acceptTerms(call: Call, state: LoginState): Promise<unknown> {
  const { error: _, ...rest } = state;
  const hasAccepted = call.query.accept === 'yes';
  return redirectTo(call, hasAccepted ? '/login' : '/', { ...rest, hasAccepted, ...(!hasAccepted && { error: 'accept_needed' }) });
}

export const showTerms = (call: Call) => showText(call, 'terms');
export const showPrivacy = (call: Call) => showText(call, 'privacy');

/** Shows a text. Without any state, so that it can be read from any page. */
async function showText(call: Call, what: 'terms' | 'privacy'): Promise<unknown> {
  const { deps, portal, query } = call;
  const found = await decrypted<LoginState>(call, 'state', query.s);
  const language = languageOf(call, found?.value);
  const { [what]: text } = await findTexts(deps.db, portal.hotspotUuid, language);
  const html = text.body === '' ? portalText(language, 'no_text') : text.body;
  const carried: Query = found && !found.isExpired ? { s: await encryptedLoginState(call, { ...found.value, language }) } : {};
  return showPage(call, { page: 'text', what, html }, { language, path: `/${what}`, carried });
}

export async function showLoginOrStart(call: Call, state: LoginState): Promise<unknown> {
  return state.hasAccepted ? showLogin(call, state) : showStart(call, { ...state, error: 'accept_needed' });
}

export async function showLogin(call: Call, state: LoginState) {
  const isCrowded = state.error === 'too_many_devices' || state.error === 'device_leaves';
  const devices = isCrowded && state.proven !== undefined ? await otherDevicesOf(call, state.proven, state) : [];
  const carried = { s: await encryptedLoginState(call, state) };
  const page: Page = {
    page: 'login',
    methods: offeredMethods(call),
    form: formOf(state),
    lacksOffers: state.error === 'marketing_needed',
    code: state.code ?? '',
    email: state.typed?.email ?? state.mail?.email ?? '',
    phone: state.typed?.phone ?? state.phone?.number ?? '',
    devices,
    ...call.portal.loginOptions,
    ...problemOf(state),
  };
  return showPage(call, page, { language: state.language, path: '/login', carried, data: state.data });
}

/** The form that the guest submitted last; null for none. */
function formOf({ form, typed, mail, phone, social, code }: LoginState): LoginForm | null {
  if (form) return form;
  if (typed?.email !== undefined || mail) return 'email';
  if (typed?.phone !== undefined || phone) return 'sms';
  if (social) return 'social';
  return code === undefined ? null : 'code';
}
