/** The portal's pages. */
import type { ReactNode } from 'react';
import { Back, PortalForm, PortalLink, Problem, Text, usePortal } from './PortalFrame';
import { WIFI4EU_NAME } from './portalLook';
import { portalText, withLinks } from './texts';
import { Title, Heading } from './Heading';

/** The first page: the hotspot's welcome, and the terms to accept. */
export function StartPage({ problem = null }: { problem?: ReactNode }) {
  const { look, language, pictures, wifi4euBanner } = usePortal();
  return (
    <>
      {wifi4euBanner !== null && <img id="wifi4eubanner" className="portal-wifi4eu" alt={WIFI4EU_NAME} src={wifi4euBanner || undefined} />}
      <Title />
      {pictures.logo !== null && <img className="portal-logo" src={pictures.logo} alt={portalText(language, 'file_logo')} />}
      {look.captive_4_subtitle !== '' && <p className="portal-lead">{look.captive_4_subtitle}</p>}
      {pictures.banner !== null && <img className="portal-banner" src={pictures.banner} alt="" />}
      {look.captive_6_description !== '' && <p className="portal-description">{look.captive_6_description}</p>}
      {problem !== null && <Problem>{problem}</Problem>}
      <PortalForm form="start" next="/login">
        <label className="portal-tick">
          <input type="checkbox" name="accept" value="yes" required />
          <span>
            {withLinks(language, 'accept', {
              terms: (text) => (
                <PortalLink key="terms" path="/terms">
                  {text}
                </PortalLink>
              ),
              privacy: (text) => (
                <PortalLink key="privacy" path="/privacy">
                  {text}
                </PortalLink>
              ),
            })}
          </span>
        </label>
        <button type="submit" className="portal-start">
          <Text text="start" />
        </button>
      </PortalForm>
    </>
  );
}

/** Terms or privacy notice; `children` is its text. */
export function TextPage({ what, children }: { what: 'terms' | 'privacy'; children: ReactNode }) {
  return (
    <>
      <Heading>
        <Text text={what} />
      </Heading>
      {children}
      <Back />
    </>
  );
}

/** Submits the login to the gateway; the button is for browsers without JavaScript. */
export function GoPage({ url, fields }: { url: string; fields: Readonly<Record<string, string>> }) {
  return (
    <>
      <Heading>
        <Text text="wait" />
      </Heading>
      <p>
        <Text text="connecting" />
      </p>
      <form className="portal-form" method="post" action={url} data-now="">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className="portal-start">
          <Text text="connect" />
        </button>
      </form>
    </>
  );
}

/** Shown until the gateway asks which guests to let in; the browser reloads the page by itself. */
export function WaitingPage() {
  return (
    <>
      <Heading>
        <Text text="wait" />
      </Heading>
      <p role="status">
        <Text text="connecting" />
      </p>
    </>
  );
}

/** Shown when a voucher's QR code is scanned: the code, and a link to the login page, which works only in the hotspot's network. */
export function CodePage({ code, on }: { code: string; on: string }) {
  return (
    <>
      <Heading>
        <Text text="your_code" />
      </Heading>
      <p className="portal-shown">{code}</p>
      <p>
        <Text text="your_code_help" />
      </p>
      <a className="portal-start" href={on}>
        <Text text="login_title" />
      </a>
    </>
  );
}

const NOTICES = {
  not_here: { title: 'not_here', help: 'not_here_help' },
  other_browser: { title: 'other_browser', help: 'other_browser_help' },
  forgetful_browser: { title: 'other_browser', help: 'forgetful_browser_help' },
  too_late: { title: 'too_late', help: 'too_late_help' },
  left: { title: 'left_done', help: null },
  confirmed: { title: 'email_confirmed', help: null },
  again: { title: 'extend_again', help: 'extend_again_help' },
  refused: { title: 'login_title', help: null },
  busy: { title: 'busy', help: 'busy_help' },
  wrong: { title: 'wrong', help: null },
  feedback_gone: { title: 'feedback_gone', help: null },
} as const;

export type Notice = keyof typeof NOTICES;

/** Explains why there is nothing to do here, with a link onwards if there is one. */
export function NoticePage({ notice, on = null, problem = null }: { notice: Notice; on?: string | null; problem?: ReactNode }) {
  const { title, help } = NOTICES[notice];
  return (
    <>
      <Heading>
        <Text text={title} />
      </Heading>
      {problem !== null && <Problem>{problem}</Problem>}
      {help !== null && (
        <p>
          <Text text={help} />
        </p>
      )}
      {on !== null && (
        <a className="portal-start" href={on}>
          <Text text={notice === 'confirmed' ? 'connect' : 'reload'} />
        </a>
      )}
    </>
  );
}
