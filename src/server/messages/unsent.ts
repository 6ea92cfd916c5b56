import type { Scope } from '../auth/tenancy';
import { RefusedError, upstreamFailed } from '../http/errors';
import type { Delivery } from './mailer';

/** Refuses a call whose mail wasn't sent, with the reason. */
export function refuseUnsent(delivery: Delivery, scope: Scope): void {
  if (typeof delivery === 'object' && 'refused' in delivery) {
    // The mail server's words may name the operator's hosts and mailboxes, so only admins see them.
    const words = scope.role === 'admin' && { error: delivery.refused };
    throw new RefusedError(422, { message: 'The mail server refused the mail', code: 'mail_refused', ...words });
  }
  if (delivery !== 'sent') throw upstreamFailed('The mail server does not answer', 'mail_unreachable');
}
