import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
}

/** What came of a mail: `refused` holds the mail server's own words. */
export type Delivery = 'sent' | 'not configured' | { refused: string };

export interface Mailer {
  /** Whether there is a mail server at all. */
  isConfigured: boolean;
  /** Hands a mail to the mail server. Never throws. */
  send: (mail: Mail) => Promise<Delivery>;
}

/** Milliseconds until a mail server that does not answer is given up on. */
const TIMEOUT = 10_000;

/** A mailer on the server that SMTP_URL names, or one that says that there is none. */
export function createMailer({ smtpUrl, from }: { smtpUrl: string | undefined; from: string | undefined }): Mailer {
  if (smtpUrl === undefined || from === undefined) return { isConfigured: false, send: async () => 'not configured' };
  const url = new URL(smtpUrl);
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
    secure: url.protocol === 'smtps:',
    ...(url.username !== '' && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    // What a mail says comes from forms: no file of this machine and no address is read for it.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    isConfigured: true,
    send: async (mail) => {
      try {
        await transport.sendMail({ from, ...mail });
        return 'sent';
      } catch (error) {
        return { refused: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}
