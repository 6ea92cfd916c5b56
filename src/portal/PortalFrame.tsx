/** Frame and building blocks of the portal's pages. Stateless components: rendered by the server, and by the designer as a preview. */
import { createContext, useContext, type ReactNode } from 'react';
import { PORTAL_LANGUAGES, type PortalLanguage } from '../contract/plain/wire';
import type { Look } from './portalLook';
import { LANGUAGE_NAMES, portalText, type PortalText } from './texts';

/** The portal's pages that a guest can navigate to. */
export const PORTAL_PATHS = ['/', '/login', '/sent', '/texted', '/social', '/privacy', '/terms', '/online'] as const;
export type PortalPath = (typeof PORTAL_PATHS)[number];

/** Names of the portal's forms. */
type FormName =
  | 'start'
  | 'code'
  | 'email'
  | 'sms'
  | 'social'
  | 'signed'
  | 'short'
  | 'confirm'
  | 'mail'
  | 'leave'
  | 'free'
  | 'origin'
  | 'answer'
  | 'stop';

/** What pages need to know about the environment they are rendered in. */
export interface Portal {
  look: Look;
  /** '' on pages that belong to no hotspot. */
  hotspotName: string;
  language: PortalLanguage;
  /** Picture URLs; null if there is no picture. */
  pictures: { logo: string | null; banner: string | null; background: string | null };
  /** URL of the WiFi4EU banner on top of the first page; '' if the programme's script fills it in, null for no banner. */
  wifi4euBanner: string | null;
  /** URL of another page, or of this one in another language. */
  linkTo: (target: PortalPath | PortalLanguage) => string;
  /** The URL that a form is posted to. */
  action: (form: FormName) => string;
  /** Hidden fields of every form. */
  hidden: Readonly<Record<string, string>>;
}

const PortalContext = createContext<Portal | null>(null);

export function usePortal(): Portal {
  const portal = useContext(PortalContext);
  if (!portal) throw new Error('this is shown inside of a PortalFrame');
  return portal;
}

/** A text in the portal's language. */
export function Text({ text, values }: { text: PortalText; values?: Readonly<Record<string, string>> }) {
  return portalText(usePortal().language, text, values);
}

export function PortalFrame({ portal, children }: { portal: Portal; children: ReactNode }) {
  const { pictures, language } = portal;
  return (
    <PortalContext value={portal}>
      <div className="portal" lang={language}>
        {pictures.background !== null && <img className="portal-background" src={pictures.background} alt="" />}
        <div className="portal-scroll">
          <div className="portal-container">
            {children}
            <Languages />
          </div>
        </div>
      </div>
    </PortalContext>
  );
}

function Languages() {
  const { language, linkTo } = usePortal();
  return (
    <nav className="portal-languages" aria-label={portalText(language, 'language')}>
      {PORTAL_LANGUAGES.map((one) => (
        <a key={one} href={linkTo(one)} data-to={one} lang={one} hrefLang={one} aria-current={one === language ? 'true' : undefined}>
          {LANGUAGE_NAMES[one]}
        </a>
      ))}
    </nav>
  );
}

/** A link to another page of the portal; the preview navigates by `data-to`. */
export function PortalLink({ path, children }: { path: PortalPath; children: ReactNode }) {
  return (
    <a href={usePortal().linkTo(path)} data-to={path}>
      {children}
    </a>
  );
}

export function Back({ path = '/' }: { path?: PortalPath }) {
  return (
    <p>
      <PortalLink path={path}>
        <Text text="back" />
      </PortalLink>
    </p>
  );
}

/** A form that works without JavaScript. `next` is the page that the preview shows instead of submitting. */
export function PortalForm({ form, next, children }: { form: FormName; next: PortalPath; children: ReactNode }) {
  const { action, hidden } = usePortal();
  return (
    <form className="portal-form" method="post" action={action(form)} data-to={next}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

/** An error message, announced by screen readers. */
export function Problem({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="portal-problem" role="alert">
      {children}
    </p>
  );
}
