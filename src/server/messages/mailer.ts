import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** What goes along with it; the page calls it by its `cid`. */
  attachments?: { cid: string; filename: string; contentType: string; content: Buffer }[];
}

/** What came of a mail: `refused` holds the mail server's own words, `unreachable` why it said none. */
export type Delivery = 'sent' | 'not configured' | { refused: string } | { unreachable: string };

export interface Mailer {
  /** Whether there is a mail server at all. */
  isConfigured: boolean;
  /** Hands a mail to the mail server. Never throws. */
  send: (mail: Mail) => Promise<Delivery>;
}

/** Milliseconds until a mail server that does not answer is given up on. */
const TIMEOUT = 10_000;

/** A mailer on the server that SMTP_URL names, or one that says that there is none. */
export function createMailer({
  smtpUrl,
  from,
  timeout = TIMEOUT,
}: {
  smtpUrl: string | undefined;
  from: string | undefined;
  timeout?: number;
}): Mailer {
  if (smtpUrl === undefined || from === undefined) return { isConfigured: false, send: async () => 'not configured' };
  const url = new URL(smtpUrl);
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
    secure: url.protocol === 'smtps:',
    ...(url.username !== '' && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    // What a mail says comes from forms: no file of this machine and no address is read for it.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // Who sends hears of a failure; the event would end the process.
  transport.on('error', () => undefined);
  return {
    isConfigured: true,
    send: async (mail) => {
      try {
        await transport.sendMail({ from, ...mail });
        return 'sent';
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error);
        // The status that the mail server answered, where it did.
        return error instanceof Error && 'responseCode' in error ? { refused: words } : { unreachable: words };
      }
    },
  };
}
