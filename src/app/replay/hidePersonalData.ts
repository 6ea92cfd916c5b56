import { ACCOUNT_FIELDS, PRIVACY_FIELDS } from '../../contract/plain/accountFields';
import { namesWhere } from '../../contract/plain/fields';
import { GUEST_FIELDS } from '../../contract/plain/guestFields';
import { HOTSPOT_FIELDS } from '../../contract/plain/hotspotFields';
import { UNIT_FIELDS } from '../../contract/plain/unitFields';
import { createPseudonyms } from './pseudonyms';
import type { Recording } from './recordingFile';

/** Fields that identify people, or allow contacting or impersonating them, wherever the fields occur. */
const PERSONAL = new Set<string>([
  ...namesWhere(ACCOUNT_FIELDS, { isPersonal: true }),
  ...namesWhere(GUEST_FIELDS, { isPersonal: true }),
  ...namesWhere(HOTSPOT_FIELDS, { isPersonal: true }),
  ...namesWhere(PRIVACY_FIELDS, { isPersonal: true }),
  ...namesWhere(UNIT_FIELDS, { isPersonal: true }),
  'account_name',
  'address',
  'device_mac',
  'guest_name',
  'ip_address',
  'known',
  'mac',
  'mac_address',
  'made_by',
  'number',
  'room',
  'sought',
  'typedName',
  'unit_mac',
  'user_mail',
  'user_name',
  'username',
]);

/** A `name` is a person's only if the same object has one of these fields: hotspots, units and plans have names too. */
const BESIDE_A_PERSON = ['username', 'email', 'mac', 'password'];

/** Screens and endpoints whose search is for hotspots or units, not people. On a hotspot's page the search is for voucher codes. */
const PATHS_WITHOUT_PERSONS = /^\/(?:hotspots|units|integrations|reports|marketing)\/?$/;
const CALLS_WITHOUT_PERSONS = /Hotspot|Unit(?!Sessions)|Integration/;
const CALLS_ABOUT_PERSONS = /Guest|Account$|MacEntr/;

/** Kinds of audit entries and search results whose names are people's. */
const KINDS_OF_PERSONS = ['guest', 'archived_guest', 'account', 'voucher'];

interface Context {
  /** Endpoint of the surrounding response or argument. */
  call: string;
  pathname: string;
}

/**
 * Replaces names, e-mail, phone, MAC and IP addresses, and voucher codes. A value gets the same pseudonym everywhere, including in
 * locations, arguments and cache keys, so that the recording still plays and searches still match.
 */
export function hidePersonalData(recording: Recording): Recording {
  const { addresses, wholeText } = createPseudonyms();
  /** Names of more than one word, which are also replaced in running text. */
  const phrases = new Map<string, string>();

  const hide = (text: string): string => {
    const hidden = wholeText(text);
    if (/\p{L} +\p{L}/u.test(text)) phrases.set(text.toLowerCase(), hidden);
    return hidden;
  };

  const walk = (value: unknown, field: string, beside: Readonly<Record<string, unknown>>, context: Context): unknown => {
    if (typeof value === 'string') return text(value, field, beside, context);
    if (Array.isArray(value)) return value.map((item) => walk(item, field, beside, context));
    if (typeof value !== 'object' || value === null) return value;
    const object = value as Record<string, unknown>;
    const about = typeof object.endpointName === 'string' ? object.endpointName : callOfDraft(object.key);
    const inner = { ...context, ...(about !== null && { call: about }) };
    return Object.fromEntries(
      Object.entries(object).map(([key, held]) => {
        const call = callOf(key) ?? callOfDraft(key);
        return [cacheKey(key, inner) ?? key, walk(held, key, object, call === null ? inner : { ...inner, call })];
      }),
    );
  };

  const text = (value: string, field: string, beside: Readonly<Record<string, unknown>>, context: Context): string => {
    if (value === '' || value.startsWith('data:') || value.startsWith('secret:')) return value;
    if (field === 'search' && value.startsWith('?')) return query(value, beside);
    if (isPersonal(field, beside, context)) return hide(value);
    return cacheKey(value, context) ?? addresses(value);
  };

  const isPersonal = (field: string, beside: Readonly<Record<string, unknown>>, { call, pathname }: Context): boolean => {
    if (PERSONAL.has(field)) return true;
    if (field === 'name') return (CALLS_ABOUT_PERSONS.test(call) && !('price' in beside)) || BESIDE_A_PERSON.some((key) => key in beside);
    // Plans and error responses have codes too.
    if (field === 'code') return !('price' in beside) && !('message' in beside);
    if (field === 'q') return call === '' ? !PATHS_WITHOUT_PERSONS.test(pathname) : !CALLS_WITHOUT_PERSONS.test(call);
    if (field === 'originalArgs' || field === 'arguments') return call === 'find';
    if (field === 'description') return 'mac_address' in beside && 'user_id' in beside;
    if (field === 'object_name' || field === 'title' || field === 'subtitle') return KINDS_OF_PERSONS.includes(String(beside.kind));
    if (field === 'old' || field === 'new') return beside.field === 'name' || PERSONAL.has(String(beside.field));
    return false;
  };

  /** The query string of a location. */
  const query = (search: string, { pathname }: Readonly<Record<string, unknown>>): string => {
    const params = new URLSearchParams(search);
    const context = { call: '', pathname: String(pathname) };
    for (const [name, value] of [...params]) params.set(name, text(value, name, {}, context));
    return `?${params.toString()}`;
  };

  /** A cache key such as `listGuests({"q":"rossi"})`, with its arguments replaced; null for any other text. */
  const cacheKey = (key: string, context: Context): string | null => {
    const call = callOf(key);
    if (call === null) return null;
    const args = key.slice(call.length + 1, -1);
    if (args === 'undefined') return key;
    try {
      return `${call}(${JSON.stringify(walk(JSON.parse(args), 'arguments', {}, { ...context, call }))})`;
    } catch {
      // It is ordinary text with parentheses.
      return null;
    }
  };

  let pathname = pathnameIn(recording.start, 'location') ?? '/';
  const start = walk(recording.start, '', {}, { call: '', pathname });
  const actions = recording.actions.map((action) => {
    if (action.type === 'location/moved') pathname = pathnameIn(action, 'payload') ?? pathname;
    const { type, ...rest } = action;
    return { type, ...(walk(rest, '', {}, { call: '', pathname }) as object) };
  });
  return withoutPhrases({ ...recording, start, actions, isPersonalDataHidden: true }, phrases);
}

/** Drafts of these features' forms are treated like arguments of a guest endpoint. */
const callOfDraft = (key: unknown): string | null =>
  typeof key === 'string' && /^(?:accounts|guests|mac|profile)\//.test(key) ? 'draftOfGuest' : null;

const callOf = (key: string): string | null => /^(\w+)\(.*\)$/s.exec(key)?.[1] ?? null;

function pathnameIn(holder: unknown, key: string): string | undefined {
  return (holder as Record<string, { pathname?: string } | undefined> | null)?.[key]?.pathname;
}

/** Also replaces the names found so far in running text, such as a privacy page or a message. */
function withoutPhrases(recording: Recording, phrases: ReadonlyMap<string, string>): Recording {
  if (phrases.size === 0) return recording;
  const longestFirst = [...phrases.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map((phrase) => phrase.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'giu');
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.includes(' ') ? value.replace(pattern, (found) => phrases.get(found.toLowerCase()) ?? found) : value;
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, walk(held)]));
  };
  return { ...recording, start: walk(recording.start), actions: walk(recording.actions) as Recording['actions'] };
}
