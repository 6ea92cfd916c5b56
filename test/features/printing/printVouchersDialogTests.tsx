import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { PAPER_DEFAULTS, type PaperSettings } from '../../../src/contract/plain/paperModel';
import type { Role } from '../../../src/contract/plain/roles';
import type { Voucher } from '../../../src/contract/vouchers';
import type { PdfInput } from '../../../src/features/printing/pdf';
import type { PdfMessage } from '../../../src/features/printing/pdfWorker';
import { PrintVouchersDialog } from '../../../src/features/printing/dialogs/PrintVouchersDialog';
import type { Preferences } from '../../../src/shared/preferences';
import { answerWith, callName, type Answers, type Call } from '../../support/console/answers';
import { renderPage } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';
import { madeUpVoucher } from './paperMadeUp';

export const HOTSPOT = { id: 7, name: 'city-library', description: 'City Library' };
export const USED_UP = madeUpVoucher({ id: 90, code: 'usedup', remain_use: 0 });

export const paper = (change: Partial<PaperSettings> = {}): Answers => ({
  'GET /api/paper/hotspots/7': { body: { ...PAPER_DEFAULTS, ...change } },
});

export const pageAnswers = (answers: Answers = {}): Answers => ({
  ...paper(),
  'GET /api/paper_templates': { body: [] },
  'GET /api/hotspots/7': { body: HOTSPOT },
  'GET /api/preferences/hotspots/7': { body: [{ key: 'captive_7_background', value: '#1f6feb' }] },
  'PUT /api/vouchers': { body: { status: 'success' } },
  ...answers,
});

export const marks = (calls: Call[]) => calls.filter((call) => callName(call) === 'PUT /api/vouchers').map(({ body }) => body);

/** A worker controlled by the test. */
export class FakeWorker {
  static last: FakeWorker;
  onmessage: ((event: { data: PdfMessage }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  asked: PdfInput | undefined;
  isEnded = false;
  constructor() {
    FakeWorker.last = this;
  }
  postMessage(input: PdfInput) {
    this.asked = input;
  }
  terminate() {
    this.isEnded = true;
  }
}

export function open(
  vouchers: readonly Voucher[],
  answers?: Answers,
  language: 'en' | 'it' = 'en',
  role: Role = 'reseller',
  preferences: Partial<Preferences> = {},
) {
  const calls = answerWith(pageAnswers({ 'GET /api/vouchers/7': { body: vouchers }, ...answers }));
  const onClose = jest.fn();
  const rendered = renderPage(<PrintVouchersDialog args={{ hotspotId: 7, vouchers: [...vouchers] }} onClose={onClose} />, {
    language,
    as: madeUp(role),
    preferences,
  });
  return { ...rendered, calls, onClose };
}

export const preview = () => screen.findByRole('region', { name: 'Preview' });
export const printButton = () => screen.findByRole('button', { name: 'Print' });
