/** The portal's pages. */
import type { ReactNode } from 'react';
import { OtherDevices, type OtherDevice } from './OtherDevices';
import { Back, PortalForm, PortalLink, Problem, Text, usePortal } from './PortalFrame';
import { SITE_NAMES, WIFI4EU_NAME, type LoginOptions, type Site, type Way } from './portalLook';
import { countriesIn, REASONS } from './questions';
import { bytesText, portalText, spanText, withLinks } from './texts';

function Title() {
  const { look } = usePortal();
  return look.captive_2_title === '' ? null : <h1>{look.captive_2_title}</h1>;
}

/** The hotspot's logo, small, and the heading of a page after the first one. */
function Heading({ children = null }: { children?: ReactNode }) {
  const { pictures, language } = usePortal();
  return (
    <>
      {pictures.logo !== null && (
        <img className="portal-logo portal-logo-small" src={pictures.logo} alt={portalText(language, 'file_logo')} />
      )}
      {children === null ? <Title /> : <h1>{children}</h1>}
    </>
  );
}

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
              terms: (words) => (
                <PortalLink key="terms" place="/terms">
                  {words}
                </PortalLink>
              ),
              privacy: (words) => (
                <PortalLink key="privacy" place="/privacy">
                  {words}
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

/** Login methods that start with a code the guest already has. */
export const CODE_WAYS: readonly Way[] = ['voucher_login', 'temp_code_login'];

/** Texts of the marketing consent, by the way in which guests would be contacted: of the tick, and of the question that must be answered. */
export const MARKETING_TEXTS = {
  email: { tick: 'marketing', question: 'marketing_question' },
  sms: { tick: 'marketing_sms', question: 'marketing_question_sms' },
  facebook: { tick: 'marketing', question: 'marketing_question' },
  linkedin: { tick: 'marketing', question: 'marketing_question' },
} as const;

/** The forms of the login page. */
const FORMS = ['code', 'email', 'sms', 'social'] as const;
export type LoginForm = (typeof FORMS)[number];

const FORM_TITLES = { code: 'code_title', email: 'email_title', sms: 'sms_title', social: 'social_title' } as const;

interface LoginPageProps extends LoginOptions {
  ways: readonly Way[];
  problem?: ReactNode;
  /** The form that the problem is about, which is open; null if it is about none of them. */
  form?: LoginForm | null;
  /** Values submitted before, to fill in again. */
  code?: string;
  email?: string;
  phone?: string;
  /** Devices to log out, for a guest who was refused as one too many. */
  devices?: readonly OtherDevice[];
}

/** The login methods: a button for each, which opens its form; the form itself if there is only one. */
export function LoginPage({
  ways,
  problem = null,
  form = null,
  code = '',
  email = '',
  phone = '',
  devices = [],
  ...asking
}: LoginPageProps) {
  const sites = SITES.filter((site) => ways.includes(`${site}_login`));
  const isOffered = {
    code: ways.some((way) => CODE_WAYS.includes(way)),
    email: ways.includes('email_login'),
    sms: ways.includes('sms_login'),
    social: sites.length > 0,
  };
  const offered = FORMS.filter((one) => isOffered[one]);
  const isOwn = form !== null && offered.includes(form);
  const problemOf = (one: LoginForm) => (one === form ? problem : null);
  const forms: Record<LoginForm, ReactNode> = {
    code: <CodeForm code={code} problem={problemOf('code')} />,
    email: <EmailForm email={email} problem={problemOf('email')} {...asking} />,
    sms: <PhoneForm phone={phone} problem={problemOf('sms')} {...asking} />,
    social: <SocialForm sites={sites} problem={problemOf('social')} {...asking} />,
  };
  return (
    <>
      <Heading />
      {problem !== null && !isOwn && <Problem>{problem}</Problem>}
      <OtherDevices devices={devices} next="/login" />
      {offered.length === 0 && (
        <p>
          <Text text="no_way" />
        </p>
      )}
      {offered.map((one) =>
        offered.length === 1 ? (
          <section key={one} className="portal-way">
            <h2>
              <Text text={FORM_TITLES[one]} />
            </h2>
            {forms[one]}
          </section>
        ) : (
          // By name, only one is open; browsers that don't know that leave the others open, too.
          <details key={one} className="portal-way" name="way" open={one === form}>
            <summary className="portal-start">
              <Text text={FORM_TITLES[one]} />
            </summary>
            {forms[one]}
          </details>
        ),
      )}
      <Back />
    </>
  );
}

interface AddressFieldProps {
  /** Also the key of its label's text. */
  name: 'email' | 'phone';
  type: 'email' | 'tel';
  value: string;
  maxLength: number;
  problem: ReactNode;
  /** Explanation below the field. */
  children: ReactNode;
}

/** What is wrong with a field, and what its input needs: it says so, and has the focus. */
const wrongInput = (id: string, problem: ReactNode) => ({
  'aria-describedby': problem === null ? `${id}-help` : `${id}-problem`,
  ...(problem !== null && { 'aria-invalid': true, autoFocus: true }),
});

function FieldProblem({ id, problem }: { id: string; problem: ReactNode }) {
  return problem === null ? null : <Problem id={`${id}-problem`}>{problem}</Problem>;
}

/** The e-mail address or phone number that a code is sent to. */
function AddressField({ name, type, value, maxLength, problem, children }: AddressFieldProps) {
  const id = `portal-${name}`;
  return (
    <div className="portal-field">
      <label htmlFor={id}>
        <Text text={name} />
      </label>
      <input
        id={id}
        className="portal-input"
        name={name}
        type={type}
        defaultValue={value}
        required
        maxLength={maxLength}
        autoComplete={type}
        {...wrongInput(id, problem)}
      />
      <FieldProblem id={id} problem={problem} />
      {problem === null && <span id={`${id}-help`}>{children}</span>}
    </div>
  );
}

function EmailForm({ email, problem, ...asking }: LoginOptions & { email: string; problem: ReactNode }) {
  const { shortSeconds, confirmsEmail } = asking;
  const { language } = usePortal();
  return (
    <PortalForm form="email" next={confirmsEmail ? '/sent' : '/online'}>
      <AddressField name="email" type="email" value={email} maxLength={254} problem={problem}>
        {!confirmsEmail ? (
          <Text text="email_help_unconfirmed" />
        ) : shortSeconds > 0 ? (
          <Text text="email_help" values={{ minutes: spanText(language, shortSeconds) }} />
        ) : (
          <Text text="email_help_code" />
        )}
      </AddressField>
      <Consents way="email" {...asking} />
      <button type="submit" className="portal-start">
        <Text text={confirmsEmail ? 'email_send' : 'connect'} />
      </button>
    </PortalForm>
  );
}

function PhoneForm({ phone, problem, ...asking }: LoginOptions & { phone: string; problem: ReactNode }) {
  return (
    <PortalForm form="sms" next="/texted">
      <AddressField name="phone" type="tel" value={phone} maxLength={40} problem={problem}>
        <Text text="sms_help" />
      </AddressField>
      <Consents way="sms" {...asking} />
      <button type="submit" className="portal-start">
        <Text text="sms_send" />
      </button>
    </PortalForm>
  );
}

const SITES = Object.keys(SITE_NAMES) as Site[];

function SocialForm({ sites, problem, ...asking }: LoginOptions & { sites: readonly Site[]; problem: ReactNode }) {
  return (
    <PortalForm form="social" next="/social">
      {problem !== null && <Problem>{problem}</Problem>}
      <p>
        <Text text="social_help" />
      </p>
      <Consents way="facebook" {...asking} />
      {sites.map((site) => (
        <button key={site} type="submit" name="site" value={site} className="portal-start">
          <Text text="social_start" values={{ site: SITE_NAMES[site] }} />
        </button>
      ))}
    </PortalForm>
  );
}

interface SocialPageProps {
  site: Site;
  /** URL of the other site. */
  on: string;
  /** Seconds of internet access for logging in there; 0 for none. */
  shortSeconds: number;
  /** Whether this seems to be the device's captive-portal mini browser, which other sites may reject. */
  isMini?: boolean;
  problem?: ReactNode;
}

/** Shown before a guest leaves for another site. */
export function SocialPage({ site, on, shortSeconds, isMini = false, problem = null }: SocialPageProps) {
  const { language } = usePortal();
  const name = SITE_NAMES[site];
  const minutes = spanText(language, shortSeconds);
  return (
    <>
      <Heading>
        <Text text="social_start" values={{ site: name }} />
      </Heading>
      {problem !== null && <Problem>{problem}</Problem>}
      {isMini && (
        <p>
          <Text text="social_mini" values={{ site: name }} />
        </p>
      )}
      <ToSite site={site} on={on} />
      {shortSeconds > 0 && (
        <PortalForm form="short" next="/online">
          <p>
            <Text text="social_short" values={{ site: name, minutes }} />
          </p>
          <button type="submit" className="portal-start portal-other">
            <Text text="get_online" values={{ minutes }} />
          </button>
        </PortalForm>
      )}
      <p>
        <PortalLink place="/login">
          <Text text="social_other" />
        </PortalLink>
      </p>
    </>
  );
}

interface SignedPageProps {
  site: Site;
  /** The person's name at the other site. */
  name: string;
  /** Empty if the gateway doesn't say which device it is. */
  deviceMac: string;
  hotspot: string;
}

/** Shown to a guest who has signed in at another site: which device goes online in their name. */
export function SignedPage({ site, name, deviceMac, hotspot }: SignedPageProps) {
  const values = { site: SITE_NAMES[site], name, device: deviceMac, hotspot };
  return (
    <>
      <Heading>
        <Text text="signed" values={values} />
      </Heading>
      <p>
        <Text text={deviceMac === '' ? 'signed_help' : 'signed_help_device'} values={values} />
      </p>
      <PortalForm form="signed" next="/online">
        <button type="submit" className="portal-start">
          <Text text="connect" />
        </button>
      </PortalForm>
    </>
  );
}

/** A link, not a form: the content security policy allows forms only to this server and the gateway. */
function ToSite({ site, on }: { site: Site; on: string }) {
  return (
    <a className="portal-start" href={on} data-to="/online">
      <Text text="social_on" values={{ site: SITE_NAMES[site] }} />
    </a>
  );
}

/** Optional consents. */
function Consents({ way, asksSurvey, mustAnswerOffers }: LoginOptions & { way: keyof typeof MARKETING_TEXTS }) {
  return (
    <>
      {mustAnswerOffers ? (
        <fieldset className="portal-question">
          <legend>
            <Text text={MARKETING_TEXTS[way].question} />
          </legend>
          {(['yes', 'no'] as const).map((answer) => (
            <label key={answer} className="portal-tick">
              <input type="radio" name="marketing" value={answer} required />
              <span>
                <Text text={answer} />
              </span>
            </label>
          ))}
        </fieldset>
      ) : (
        <label className="portal-tick">
          <input type="checkbox" name="marketing" value="yes" />
          <span>
            <Text text={MARKETING_TEXTS[way].tick} />
          </span>
        </label>
      )}
      {asksSurvey && (
        <label className="portal-tick">
          <input type="checkbox" name="survey" value="yes" />
          <span>
            <Text text="survey" />
          </span>
        </label>
      )}
    </>
  );
}

/** Where a code was sent, by e-mail or SMS. */
type Sent = { email: string; number?: never } | { number: string; email?: never };

interface SentPageProps {
  shortSeconds: number;
  /** What is sent again: the consents given with it. */
  consents?: Readonly<Record<string, string>>;
  problem?: ReactNode;
}

/** Shown after a code was sent, which can be sent again when half a minute has passed. */
export function SentPage({ email, number, shortSeconds, consents = {}, problem = null }: Sent & SentPageProps) {
  const { language } = usePortal();
  const isMail = email !== undefined;
  return (
    <>
      <Heading>
        <Text text={isMail ? 'email_code' : 'sms_code'} />
      </Heading>
      <p>{isMail ? <Text text="email_sent" values={{ email }} /> : <Text text="sms_sent" values={{ number }} />}</p>
      <SentCodeForm label={isMail ? 'email_code' : 'sms_code'} problem={problem} />
      <div className="portal-later">
        <PortalForm form={isMail ? 'email' : 'sms'} next={isMail ? '/sent' : '/texted'}>
          <input type="hidden" name={isMail ? 'email' : 'phone'} value={isMail ? email : number} />
          {Object.entries(consents).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" className="portal-start portal-other">
            <Text text="send_again" />
          </button>
        </PortalForm>
      </div>
      {shortSeconds > 0 && (
        <PortalForm form="short" next="/online">
          <button type="submit" className="portal-start portal-other">
            <Text text="get_online" values={{ minutes: spanText(language, shortSeconds) }} />
          </button>
        </PortalForm>
      )}
      <Back place="/login" />
    </>
  );
}

function SentCodeForm({ label, problem = null }: { label: 'email_code' | 'sms_code'; problem?: ReactNode }) {
  return (
    <PortalForm form="confirm" next="/online">
      <div className="portal-field">
        <label htmlFor="portal-mail-code">
          <Text text={label} />
        </label>
        <input
          id="portal-mail-code"
          className="portal-input portal-code"
          name="code"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={12}
          {...(problem !== null && { 'aria-invalid': true, 'aria-describedby': 'portal-mail-code-problem', autoFocus: true })}
        />
        <FieldProblem id="portal-mail-code" problem={problem} />
      </div>
      <button type="submit" className="portal-start">
        <Text text="connect" />
      </button>
    </PortalForm>
  );
}

/** The page that the e-mail links to. Mail programs open links on their own, so only a tap on the button confirms. */
export function MailPage() {
  return (
    <>
      <Heading>
        <Text text="email_title" />
      </Heading>
      <PortalForm form="mail" next="/online">
        <button type="submit" className="portal-start">
          <Text text="email_confirm" />
        </button>
      </PortalForm>
    </>
  );
}

/** Asks guests who are online where they are from and why they are here. Nobody has to answer. */
function Questions() {
  const { language } = usePortal();
  return (
    <PortalForm form="origin" next="/online">
      <div className="portal-questions">
        <div className="portal-field">
          <label htmlFor="portal-country">
            <Text text="country" />
          </label>
          <select id="portal-country" className="portal-input" name="country" defaultValue="" autoComplete="country">
            <option value="" />
            {countriesIn(language).map((country) => (
              <option key={country.code} value={country.code}>
                {country.name}
              </option>
            ))}
          </select>
        </div>
        <div className="portal-field">
          <label htmlFor="portal-reason">
            <Text text="reason" />
          </label>
          <select id="portal-reason" className="portal-input" name="reason" defaultValue="">
            <option value="" />
            {REASONS.map((reason) => (
              <option key={reason} value={reason}>
                {portalText(language, REASON_NAMES[reason])}
              </option>
            ))}
          </select>
        </div>
      </div>
      <button type="submit" className="portal-start portal-other">
        <Text text="feedback_send" />
      </button>
    </PortalForm>
  );
}

const REASON_NAMES = { business: 'reason_business', family: 'reason_family', other: 'reason_other' } as const;

function CodeForm({ code, problem }: { code: string; problem: ReactNode }) {
  return (
    <PortalForm form="code" next="/online">
      <div className="portal-field">
        <label htmlFor="portal-code">
          <Text text="code" />
        </label>
        <input
          id="portal-code"
          className="portal-input portal-code"
          name="code"
          type="text"
          defaultValue={code}
          required
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...wrongInput('portal-code', problem)}
        />
        <FieldProblem id="portal-code" problem={problem} />
        {problem === null && (
          <span id="portal-code-help">
            <Text text="code_help" />
          </span>
        )}
      </div>
      <button type="submit" className="portal-start">
        <Text text="connect" />
      </button>
    </PortalForm>
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

export interface OnlinePageProps {
  /** Seconds and bytes left; null if unlimited, undefined if unknown. */
  seconds?: number | null | undefined;
  bytes?: number | null | undefined;
  /** The hotspot's own page; empty for none. */
  redirect: string;
  canLeave: boolean;
  /** Whether the guest may enter another code. */
  canExtend: boolean;
  /** Whether the code from the e-mail still has to be entered. */
  canConfirm?: boolean;
  /** Whether to ask where the guest is from, and why. */
  asksOrigin?: boolean;
  /** The other site at which the guest still has to log in, and its URL. */
  toSite?: { site: Site; on: string } | undefined;
  problem?: ReactNode;
  /** The guest's other devices that are online. */
  devices?: readonly OtherDevice[];
}

/** Shown to guests who are online, with a link to the hotspot's own page. Only http and https are linked. */
export function OnlinePage({
  seconds,
  bytes,
  redirect,
  canLeave,
  canExtend,
  canConfirm = false,
  asksOrigin = false,
  toSite,
  problem = null,
  devices = [],
}: OnlinePageProps) {
  const { language } = usePortal();
  const unlimited = portalText(language, 'unlimited');
  return (
    <>
      <Heading>
        <Text text="online" />
      </Heading>
      {problem !== null && <Problem>{problem}</Problem>}
      <dl className="portal-left">
        {seconds !== undefined && (
          <>
            <dt>
              <Text text="time_left" />
            </dt>
            <dd>{seconds === null ? unlimited : spanText(language, seconds)}</dd>
          </>
        )}
        {bytes !== undefined && (
          <>
            <dt>
              <Text text="data_left" />
            </dt>
            <dd>{bytes === null ? unlimited : bytesText(language, bytes)}</dd>
          </>
        )}
      </dl>
      {/^https?:\/\//i.test(redirect) && (
        <a className="portal-start" href={redirect} rel="noreferrer">
          <Text text="then" values={{ address: hostOf(redirect) }} />
        </a>
      )}
      {toSite && <ToSite site={toSite.site} on={toSite.on} />}
      {canConfirm && <SentCodeForm label="email_code" />}
      {canExtend && (
        <details className="portal-part" open={problem !== null}>
          <summary>
            <Text text="extend" />
          </summary>
          <CodeForm code="" problem={null} />
        </details>
      )}
      <OtherDevices devices={devices} next="/online" />
      {asksOrigin && <Questions />}
      {canLeave && (
        <PortalForm form="leave" next="/">
          <button type="submit" className="portal-start portal-other">
            <Text text="leave" />
          </button>
        </PortalForm>
      )}
    </>
  );
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address);

/** Submits the log-in to the gateway; the button is for browsers without JavaScript. */
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

/** Shown until the gateway asks whom to let in: the browser reloads by itself. */
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

/** Shown for a scanned voucher QR code: the code, and a link to the log-in, which works only in the hotspot's network. */
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
