/** Checks the words of the glossary (docs/glossary.md), and those prescribed by the specification. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import en from '../../i18n/en.json' with { type: 'json' };
import it from '../../i18n/it.json' with { type: 'json' };

const ENGLISH: Record<string, string> = en;
const ITALIAN: Record<string, string> = it;

/** Texts that are prescribed word for word; a clearer sentence may follow them. */
const QUOTED: Record<string, string> = {
  'account.change_password_error_sub': 'Something went wrong on changing password.',
  'accounts.create_error_sub': 'An error occurred during manager creation.',
  'accounts.duplicate': 'Duplicate manager. Please choose a different username or UUID.',
  'captive.not_supported': 'File not supported',
  'captive.upload_file_exceed': 'File limit exceed (max {limit, number} KB, {max, number} KB as it is sent)',
  'export.too_many': 'You can export max 5000 rows, apply more filters to reduce results',
  'hotspots.add_business_address': 'add a valid ',
  'hotspots.add_business_email': 'add a valid ',
  'hotspots.add_business_name': 'add a valid ',
  'hotspots.add_business_vat': 'add a valid ',
  'hotspots.create_error_sub': 'Something went wrong on creating hotspot.',
  'hotspots.create_error_title': 'Creation error.',
  'hotspots.default_disclaimer': 'Default',
  'hotspots.delete_error_sub': 'Something went wrong on deleting hotspot.',
  'hotspots.delete_error_title': 'Delete error.',
  'hotspots.delete_warning': 'Be careful. Deleting an hotspot deletes guests, units and sessions.',
  'hotspots.name_hint': 'Only upper and lower case letters, numbers, dots or dash',
  'hotspots.none': 'No Hotspots found',
  'hotspots.update_error_sub': 'Something went wrong on updating info.',
  'hotspots.update_error_title': 'Update error.',
  'integrations.error_text': 'There was a temporary error in integration sync. Try again later',
  'integrations.none': 'No integrations found',
  'integrations.note': 'Enabling an integration makes the hotspot’s managers inherit credentials for the external platform.',
  'integrations.sync_failed': 'Sync failed',
  'login.invalid_password': 'Invalid password',
  'login.invalid_username': 'Invalid username',
  'pager.page': 'page {page, number} of {last, number}',
  'profile.change_password_error_title': 'Change password error.',
  'vouchers.export_too_many': 'You can export max 5000 rows, apply more filters to reduce results',
  'vouchers.state_limit_reached': 'Limit reached',
  'vouchers.state_used': 'Used',
  'vouchers.state_valid': 'Valid',
};

const QUOTED_IN_ITALIAN: Record<string, string> = {
  'integrations.error_text': 'C’è stato un errore temporaneo nell’integrazione. Riprova più tardi',
  'integrations.error_title': 'Errore.',
  'integrations.sync_failed': 'Sync fallito',
  'role.customer': 'Cliente',
  'role.desk': 'Reception',
  'role.reseller': 'Rivenditore',
};

test.each([
  ['English', ENGLISH, QUOTED],
  ['Italian', ITALIAN, QUOTED_IN_ITALIAN],
])('texts prescribed in %s appear word for word', (_language, messages, quoted) => {
  const changed = Object.entries(quoted).filter(([id, words]) => !(messages[id] ?? '').startsWith(words));
  expect(changed).toEqual([]);
});

/** Messages without their prescribed parts. */
const ownWords = (messages: Record<string, string>, quoted: Record<string, string>) =>
  Object.entries(messages).map(([id, message]) => [id, message.replace(quoted[id] ?? '', '')] as const);

/** What the console shows before its messages are loaded, without HTML tags. */
const start = (() => {
  const [, body = ''] = /<body>([^]*)<\/body>/.exec(readFileSync('index.html', 'utf8')) ?? [];
  return ['index.html', body.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')] as const;
})();

const pages = [start, ...['en', 'it'].flatMap((language) => pagesFor(language))];

/** The documentation for staff, without link targets, and with apostrophes as on screens. */
function pagesFor(language: string) {
  const folder = `docs/staff/${language}`;
  return readdirSync(folder).map((name) => {
    const text = readFileSync(`${folder}/${name}`, 'utf8')
      .replaceAll(/\]\([^)]*\)/g, ']')
      .replaceAll("'", '’');
    return [`${folder}/${name}`, text.replaceAll(/\s+/g, ' ')] as const;
  });
}

const OWN = [...ownWords(ENGLISH, QUOTED), ...ownWords(ITALIAN, QUOTED_IN_ITALIAN), ...pages];

/** The `code` in the last cell of the glossary's tables. */
const RETIRED = readFileSync('docs/glossary.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .flatMap((row) => [...(row.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, term = '']) => term.replaceAll("'", '’')));

/** Removes the names of arguments, which aren't shown. */
const withoutArguments = (message: string) => message.replaceAll(/\{\w+(, (number|plural,))?/g, '{');

const says = (term: string) =>
  new RegExp(`(?<![\\p{L}\\d-])${term.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\\p{L}\\d])`, 'iu');

describe('retired terms', () => {
  test('are listed in the glossary', () => expect(RETIRED.length).toBeGreaterThan(80));

  test.each([...new Set(RETIRED)])('%s no longer appears', (term) => {
    // Guests and reception say "lost ticket", so that is allowed.
    const withoutLost = (message: string) => message.replaceAll(/lost ticket/gi, '');
    expect(OWN.filter(([, message]) => says(term).test(withoutLost(withoutArguments(message))))).toEqual([]);
  });

  test.each([
    ['log-in', 'Your log-in has ended.'],
    ['user', 'This user is new'],
    ['non in linea', 'Non in linea dal 3 maggio'],
  ])('%s would be found', (term, message) => expect(says(term).test(withoutArguments(message))).toBe(true));
});

test('staff "sign in" and guests "log in"', () => {
  const ofStaff = /^(auth|failure|forgotten|login|menu|password|session|sessions_of_mine)\./;
  const ofGuests = /^(captive|devices|guests|mac_auth|marketing|paper|preferences|reports|units|vouchers)\./;
  const messages = Object.entries(ENGLISH);
  expect(messages.filter(([id, message]) => ofStaff.test(id) && /\blog(ged|ging|s)?[ -]?(in|out)\b/i.test(message))).toEqual([]);
  expect(messages.filter(([id, message]) => ofGuests.test(id) && /\bsign(ed|ing|s)?[ -]?(in|out)\b/i.test(message))).toEqual([]);
});

test('no Italian article precedes an argument, because 8 and 11 would need another article', () => {
  const article = /(?<!\p{L})(il|al|dal|del|nel|sul|i|ai|dai|dei|nei|sui) (\{|#)/iu;
  expect(Object.entries(ITALIAN).filter(([, message]) => article.test(message))).toEqual([]);
});
