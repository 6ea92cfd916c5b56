/** Access-Requests: reads the credential, decides, and builds the answer. */
import { hash } from 'node:crypto';
import { leadingMac, macOf } from '../../contract/plain/macAddress';
import type { UnitKind } from '../../contract/plain/wire';
import { decideAccess, type AccessDecided } from '../access/queries';
import type { AccessRequest } from '../access/accessRequest';
import { refusalForGuest } from '../access/refusals';
import type { Db } from '../database/db';
import { classOf, grantAttributes, kindOf, unitsPort } from './attributes';
import { attribute, CODE, textAttributes, valueOf, type Attribute, type Packet } from './codec';
import { msChapError, msChapSuccess } from './msChap';
import { isChapResponse, revealedPassword } from './passwords';

interface Sender {
  /** The secret with which passwords are hidden, and which has authenticated the packet. */
  secret: string;
  /** IP address of the sender. */
  address: string;
  /** Whether it is proven that the unit sent this. */
  isVouched: boolean;
  now: Date;
  /** Time zone of hotspots that have none of their own. */
  zone: string;
}

/**
 * Decides about an Access-Request and records the decision. Returns code and attributes of the answer; null if the unit has been replaced
 * since it was looked up.
 */
export async function answerAccessRequest(
  db: Db,
  packet: Packet,
  unit: { id: number; uuid: string; hotspot_id: number; kind: string },
  { secret, address, isVouched, now, zone }: Sender,
): Promise<{ code: number; attributes: Attribute[] } | null> {
  const credential = credentialFrom(packet, secret);
  const tried = { hotspotId: unit.hotspot_id, deviceMac: credential.deviceMac, port: unitsPort(packet, unit), address, isVouched };
  const decided = await decideAccess(db, { ...credential, unitId: unit.id, unitUuid: unit.uuid, now, serverZone: zone, tried });
  return decided && accessResponse(packet, decided, kindOf(packet, unit.kind));
}

/** Ways in which a code may be typed: as stored, in upper case, or with a first letter capitalised by a phone. CHAP can't ignore case. */
const formsOf = (code: string) => [code, code.toUpperCase(), code.charAt(0).toUpperCase() + code.slice(1)];

/** Whether a packet carries this password, by PAP, CHAP or MS-CHAPv2. */
function hasPassword(packet: Packet, secret: string, password: string): boolean {
  const name = valueOf(packet, 'User-Name') ?? '';
  const forms = formsOf(password);
  const hidden = valueOf(packet, 'User-Password');
  if (hidden) return revealedPassword(hidden, packet.authenticator, secret)?.trim().toLowerCase() === password;
  const chap = valueOf(packet, 'CHAP-Password');
  if (chap) return forms.some((form) => isChapResponse(chap, valueOf(packet, 'CHAP-Challenge') ?? packet.authenticator, form));
  return forms.some((form) => msChapAnswer(packet, name, form) !== null);
}

function msChapAnswer(packet: Packet, name: string, password: string): Buffer | null {
  const response = valueOf(packet, 'MS-CHAP2-Response');
  const challenge = valueOf(packet, 'MS-CHAP-Challenge');
  return response && challenge ? msChapSuccess(response, challenge, name, password) : null;
}

/** The credential of a request. It is a device log-in if the user name is a MAC address equal to Calling-Station-Id. */
export function credentialFrom(packet: Packet, secret: string): Pick<AccessRequest, 'credential' | 'deviceMac'> {
  const name = valueOf(packet, 'User-Name') ?? '';
  const deviceMac = leadingMac(valueOf(packet, 'Calling-Station-Id'));
  if (deviceMac !== '' && macOf(name) === deviceMac) return { credential: { method: 'mac' }, deviceMac };
  const isRight = (password: string) => hasPassword(packet, secret, password);
  return { credential: { method: 'voucher', code: name, isRight, requestHash: requestHash(packet) }, deviceMac };
}

/** A hash that is the same for retransmissions of a packet, whichever server they reach, but not for a new request. */
function requestHash(packet: Packet): string {
  const challenge = valueOf(packet, 'CHAP-Challenge') ?? valueOf(packet, 'MS-CHAP-Challenge') ?? Buffer.alloc(0);
  return hash('sha256', Buffer.concat([packet.authenticator, challenge]), 'base64');
}

/** Code and attributes of the answer to a request. */
export function accessResponse(
  packet: Packet,
  { decision, guest, password, language }: AccessDecided,
  kind: UnitKind,
): { code: number; attributes: Attribute[] } {
  const response = valueOf(packet, 'MS-CHAP2-Response');
  if ('refusal' in decision) {
    const message = refusalForGuest(decision.refusal, language);
    const error = response ? [attribute('MS-CHAP-Error', msChapError(response, message))] : [];
    return { code: CODE.accessReject, attributes: [...textAttributes('Reply-Message', message), ...error] };
  }
  return {
    code: CODE.accessAccept,
    attributes: [...grantAttributes(decision.grant, kind), ...(guest ? [classOf(guest.id)] : []), ...msChapProof(packet, password)],
  };
}

/** With MS-CHAPv2 the server must prove that it knows the password, too. Only the form that the guest typed yields a proof. */
function msChapProof(packet: Packet, password: string | null): Attribute[] {
  const name = valueOf(packet, 'User-Name') ?? '';
  for (const form of password === null ? [] : formsOf(password)) {
    const success = msChapAnswer(packet, name, form);
    if (success) return [attribute('MS-CHAP2-Success', success)];
  }
  return [];
}
