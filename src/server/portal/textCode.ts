/**
 * Sends codes by SMS. They cost money: each is counted against the quota before it is sent, and whoever pays is warned when few are left.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { PortalLanguage } from '../../contract/wire';
import { portalText } from '../../portal/texts';
import type { Deps } from '../deps';
import { releaseSms, smsWarnings, reserveSms, type SmsWarning } from '../messages/sms/quotas';
import { masked } from '../messages/sms/sms';
import type { UnitPortal } from './queries';

type Needed = Pick<Deps, 'db' | 'clock' | 'config' | 'mailer' | 'sms'>;

interface CodeMessage {
  portal: Pick<UnitPortal, 'hotspotId' | 'unitId' | 'hotspotName'>;
  language: PortalLanguage;
  /** E.164, as `mobileNumber` returns it. */
  number: string;
  code: string;
}

/** Sends a code by SMS if the quota allows it. False if it wasn't sent; the reason is logged. */
export async function textCode(
  { db, clock, config, mailer, sms }: Needed,
  { portal: { hotspotId, unitId, hotspotName }, language, number, code }: CodeMessage,
  log: FastifyBaseLogger,
): Promise<boolean> {
  const taken = await reserveSms(db, { hotspotId, unitId, number, now: clock() });
  if (typeof taken === 'string') {
    log.warn({ hotspotId, unitId, reached: taken }, 'no SMS is left');
    return false;
  }
  const failure = await sms.send({ number, text: portalText(language, 'sms_text', { code, hotspot: hotspotName.slice(0, 40) }) });
  if (failure !== null) {
    await releaseSms(db, taken);
    log.warn({ hotspotId, to: masked(number), reason: failure.failed }, 'an SMS could not be sent');
    return false;
  }
  const warnings = mailer.isConfigured ? await smsWarnings(db, taken, config.console.product, clock()) : [];
  // Not awaited: the guest shouldn't wait for e-mails to the reseller.
  void warn(mailer, warnings, log).catch((error: unknown) => log.error({ err: error }, 'a warning of the last SMS is lost'));
  return true;
}

async function warn(mailer: Deps['mailer'], warnings: readonly SmsWarning[], log: FastifyBaseLogger): Promise<void> {
  for (const { mail, forget } of warnings) {
    const delivery = await mailer.send(mail);
    if (delivery === 'sent') continue;
    await forget();
    log.warn({ delivery }, 'a warning of the last SMS could not be sent');
  }
}
