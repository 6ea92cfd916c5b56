import { describe, expect, test } from '@jest/globals';
import { readLength, readNameAndLength, restAfter, subjectOf } from '../../../src/app/find/typed';

describe('a length of time', () => {
  test.each([
    ['3 days', { days: 3, rest: '' }],
    ['3d', { days: 3, rest: '' }],
    ['1 settimana hotel-bora', { days: 7, rest: 'hotel-bora' }],
    ['2 Wochen hotel-bora', { days: 14, rest: 'hotel-bora' }],
    ['3 Tage', { days: 3, rest: '' }],
    ['3 jours', { days: 3, rest: '' }],
    ['1 semaine hotel-bora', { days: 7, rest: 'hotel-bora' }],
    ['3 días', { days: 3, rest: '' }],
    ['2 di\u{301}as García', { days: 2, rest: 'García' }],
    ['2 semanas', { days: 14, rest: '' }],
    ['2 giorni Rossi, 204', { days: 2, rest: 'Rossi, 204' }],
    ['3', null],
    ['3da9xk2p', null],
    ['0 days', null],
    ['9999 weeks', null],
    ['days 3', null],
    ['204 Rossi', null],
    ['<script> 3 days', null],
    ['3 days'.repeat(40), null],
  ])('is read from “%s”', (typed, read) => expect(readLength(typed)).toEqual(read));

  test.each([
    ['rossi 2 days', { name: 'rossi', days: 2 }],
    ['mario rossi +1 week', { name: 'mario rossi', days: 7 }],
    ['2 days', { name: '', days: 2 }],
    ['room 204', { name: 'room 204' }],
    ['rossi', { name: 'rossi' }],
  ])('is read behind a name from “%s”', (typed, read) => expect(readNameAndLength(typed)).toEqual(read));
});

describe('the name behind an act', () => {
  test.each([
    ['Extend access', 'extend rossi 2 days', 'rossi 2 days'],
    ['Extend access', 'EXT', ''],
    ['Extend access', 'access extend', ''],
    ['Prolunga l’accesso', 'prolunga Rossi', 'Rossi'],
    ['New manager', 'new', ''],
    ['New manager', 'newman', null],
    ['Extend access', '', null],
    ['Extend access', '(.*)+', null],
    ['Why can’t this guest get online?', "why can't this guest", ''],
    ['Why can’t this guest get online?', 'why can’t rossi', 'rossi'],
    ['Delete guest', 'delete de-lorenzo', 'de-lorenzo'],
  ])('remains of “%s” in “%s”: %j', (title, typed, rest) => expect(restAfter(title, typed)).toBe(rest));

  test('is null until each word of a whole name is typed in part', () => {
    expect(restAfter('3 days', '3', { isWhole: true })).toBeNull();
    expect(restAfter('3 days', '3 d', { isWhole: true })).toBe('');
  });
});

describe('the name in a question why somebody isn’t online', () => {
  const EN = 'Why can’t this guest get online?';
  const IT = 'Perché questo ospite non riesce a connettersi?';
  test.each([
    [EN, 'why rossi', 'rossi'],
    [EN, 'why is room 12 offline', 'room 12'],
    [EN, 'Why isn’t room 12 online?', 'room 12'],
    [EN, "why can't Rossi, Mario get online", 'Rossi, Mario'],
    [EN, 'why is the pool bar down', 'pool bar'],
    [EN, 'why is unit bora-spa not working?', 'bora-spa'],
    [EN, 'why can’t this guest get online', ''],
    [EN, 'why rest is best offline', 'rest is best'],
    [EN, 'why offline', 'offline'],
    [EN, 'why', ''],
    [EN, 'whyte', ''],
    [EN, 'room 12 offline', ''],
    [EN, 'why <script> is offline', '<script>'],
    [IT, 'perché la camera 12 è offline', 'camera 12'],
    [IT, 'perche è offline la camera 12?', 'camera 12'],
    [IT, 'perche\u{301} Rossi non riesce a connettersi', 'Rossi'],
    ['Warum kommt dieser Gast nicht online?', 'warum ist Zimmer 12 nicht online', 'Zimmer 12'],
    ['Pourquoi cet invité ne peut-il pas aller en ligne ?', 'pourquoi la chambre 12 est hors ligne ?', 'chambre 12'],
    ['¿Por qué no puede conectarse este invitado?', 'por qué está la habitación 12 sin conexión', 'habitación 12'],
  ])('is read, for the title “%s”, from “%s”: “%s”', (title, typed, name) => expect(subjectOf(title, typed)).toBe(name));
});
