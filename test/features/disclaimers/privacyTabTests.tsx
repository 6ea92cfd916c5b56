import type { Disclaimer, PrivacyPage } from '../../../src/contract/disclaimers';
import { PrivacyTab } from '../../../src/features/disclaimers/PrivacyTab';
import type { Answers } from '../../support/console/answers';
import { madeUpHotspot } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';

export const hotspot = madeUpHotspot();
export const WAX = `GET /wax/privacy/${hotspot.uuid}`;

export const text = (id: number, type: Disclaimer['type'], body: string, title = `Text ${id}`): Disclaimer => ({ id, type, title, body });

export const pageOf = (change: Partial<PrivacyPage> = {}): PrivacyPage => ({
  privacy_disclaimers: [
    text(0, 'privacy', '<p>The usual privacy</p>', 'Default'),
    text(4, 'privacy', '<h2>House privacy</h2><p>We keep little.</p>', 'House'),
  ],
  privacy_selected_id: 0,
  tos_disclaimers: [text(0, 'tos', '<p>The usual terms</p>', 'Default')],
  tos_selected_id: 0,
  ...change,
});

export const privacyAnswers = (change: Partial<PrivacyPage> = {}, answers: Answers = {}): Answers => ({
  [WAX]: { body: pageOf(change) },
  ...answers,
});

export const open = (options: Parameters<typeof renderPage>[1] = {}) => renderPage(<PrivacyTab hotspot={hotspot} />, options);
