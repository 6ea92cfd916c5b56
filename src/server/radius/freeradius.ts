/** Converts between our RADIUS packets and the JSON of FreeRADIUS' rlm_rest. */
import { z } from 'zod';
import { attribute, CODE, PacketError, valueOf, type Attribute, type Packet } from './codec';
import { ATTRIBUTES, type AttributeName, type Kinds } from './dictionary';
import { hiddenPassword } from './passwords';

/** All attributes of a request by name; repeated ones share an array. */
export const restPacket = z.record(z.string(), z.object({ value: z.array(z.union([z.string(), z.number()])) }));
type RestPacket = z.infer<typeof restPacket>;

/** Attributes of a reply by name. `do_xlat: false` keeps FreeRADIUS from expanding text that guests may have typed. */
export const restAnswer = z.record(
  z.string(),
  z.object({ op: z.literal(':='), do_xlat: z.literal(false), value: z.array(z.union([z.string(), z.number()])) }),
);
type RestAnswer = z.infer<typeof restAnswer>;

/** rlm_rest sends passwords in clear text, because FreeRADIUS has the secret with which units hide them. */
export const NO_SECRET = '';

const NOTHING = Buffer.alloc(16);

/** FreeRADIUS uses CoovaChilli's former vendor name. */
const nameThere = (name: string) => name.replace(/^CoovaChilli-/, 'ChilliSpot-');
const NAMES = new Map(Object.keys(ATTRIBUTES).map((name) => [nameThere(name), name as AttributeName]));

/** The packet that FreeRADIUS received. Unknown attributes and invalid values are left out. */
export function packetFrom(json: RestPacket, authenticator: Buffer = NOTHING): Packet {
  const attributes = Object.entries(json).flatMap(([there, { value }]) => {
    const name = NAMES.get(there);
    return name === undefined ? [] : value.map((one) => attributeFrom(name, one, authenticator)).filter((each) => each !== null);
  });
  return { code: CODE.accessRequest, id: 0, authenticator, attributes };
}

function attributeFrom(name: AttributeName, value: string | number, authenticator: Buffer): Attribute | null {
  const read = READ[ATTRIBUTES[name].kind](String(value));
  const own = name === 'User-Password' ? hiddenPassword(String(value), authenticator, NO_SECRET) : read;
  try {
    return own === null ? null : attribute(name, own as never);
  } catch (error) {
    // Not a valid value, such as a malformed IP address.
    if (error instanceof PacketError) return null;
    throw error;
  }
}

const READ: { [K in keyof Kinds]: (text: string) => Kinds[K] | null } = {
  text: (text) => text,
  octets: (text) => (/^0x(?:[\da-f]{2})*$/i.test(text) ? Buffer.from(text.slice(2), 'hex') : null),
  integer: (text) => (/^\d{1,10}$/.test(text) ? Number(text) : null),
  ipv4: (text) => text,
  ipv6: (text) => text,
  prefix: (text) => text,
  // A formatted date in the time zone of the FreeRADIUS server.
  time: (text) => (Number.isNaN(Date.parse(text)) ? null : new Date(text)),
};

/** What FreeRADIUS should do with a request: `Accept` or `Reject`, and the reply attributes. */
export function answerFor(type: 'Accept' | 'Reject', attributes: readonly Attribute[]): RestAnswer {
  const names = [...new Set(attributes.map(nameOf).filter((name) => name !== undefined))];
  const replies = names.map((name) => {
    const own = attributes.filter((each) => nameOf(each) === name);
    return [`reply:${nameThere(name)}`, pair(own.map((each) => written(name, each)))] as const;
  });
  return { 'control:Auth-Type': pair([type]), ...Object.fromEntries(replies) };
}

const pair = (value: (string | number)[]) => ({ op: ':=' as const, do_xlat: false as const, value });

const NAMES_BY_NUMBER = new Map(Object.entries(ATTRIBUTES).map(([name, { vendor, type }]) => [`${vendor}/${type}`, name as AttributeName]));
const nameOf = ({ vendor, type }: Attribute) => NAMES_BY_NUMBER.get(`${vendor}/${type}`);

function written(name: AttributeName, one: Attribute): string | number {
  const value = valueOf({ attributes: [one] }, name);
  // FreeRADIUS treats this attribute as a string, although it begins with the response's number.
  if (name === 'MS-CHAP-Error' && Buffer.isBuffer(value)) return String.fromCharCode(value[0] ?? 0) + value.toString('utf8', 1);
  if (Buffer.isBuffer(value)) return `0x${value.toString('hex')}`;
  return value instanceof Date ? Math.floor(value.getTime() / 1000) : (value ?? '');
}
