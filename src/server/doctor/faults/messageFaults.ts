/** Mail, SMS and calls of other platforms. */
import type { Fault } from './fault';

export const MESSAGE_FAULTS = {
  mail_refused: {
    breaks: true,
    find: ({ network: { mailProblem } }) =>
      mailProblem !== null && {
        wrong: `The mail server takes nothing: ${mailProblem}.`,
        mend: 'Correct SMTP_URL: host, port, user and password.',
      },
  },
  mail_unset: {
    find: ({ config: { smtpUrl } }) =>
      smtpUrl === undefined && {
        wrong: 'No mail is sent: neither codes for guests nor forgotten passwords.',
        mend: 'Set SMTP_URL and MAIL_FROM.',
      },
  },
  sms_unreachable: {
    breaks: true,
    find: ({ network: { smsProblem } }) =>
      smsProblem !== null && {
        wrong: `The SMS gateway can't be reached: ${smsProblem}.`,
        mend: 'Correct the host in SMS_URL, or let the firewall pass.',
      },
  },
  messages_failing: {
    breaks: true,
    find: ({ database }) =>
      database !== null &&
      database.failing.length > 0 && {
        wrong: `For an hour or longer nobody has taken: ${database.failing.join(', ')}.`,
        mend: 'The console shows under Messages why, and sends them again.',
      },
  },
} satisfies Record<string, Fault>;
