import { createTransport } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import type { StoredMail } from '../database/jsonColumns';
import { LOOPBACK } from '../loopback';

export interface Mail extends StoredMail {
  to: string;
  /** Local part of the Message-ID, by which a repeated mail is recognised; random if absent. */
  id?: string;
  /** Inline attachments; the HTML refers to them by `cid`. */
  attachments?: { cid: string; filename: string; contentType: string; content: Buffer }[];
}

/** Content-ID of the logo in a hotspot's mails. */
export const LOGO_CID = 'logo@portico';

/**
 * The outcome. `refused`: the mail server's error message, whether it refused this mail for good, and whether it currently refuses all
 * mails. `unreachable`: why it didn't respond.
 */
export type Delivery = 'sent' | 'not configured' | { refused: string; isPermanent: boolean; isForAll?: true } | { unreachable: string };

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
  const transport = createTransport(transportOf(smtpUrl, timeout));
  // `send` reports failures; an unhandled error event would crash the process.
  transport.on('error', () => undefined);
  return {
    isConfigured: true,
    send: async ({ id, to, replyTo, unsubscribe, ...rest }) => {
      try {
        // The address as an object: a string would be parsed, and might become another address, or several.
        await transport.sendMail({
          from,
          ...rest,
          to: { name: '', address: to },
          ...(id !== undefined && { messageId: `<${id}@${domainOf(from)}>` }),
          ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
          headers: {
            // RFC 3834: tells automatic responders not to reply.
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe !== undefined && {
              'List-Unsubscribe': `<${unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        });
        return 'sent';
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        const { responseCode, command, code } =
          error instanceof Error ? (error as Error & { responseCode?: number; command?: string; code?: string }) : {};
        // The mail server wasn't asked, because this mail is invalid; others can be sent.
        if (responseCode === undefined && code === 'EENVELOPE') return { refused: text, isPermanent: true };
        if (responseCode === undefined) return { unreachable: text };
        // The server refused the sender or the log-in: that isn't this mail's fault, and the operator can fix it.
        if (command !== 'RCPT TO' && command !== 'DATA') return { refused: text, isPermanent: false, isForAll: true };
        return { refused: text, isPermanent: responseCode >= 500 };
      }
    },
  };
}

/** Connection options for the mail server in SMTP_URL; `timeout` in milliseconds. */
export function transportOf(smtpUrl: string, timeout: number): SMTPTransport.Options {
  const url = new URL(smtpUrl);
  return {
    host: url.hostname,
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
    secure: url.protocol === 'smtps:',
    // Without it, whoever is between could hide that the server has TLS, and read the password.
    requireTLS: url.username !== '' && url.protocol === 'smtp:' && !LOOPBACK.test(url.hostname),
    ...(url.username !== '' && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    // Mail content comes from forms; it must not make the server read local files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The domain of a sender, like `Portico <portico@example.com>`. */
const domainOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
