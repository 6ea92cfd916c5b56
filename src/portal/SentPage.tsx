import type { ReactNode } from 'react';
import { Back, PortalForm, Text, usePortal } from './PortalFrame';
import { spanText } from './texts';
import { Heading } from './Heading';
import { FieldProblem } from './AddressField';

/** Where a code was sent, by e-mail or SMS. */
type Sent = { email: string; number?: never } | { number: string; email?: never };

interface SentPageProps {
  shortSeconds: number;
  /** The consents given with the request, submitted again when the code is sent again. */
  consents?: Readonly<Record<string, string>>;
  problem?: ReactNode;
}

/** Shown after a code was sent. It can be sent again after half a minute. */
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
          <input type="hidden" name="again" value="yes" />
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
      <Back path="/login" />
    </>
  );
}

export function SentCodeForm({ label, problem = null }: { label: 'email_code' | 'sms_code'; problem?: ReactNode }) {
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

export interface MailPageProps {
  /** Texts of the consents that were given with the address, by their names in the form. */
  consents: Readonly<Record<string, string>>;
}

/**
 * The page that the e-mail links to. Mail programs open links on their own, so only a tap on the button confirms. Anybody can have typed the
 * address, so whoever reads its mails sees what was ticked with it, and may take it back.
 */
export function MailPage({ consents }: MailPageProps) {
  return (
    <>
      <Heading>
        <Text text="email_title" />
      </Heading>
      <PortalForm form="mail" next="/online">
        {Object.entries(consents).map(([name, text]) => (
          <label key={name} className="portal-tick">
            <input type="checkbox" name={name} value="yes" defaultChecked />
            <span>{text}</span>
          </label>
        ))}
        <button type="submit" className="portal-start">
          <Text text="email_confirm" />
        </button>
      </PortalForm>
    </>
  );
}
