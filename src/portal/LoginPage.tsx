import type { ReactNode } from 'react';
import { OtherDevices, type OtherDevice } from './OtherDevices';
import { Back, PortalForm, Problem, Text, usePortal } from './PortalFrame';
import { SITE_NAMES, type LoginOptions, type Site, type PortalMethod } from './portalLook';
import { countriesIn, REASONS } from './questions';
import { portalText, spanText } from './texts';
import { Heading } from './Heading';
import { wrongChoice, wrongInput, FieldProblem, AddressField } from './AddressField';

/** Login methods that start with a code the guest already has. */
export const TYPED_CODE_METHODS: readonly PortalMethod[] = ['voucher_login', 'temp_code_login'];

/**
 * Texts that ask for consent to marketing, by how the hotspot would contact the guest: for the checkbox, and for the question that must be
 * answered.
 */
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
  methods: readonly PortalMethod[];
  problem?: ReactNode;
  /** The form that `problem` is about, which is opened; null if it is about none of them. */
  form?: LoginForm | null;
  /** Whether `problem` is about the question on offers in that form, not about its field. */
  lacksOffers?: boolean;
  /** Values submitted before, to fill in again. */
  code?: string;
  email?: string;
  phone?: string;
  /** Other devices to log out, for a guest who was refused because of too many devices. */
  devices?: readonly OtherDevice[];
}

/** The login methods: a button for each, which opens its form; the form itself if there is only one. */
export function LoginPage({
  methods,
  problem = null,
  form = null,
  lacksOffers = false,
  code = '',
  email = '',
  phone = '',
  devices = [],
  ...options
}: LoginPageProps) {
  const sites = SITES.filter((site) => methods.includes(`${site}_login`));
  const isOffered = {
    code: methods.some((method) => TYPED_CODE_METHODS.includes(method)),
    email: methods.includes('email_login'),
    sms: methods.includes('sms_login'),
    social: sites.length > 0,
  };
  const offered = FORMS.filter((one) => isOffered[one]);
  const isOwn = form !== null && offered.includes(form);
  const problemOf = (one: LoginForm) => ({
    problem: one === form && !lacksOffers ? problem : null,
    offersProblem: one === form && lacksOffers ? problem : null,
  });
  const forms: Record<LoginForm, ReactNode> = {
    code: <CodeForm code={code} problem={problemOf('code').problem} />,
    email: <EmailForm email={email} {...problemOf('email')} {...options} />,
    sms: <PhoneForm phone={phone} {...problemOf('sms')} {...options} />,
    social: <SocialForm sites={sites} {...problemOf('social')} {...options} />,
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
          // Details of the same name exclude each other; in older browsers several may be open.
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

interface Problems {
  problem: ReactNode;
  /** Below the question on offers. */
  offersProblem: ReactNode;
}

function EmailForm({ email, problem, ...options }: LoginOptions & Problems & { email: string }) {
  const { shortSeconds, confirmsEmail } = options;
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
      <Consents method="email" {...options} />
      <button type="submit" className="portal-start">
        <Text text={confirmsEmail ? 'email_send' : 'connect'} />
      </button>
    </PortalForm>
  );
}

function PhoneForm({ phone, problem, ...options }: LoginOptions & Problems & { phone: string }) {
  return (
    <PortalForm form="sms" next="/texted">
      <AddressField name="phone" type="tel" value={phone} maxLength={40} problem={problem}>
        <Text text="sms_help" />
      </AddressField>
      <Consents method="sms" {...options} />
      <button type="submit" className="portal-start">
        <Text text="sms_send" />
      </button>
    </PortalForm>
  );
}

const SITES = Object.keys(SITE_NAMES) as Site[];

function SocialForm({ sites, problem, ...options }: LoginOptions & Problems & { sites: readonly Site[] }) {
  return (
    <PortalForm form="social" next="/social">
      {problem !== null && <Problem>{problem}</Problem>}
      <p>
        <Text text="social_help" />
      </p>
      <Consents method="facebook" {...options} />
      {sites.map((site) => (
        <button key={site} type="submit" name="site" value={site} className="portal-start">
          <Text text="social_start" values={{ site: SITE_NAMES[site] }} />
        </button>
      ))}
    </PortalForm>
  );
}

type ConsentsProps = LoginOptions & Pick<Problems, 'offersProblem'> & { method: keyof typeof MARKETING_TEXTS };

/** Optional consents. */
function Consents({ method, asksSurvey, mustAnswerOffers, offersProblem }: ConsentsProps) {
  // The forms of several methods are on one page.
  const id = `portal-offers-${method}`;
  return (
    <>
      {mustAnswerOffers ? (
        <fieldset className="portal-question">
          <legend>
            <Text text={MARKETING_TEXTS[method].question} />
          </legend>
          {(['yes', 'no'] as const).map((answer) => (
            <label key={answer} className="portal-tick">
              <input type="radio" name="marketing" value={answer} required {...wrongChoice(id, offersProblem, answer === 'yes')} />
              <span>
                <Text text={answer} />
              </span>
            </label>
          ))}
          <FieldProblem id={id} problem={offersProblem} />
        </fieldset>
      ) : (
        <label className="portal-tick">
          <input type="checkbox" name="marketing" value="yes" />
          <span>
            <Text text={MARKETING_TEXTS[method].tick} />
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

/** Asks guests who are online where they are from and why they are here. Nobody has to answer. */
export function Questions() {
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

export function CodeForm({ code, problem }: { code: string; problem: ReactNode }) {
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
