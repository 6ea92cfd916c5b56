import type { Scope } from '../auth/tenancy';
import { RefusedError, upstreamFailed } from '../http/errors';
import type { Delivery } from './mailer';

/** Throws if a call's mail wasn't sent: 422 with the reason if it was refused, otherwise an upstream error. */
export function refuseUnsent(delivery: Delivery, scope: Scope): void {
  if (typeof delivery === 'object' && 'refused' in delivery) {
    // The mail server's message may name the operator's hosts and mailboxes, so only admins see it.
    const words = scope.role === 'admin' && { error: delivery.refused };
    throw new RefusedError(422, { message: 'The mail server refused the mail', code: 'mail_refused', ...words });
  }
  if (delivery !== 'sent') throw upstreamFailed('The mail server does not answer', 'mail_unreachable');
}
