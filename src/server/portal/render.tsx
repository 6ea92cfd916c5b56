/** Renders the portal's pages as HTML documents, from the same components that the designer previews. */
import { createHash } from 'node:crypto';
import { escaped } from '../../contract/plain/htmlText';
import type { PortalLanguage } from '../../contract/plain/wire';
import { DOCUMENT_CSS, lookCss, MARK_CSS, PORTAL_CSS } from '../../portal/css';
import type { OtherDevice } from '../../portal/OtherDevices';
import {
  QuestionPage,
  StopPage,
  ThanksPage,
  type QuestionPageProps,
  type StopPageProps,
  type ThanksPageProps,
} from '../../portal/FeedbackPages';
import { faceFileName, faceFilesOf, faceRule } from '../../portal/fonts';
import {
  lookIn,
  lookOf,
  WIFI4EU_ORIGIN,
  type LoginOptions,
  type Look,
  type Site,
  type PortalMethod,
  type Wifi4eu,
} from '../../portal/portalLook';
import { CodePage, GoPage, NoticePage, StartPage, TextPage, WaitingPage, type Notice } from '../../portal/pages';
import { OnlinePage, type OnlinePageProps } from '../../portal/OnlinePage';
import { LoginPage, type LoginForm } from '../../portal/LoginPage';
import { MailPage, SentPage, type MailPageProps } from '../../portal/SentPage';
import { SignedPage, SocialPage } from '../../portal/SocialPage';
import { PortalFrame, type Portal, type PortalPath } from '../../portal/PortalFrame';
import { portalText } from '../../portal/texts';
import { toHtml } from '../../portal/toHtml';

export type Page =
  | { page: 'start'; problem?: string }
  | ({
      page: 'login';
      methods: readonly PortalMethod[];
      problem?: string;
      form: LoginForm | null;
      lacksOffers?: boolean;
      code: string;
      email: string;
      phone: string;
      devices: readonly OtherDevice[];
    } & LoginOptions)
  | ({ page: 'sent'; shortSeconds: number; consents: Readonly<Record<string, string>>; problem?: string } & (
      | { email: string }
      | { number: string }
    ))
  | { page: 'social'; site: Site; on: string; shortSeconds: number; isMini: boolean; problem?: string }
  | { page: 'signed'; site: Site; name: string; deviceMac: string; hotspot: string }
  | ({ page: 'mail' } & MailPageProps)
  | { page: 'code'; code: string; on: string }
  | { page: 'text'; what: 'terms' | 'privacy'; html: string }
  | ({ page: 'online' } & OnlinePageProps)
  | { page: 'waiting' }
  | ({ page: 'question' } & QuestionPageProps)
  | ({ page: 'thanks' } & ThanksPageProps)
  | ({ page: 'stop' } & StopPageProps)
  | { page: 'go'; url: string; fields: Readonly<Record<string, string>> }
  | { page: 'notice'; notice: Notice; on?: string | null; problem?: string };

/** Context of a page: where it is served, and the state it carries. */
export interface Setting {
  /** Path of the unit's portal. */
  base: string;
  /** Path of the font files, shared by all portals. */
  faces: string;
  look: Look;
  hotspotName: string;
  /** Null for hotspots that don't take part in WiFi4EU. */
  wifi4eu: Wifi4eu | null;
  language: PortalLanguage;
  /** The current page, for the language links. */
  path: PortalPath | '/mail' | '/signed' | '/waiting' | '/stop' | `/code/${string}`;
  /** Whether this is the public demonstration. */
  isPublicDemonstration: boolean;
  /** Added to links as query parameters and to forms as hidden fields. */
  carried: Readonly<Record<string, string>>;
}

export interface Rendered {
  html: string;
  /** CSP source (hash) for `style-src`; `scripts` are those for `script-src`. */
  style: string;
  scripts: readonly string[];
  /** The other origin that the page loads from; null for none. */
  foreign: string | null;
}

/** The look of pages that belong to no hotspot. */
export const PLAIN_LOOK: Look = lookOf([
  { key: 'captive_7_background', value: '#e2e8f0' },
  { key: 'captive_82_container_bg_color', value: '#ffffff' },
  { key: 'captive_83_title_color', value: '#1e293b' },
  { key: 'captive_84_text_color', value: '#1e293b' },
]);

/**
 * Optional: the page works without it. Prevents double submission, and submits a form with `data-now` (to the gateway) automatically. A
 * form can be submitted again after five seconds, because a script isn't told when the user stops a request, and at once on a page restored
 * from the back/forward cache (`pageshow`).
 */
const SCRIPT =
  "for(const f of document.forms){f.addEventListener('submit',e=>{if(e.timeStamp-f.dataset.sent<5000)e.preventDefault();" +
  'else f.dataset.sent=e.timeStamp});' +
  "if('now'in f.dataset)f.submit()}" +
  "addEventListener('pageshow',()=>{for(const f of document.forms)delete f.dataset.sent})";

export async function rendered(given: Setting, page: Page): Promise<Rendered> {
  const setting = { ...given, look: lookIn(given.look, given.language) };
  const { language, look, hotspotName, wifi4eu } = setting;
  const body = await toHtml(<PortalFrame portal={portalOf(setting)}>{pageOf(page)}</PortalFrame>);
  const mark = setting.isPublicDemonstration ? `<aside class="portal-mark">${escaped(portalText(language, 'demonstration'))}</aside>` : '';
  const faces = faceFilesOf(look.captive_85_text_style).map((file) => faceRule(file, `${setting.faces}/${faceFileName(file)}`));
  const css = faces.join('') + PORTAL_CSS + DOCUMENT_CSS + (mark === '' ? '' : MARK_CSS) + lookCss(look);
  // Only on the start page, because WiFi4EU counts one use per visit.
  const shown = page.page === 'start' ? wifi4eu : null;
  const variables = shown && wifi4euVariables(shown, language);
  const html =
    `<!doctype html><html lang="${language}" dir="ltr"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
    // Deferred, so that the page doesn't wait for that script.
    (variables === null ? '' : `<script>${variables}</script><script defer src="${WIFI4EU_ORIGIN}/wifi4eu.min.js"></script>`) +
    `<title>${escaped(titleOf(setting, hotspotName))}</title><style>${css}</style></head><body>${mark}<main>${body}</main><script>${SCRIPT}</script></body></html>`;
  const scripts = [SCRIPT, ...(variables === null ? [] : [variables])].map(sourceOf);
  return { html, style: sourceOf(css), scripts, foreign: variables === null ? null : WIFI4EU_ORIGIN };
}

/** The variables that WiFi4EU's script reads, under the names in its documentation. */
const wifi4euVariables = ({ id, language, isTest }: Wifi4eu, ofPage: PortalLanguage): string => {
  const text = (value: string) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
  return (
    `var wifi4euTimerStart=Date.now();var wifi4euNetworkIdentifier=${text(id)};var wifi4euLanguage=${text(language || ofPage)};` +
    (isTest ? 'var selftestModus=true;' : '')
  );
};

const titleOf = ({ language, look }: Setting, hotspotName: string): string => {
  const name = look.captive_2_title || hotspotName;
  return name === '' ? portalText(language, 'login_title') : `${name} – WiFi`;
};

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function portalOf({ base, look, hotspotName, language, wifi4eu, path, carried }: Setting): Portal {
  const query = (more: Record<string, string> = {}) => {
    const text = new URLSearchParams({ ...carried, ...more }).toString();
    return text === '' ? '' : `?${text}`;
  };
  const pathOf = (to: Setting['path']) => (to === '/' ? base : base + to);
  const picture = (hash: string) => (hash === '' ? null : `${base}/files/${hash}`);
  return {
    look,
    hotspotName,
    language,
    wifi4euBanner: wifi4eu === null ? null : '',
    pictures: {
      logo: picture(look.captive_3_logo),
      banner: picture(look.captive_5_banner),
      background: picture(look.captive_81_bg_image),
    },
    linkTo: (to) => (to.startsWith('/') ? pathOf(to as PortalPath) + query() : pathOf(path) + query({ l: to })),
    action: (form) => `${base}/${form}`,
    hidden: carried,
  };
}

function pageOf(page: Page) {
  switch (page.page) {
    case 'start':
      return <StartPage problem={page.problem ?? null} />;
    case 'login':
      return (
        <LoginPage
          methods={page.methods}
          problem={page.problem ?? null}
          form={page.form}
          lacksOffers={page.lacksOffers ?? false}
          code={page.code}
          email={page.email}
          phone={page.phone}
          devices={page.devices}
          shortSeconds={page.shortSeconds}
          asksSurvey={page.asksSurvey}
          asksOrigin={page.asksOrigin}
          confirmsEmail={page.confirmsEmail}
          mustAnswerOffers={page.mustAnswerOffers}
        />
      );
    case 'sent':
      return (
        <SentPage
          {...('email' in page ? { email: page.email } : { number: page.number })}
          shortSeconds={page.shortSeconds}
          consents={page.consents}
          problem={page.problem ?? null}
        />
      );
    case 'social':
      return (
        <SocialPage site={page.site} on={page.on} shortSeconds={page.shortSeconds} isMini={page.isMini} problem={page.problem ?? null} />
      );
    case 'signed':
      return <SignedPage site={page.site} name={page.name} deviceMac={page.deviceMac} hotspot={page.hotspot} />;
    case 'mail':
      return <MailPage {...page} />;
    case 'code':
      return <CodePage code={page.code} on={page.on} />;
    case 'text':
      return (
        <TextPage what={page.what}>
          <div className="portal-text" dangerouslySetInnerHTML={{ __html: page.html }} />
        </TextPage>
      );
    case 'online': {
      const { page: _, ...props } = page;
      return <OnlinePage {...props} />;
    }
    case 'waiting':
      return <WaitingPage />;
    case 'question': {
      const { page: _, ...props } = page;
      return <QuestionPage {...props} />;
    }
    case 'thanks':
      return <ThanksPage sites={page.sites} />;
    case 'stop':
      return <StopPage hotspot={page.hotspot} isDone={page.isDone} />;
    case 'go':
      return <GoPage url={page.url} fields={page.fields} />;
    case 'notice':
      return <NoticePage notice={page.notice} on={page.on ?? null} problem={page.problem ?? null} />;
  }
}
