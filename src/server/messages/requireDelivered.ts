import type { Scope } from '../auth/tenancy';
import { RefusedError, upstreamFailed } from '../http/errors';
import type { Outcome } from './tries';

/** Throws if a call's mail wasn't sent: 422 with the reason if it was refused, otherwise an upstream error. */
export function refuseUnsent(outcome: Outcome, scope: Scope): void {
  if (outcome.kind === 'sent') return;
  if ('isRefused' in outcome) {
    // The mail server's message may name the operator's hosts and mailboxes, so only admins see it.
    const reason = scope.role === 'admin' && { error: outcome.reason };
    throw new RefusedError(422, { message: 'The mail server refused the mail', code: 'mail_refused', ...reason });
  }
  throw upstreamFailed('The mail server does not answer', 'mail_unreachable');
}
