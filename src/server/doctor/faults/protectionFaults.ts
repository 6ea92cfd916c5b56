/** Personal data and accounts without the protection that they could have. */
import type { Fault } from './fault';

export const PROTECTION_FAULTS = {
  retention_undecided: {
    find: ({ config: { retentionDays }, database }) =>
      retentionDays === undefined &&
      database?.hasRetention === false &&
      database.applied > 0 && {
        wrong: "Nobody has decided how long guests' personal data are kept: they are kept for ever.",
        mend: 'Set PORTICO_RETENTION_DAYS, to a number or to never.',
      },
  },
  admin_waiting: {
    find: ({ database }) =>
      database?.adminWaiting != null && {
        wrong: `Nobody has signed in yet: the one-time password of ${database.adminWaiting} is unused.`,
        mend: `Sign in; "portico create-admin ${database.adminWaiting}" prints another one-time password.`,
      },
  },
  sign_in_unlimited: {
    find: ({ config: { loginLimit } }) =>
      loginLimit === 0 && {
        wrong: 'PORTICO_LOGIN_LIMIT is 0: passwords can be guessed without limit.',
        mend: 'Remove it, for 10 tries in five minutes.',
      },
  },
  webhooks_plain: {
    // On the operator's own network http is allowed, and only asking for each name would tell which of them are there.
    find: ({ config: { webhooksHttp, webhooksPrivate }, database }) =>
      !webhooksHttp &&
      !webhooksPrivate &&
      database !== null &&
      database.httpWebhooks.length > 0 && {
        wrong: `By http, which everybody on the way can read, go guests' data and a token to: ${database.httpWebhooks.join(', ')}.`,
        mend: 'Enter an https address on the page of the integration; PORTICO_WEBHOOKS_HTTP=allow says that it is on purpose.',
      },
  },
  own_password_unconfirmed: {
    find: ({ config: { confirmsPassword } }) =>
      !confirmsPassword && {
        wrong: 'PORTICO_OWN_PASSWORD=unconfirmed: whoever gets hold of an open session can take over its account.',
        mend: 'Remove it once the existing console is no longer in use.',
      },
  },
} satisfies Record<string, Fault>;
