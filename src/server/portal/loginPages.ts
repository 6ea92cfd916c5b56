/** The first pages: the start page with the terms, the texts it links to, and the page with the hotspot's login methods. */
import { portalText } from '../../portal/texts';
import { decryptState } from './encryptedState';
import { encryptedState, goTo, problemOf, type State } from './loginState';
import { languageOf, show, waysOf, type Call, type Query } from './portalCall';
import { findTexts } from './queries';
import type { Page } from './render';

export async function showStart(call: Call, state: State) {
  const carried = { s: await encryptedState(call, state) };
  return show(call, { page: 'start', ...problemOf(state) }, { language: state.language, carried, data: state.data });
}

/** Form of the start page. */
export async function acceptTerms(call: Call, state: State): Promise<unknown> {
  const { wrong: _, ...rest } = state;
  const hasAccepted = call.query.accept === 'yes';
  return goTo(call, hasAccepted ? '/login' : '/', { ...rest, hasAccepted, ...(!hasAccepted && { wrong: 'accept_needed' }) });
}

export const showTerms = (call: Call) => showText(call, 'terms');
export const showPrivacy = (call: Call) => showText(call, 'privacy');

/** The texts must be readable without any state, from any page. */
async function showText(call: Call, what: 'terms' | 'privacy'): Promise<unknown> {
  const { deps, portal, query } = call;
  const found = decryptState<State>(await deps.stateKey(), `state ${portal.unitUuid}`, query.s ?? '', deps.clock());
  const language = languageOf(call, found?.value);
  const texts = await findTexts(deps.db, portal.hotspotUuid);
  const html = texts[what] === '' ? portalText(language, 'no_text') : texts[what];
  const carried: Query = found && !found.isExpired ? { s: await encryptedState(call, { ...found.value, language }) } : {};
  return show(call, { page: 'text', what, html }, { language, place: `/${what}`, carried });
}

export async function showLoginOrStart(call: Call, state: State): Promise<unknown> {
  return state.hasAccepted ? showLogin(call, state) : showStart(call, { ...state, wrong: 'accept_needed' });
}

export async function showLogin(call: Call, state: State) {
  const carried = { s: await encryptedState(call, state) };
  const page: Page = {
    ...{ page: 'login', ways: waysOf(call), code: state.code ?? '' },
    ...{ email: state.mail?.email ?? '', phone: state.phone?.number ?? '' },
    ...{ ...call.portal.asking, ...problemOf(state) },
  };
  return show(call, page, { language: state.language, place: '/login', carried, data: state.data });
}
