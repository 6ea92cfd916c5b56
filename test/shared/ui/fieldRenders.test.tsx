import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { HotspotTabs } from '../../../src/features/hotspots/HotspotTabs';
import { MarketingPage } from '../../../src/features/marketing/MarketingPage';
import { CaptivePortalPanel } from '../../../src/features/portal-designer/CaptivePortalPanel';
import { preferencesKey } from '../../../src/features/hotspots/preferenceFields';
import { dialogOpened } from '../../../src/shared/dialogs';
import { selectDraft } from '../../../src/shared/drafts';
import { answerWith, type Answers } from '../../support/console/answers';
import { madeUpHotspot } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';
import { keeping, preferences } from '../../features/hotspots/preferencesTabTests';
import { keeping as keepingFeedback, ON } from '../../features/marketing/marketingPageTests';
import { hotspot, hotspotWith, someone } from '../../features/portal-designer/captivePortalPanelTests';

/** Fields that were rendered again: antd then asks for a field's place on the page, which makes the browser compute the layout. */
const rendered = new Set<Element>();

beforeEach(() => {
  const { getBoundingClientRect } = Element.prototype;
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function noted(this: Element) {
    if (this.matches('.ant-form-item')) rendered.add(this);
    return getBoundingClientRect.call(this);
  });
});

afterEach(() => {
  jest.restoreAllMocks();
});

/** The labels of rendered fields but this one. */
const othersThan = (element: HTMLElement) =>
  [...rendered].filter((field) => !field.contains(element)).map((field) => field.querySelector('label')?.textContent);

const READY: Answers = {
  'GET /api/disclaimers/accounts/2': { body: [] },
  'GET /api/preferences/accounts/2': { body: [] },
};

test('The first changed preference renders no other field', async () => {
  answerWith({
    ...keeping(preferences({ voucher_login: 'false' })),
    'GET /api/units': { body: { data: [], total: 0 } },
  });
  const as = madeUp('reseller');
  const { user, store } = renderPage(<HotspotTabs hotspot={madeUpHotspot()} user={as} requested="preferences" />, { as });
  const box = await screen.findByRole('checkbox', { name: 'With a voucher' });
  rendered.clear();
  await user.click(box);
  await screen.findByRole('region', { name: 'Unsaved changes' });
  expect(selectDraft(store.getState(), preferencesKey(7))).toBeDefined();
  expect(othersThan(box)).toEqual([]);
});

test("The portal's title renders no other field but its translations, which show it", async () => {
  hotspotWith();
  const { user } = renderPage(<CaptivePortalPanel hotspot={hotspot} />, { as: someone('admin') });
  const title = await screen.findByRole('textbox', { name: 'Title' });
  rendered.clear();
  await user.type(title, ' all');
  await screen.findByRole('region', { name: 'Unsaved changes' });
  await screen.findByRole('heading', { name: 'Welcome all' });
  expect(othersThan(title).filter((label) => !label?.startsWith('Title – '))).toEqual([]);
});

test('A setting of feedback e-mails renders few of the other fields', async () => {
  answerWith(keepingFeedback(ON));
  const { user } = renderPage(<MarketingPage />, { at: '/marketing?hotspotId=7' });
  const address = await screen.findByRole('textbox', { name: 'First review site' });
  rendered.clear();
  await user.type(address, 'https://example.com');
  await screen.findByRole('region', { name: 'Unsaved changes' });
  expect(othersThan(address)).toEqual(['E-mail text', 'Answers with up to this many stars come to you']);
});

test('A dialog renders none of the other fields when what is typed is stored, and when it asks whether to discard it', async () => {
  answerWith(READY);
  const { user, store } = renderPage(<div />, { as: madeUp('reseller') });
  store.dispatch(dialogOpened({ name: 'hotspots/create', args: null }));
  const name = await screen.findByLabelText('Name');
  await user.click(name);
  await waitFor(() => expect(screen.getByLabelText('Description', { selector: 'textarea' })).toBeInvalid());
  rendered.clear();
  await user.type(name, 'albergo');
  await waitFor(() => expect(selectDraft(store.getState(), 'hotspots/create')?.values).toEqual({ name: 'albergo' }));
  await user.keyboard('{Escape}');
  await screen.findByRole('dialog', { name: /discard/i });
  // Which had the focus before, and is checked.
  expect(othersThan(name)).toEqual(['Description']);
});
