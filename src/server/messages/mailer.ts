import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Inline attachments; the HTML refers to them by `cid`. */
  attachments?: { cid: string; filename: string; contentType: string; content: Buffer }[];
}

/** The outcome. `refused` holds the mail server's error message, `unreachable` why it gave no answer. */
export type Delivery = 'sent' | 'not configured' | { refused: string } | { unreachable: string };

export interface Mailer {
  /** Whether a mail server is configured. */
  isConfigured: boolean;
  /** Hands a mail to the mail server. Never throws. */
  send: (mail: Mail) => Promise<Delivery>;
}

/** Timeout for a mail server that doesn't answer, in milliseconds. */
const TIMEOUT = 10_000;

/** A mailer for the server in SMTP_URL, or one that answers 'not configured'. */
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
    // Mail content comes from forms; it must not make the server read local files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // `send` reports failures; an unhandled error event would crash the process.
  transport.on('error', () => undefined);
  return {
    isConfigured: true,
    send: async (mail) => {
      try {
        // As an object: a text would be parsed, and might become another address, or several.
        await transport.sendMail({ from, ...mail, to: { name: '', address: mail.to } });
        return 'sent';
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error);
        return error instanceof Error && 'responseCode' in error ? { refused: words } : { unreachable: words };
      }
    },
  };
}
