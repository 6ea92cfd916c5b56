import { macOf } from '../../contract/plain/macAddress';
import type { RefusalCode } from '../../contract/plain/access';
import { portalText } from '../../portal/texts';
import { refusalOfGuest } from '../access/queries';
import { refusalForGuest } from '../access/refusals';
import type { Deps } from '../deps';
import { RefusedError, tooOften } from '../http/errors';
import { findVoucher, guestOfCode, whyNoRegistration } from '../portal/codes';
import { acceptedEmail } from '../messages/emailAddresses';
import { mailWithCode, textWithCode } from '../portal/codeMessages';
import { createCode, sendCode, type CodeRequest } from '../portal/sentCodeQueries';
import { createSmsCode, smsNumber } from '../portal/smsCodes';
import { isAmong } from '../limits/networks';
import { malformed } from './unitDigest';
import { noteSession } from './queries';
import type { RegisterQuery } from './pageShapes';
import type { Call, PageCalls } from './pageCall';

/** How a guest registers at a log-in page: with a voucher, an e-mail address or a phone number. */
export function pageRegistration(deps: Deps, { hasEmail, hasSms, zoneOf, whereOf, redemption, tryOf, handleOf }: PageCalls) {
  const { db } = deps;

  const byVoucher = async (call: Call, code: string, { sessionid }: RegisterQuery) => {
    const { portal, language, now } = call;
    const refuse = (refusal: RefusalCode) => refused(401, refusalForGuest(refusal, language), refusal);
    const tried = await tryOf(call, sessionid);
    if (!tried) throw tooOften(600);
    const voucher = await findVoucher(db, code, portal.hotspotId);
    if (!voucher) throw refuse('not_known');
    await tried.succeeded();
    const answer = { message: 'Voucher is valid', code: voucher.code, type: voucher.type };
    if (voucher.type === 'normal') {
      const refusal = portal.methods.includes('voucher_login') ? whyNoRegistration(voucher, now) : 'way_off';
      if (refusal !== null) throw refuse(refusal);
      return { ...answer, user_db_id: '' };
    }
    const guest = await guestOfCode(db, voucher.code, { ...redemption(call), deviceMac: '' });
    if ('refusal' in guest) throw refuse(guest.refusal);
    const refusal = await refusalOfGuest(db, { ...whereOf(call), guestId: guest.guestId, deviceMac: '' });
    if (refusal !== null) throw refuse(refusal);
    return { ...answer, user_db_id: await handleOf(call, { guestId: guest.guestId }) };
  };

  const byEmail = async (call: Call, typed: string, query: RegisterQuery) => {
    const { portal, language } = call;
    if (!hasEmail(portal)) throw notRegistered(refusalForGuest('way_off', language));
    const accepted = acceptedEmail(typed, portal.settings);
    if ('refusal' in accepted) throw notRegistered(portalText(language, accepted.refusal));
    const { email } = accepted;
    const { hotspotName } = portal;
    return codeFor(call, query, 'email', email, ({ code }) => mailWithCode({ language, code, hotspotName }));
  };

  const bySms = async (call: Call, typed: string, query: RegisterQuery) => {
    const { portal, language } = call;
    if (!hasSms(portal)) throw notRegistered(refusalForGuest('way_off', language));
    const found = await smsNumber(db, typed, { portal, zone: zoneOf(portal), language, now: call.now });
    if ('refusal' in found) throw notRegistered(portalText(language, found.refusal));
    const { number } = found;
    return codeFor(call, query, 'sms', number, ({ code }) => textWithCode({ portal, language, code }));
  };

  /** Creates a code and sends it. The answer is the same for known and unknown guests. */
  const codeFor = async (
    call: Call,
    { sessionid, voucher_code, mac }: RegisterQuery,
    method: 'email' | 'sms',
    recipient: string,
    messageOf: NonNullable<CodeRequest['messageOf']>,
  ) => {
    const { portal, language, ip, now } = call;
    if (sessionid === '') throw malformed('sessionid required');
    const voucherId = voucher_code === '' ? null : await usableVoucher(call, voucher_code, sessionid);
    const deviceMac = macOf(mac);
    const consents = { wantsMarketing: false, wantsSurvey: false };
    const codeRequest = {
      hotspotId: portal.hotspotId,
      recipient,
      deviceMac,
      address: ip,
      isVouched: false,
      isHere: isAmong(ip, portal.networks),
      now,
      messageOf,
      ...consents,
    };
    const createdCode =
      method === 'sms'
        ? await createSmsCode(db, { portal, zone: zoneOf(portal) }, codeRequest)
        : await createCode(db, { ...codeRequest, method });
    if (typeof createdCode === 'string')
      throw notRegistered(portalText(language, method === 'sms' ? `sms_${createdCode}` : 'email_too_many'));
    await noteSession(db, createdCode.id, { sessionKey: sessionid, voucherId });
    if (!(await sendCode(deps, createdCode))) throw notRegistered(portalText(language, `${method}_not_sent`));
    return { user_id: recipient, user_db_id: await handleOf(call, { codeId: createdCode.id }) };
  };

  /** Id of the voucher for anybody (type `normal`) that a guest registers with. Throws if it can't be used. */
  const usableVoucher = async ({ portal, language, ip, now }: Call, code: string, sessionKey: string): Promise<number> => {
    const tried = await tryOf({ portal, ip, now }, sessionKey);
    if (!tried) throw tooOften(600);
    const voucher = await findVoucher(db, code, portal.hotspotId);
    const refusal = voucher === null ? 'not_known' : portal.methods.includes('voucher_login') ? whyNoRegistration(voucher, now) : 'way_off';
    if (refusal !== 'not_known') await tried.succeeded();
    if (voucher === null || refusal !== null) throw notRegistered(refusalForGuest(refusal ?? 'not_known', language));
    return voucher.id;
  };

  return { byVoucher, byEmail, bySms };
}

const notRegistered = (message: string) => refused(400, message, 'not_registered');

const refused = (status: number, message: string, code: string) => new RefusedError(status, { message, code });
