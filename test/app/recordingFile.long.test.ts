import { describe, expect, test } from '@jest/globals';
import { readRecording } from '../../src/app/replay/recordingFile';
import { plainReducer } from '../../src/app/store';
import { printStepTaken, selectPrintChoice, selectPrintStep } from '../../src/features/printing/slice';
import { selectStudioHistory } from '../../src/features/printing/studio/slice';

type State = ReturnType<typeof plainReducer>;

/** A recording of the version in which one slice held the vouchers, the print dialog and the studio. */
const SECOND_VERSION = {
  format: 'portico-recording',
  version: 2,
  console: '0.1.0',
  made: '2026-11-22T10:00:00.000Z',
  role: 'reseller',
  browser: 'a browser',
  backend: 'portico',
  isPersonalDataHidden: true,
  start: {
    vouchers: {
      selection: { of: '', vouchers: [] },
      refused: null,
      printStep: 'wanted',
      printChoice: { design: 'ticket' },
      studio: { 'vouchers/template 7 12': { past: [], future: [], open: 'a' } },
    },
  },
  actions: [{ type: 'vouchers/printStepTaken', payload: 'not_printed' }],
  times: [0],
};

describe('a recording of the second version', () => {
  const { version, start, actions } = readRecording(structuredClone(SECOND_VERSION));
  const initialState = start as State;

  test('begins with the print dialog and the studio as they were', () => {
    expect(version).toBe(3);
    expect(selectPrintStep(initialState)).toBe('wanted');
    expect(selectPrintChoice(initialState)).toEqual({ design: 'ticket' });
    expect(selectStudioHistory(initialState, 'vouchers/template 7 12')).toEqual({ past: [], future: [], open: 'a' });
    expect(initialState.vouchers).toEqual({ selection: { of: '', vouchers: [] }, refused: null });
  });

  test('plays its actions under the names of today', () => {
    expect(actions).toEqual([printStepTaken('not_printed')]);
    const all = plainReducer(undefined, { type: 'before' });
    expect(selectPrintStep(actions.reduce(plainReducer, { ...all, ...initialState }))).toBe('not_printed');
  });
});

test('a recording that begins without vouchers is read, too', () => {
  expect(readRecording({ ...SECOND_VERSION, start: { auth: {} } }).start).toEqual({ auth: {} });
});
