import { beforeAll, describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { Preference } from '../../../src/contract/preferences';
import { HOTSPOT_PREFERENCE_DEFAULTS, MARKETING_DEFAULTS } from '../../../src/contract/plain/hotspotPreferences';
import type { LoggedUser } from '../../../src/features/auth/slice';
import { MARKETING_KEYS } from '../../../src/features/marketing/marketingForm';
import { MarketingPage } from '../../../src/features/marketing/MarketingPage';
import { later, LOST, callName, watchCalls, type Call } from '../../support/console/answers';
import { madeUpHotspot } from '../../support/console/answersMadeUp';
import { currentAddress, renderPage } from '../../support/console/render';
import { callApi, loggedIn } from '../../support/console/renderAs';
import { ON, COLOURS, rowsOf, keeping, open, first, text } from './marketingPageTests';

// jsdom has no layout, but the editor measures its cursor.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();
const puts = (calls: Call[]) => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body as Preference);
const save = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save' }));
const bar = () => screen.queryByRole('region', { name: 'Unsaved changes' });
const paste = (element: HTMLElement, html: string) =>
  fireEvent.paste(element, {
    clipboardData: { getData: (type: string) => (type === 'text/html' ? html : ''), types: ['text/html'], files: [] },
  });

/** HTML of the preview, which is in a shadow root so that the page's styles don't reach it. */
async function previewed(): Promise<string> {
  const preview = within(await first()).getByRole('group', { name: 'E-mail preview' });
  const host = [...preview.querySelectorAll('div')].find(({ shadowRoot }) => shadowRoot);
  return host?.shadowRoot?.innerHTML ?? '';
}

describe('feedback e-mails on the real server', () => {
  let reseller: LoggedUser;
  let hotspotId: number;
  beforeAll(async () => {
    reseller = await loggedIn('reseller');
    const body = { ...madeUpHotspot(), name: 'feedback-one-by-one', privacy_disclaimer_id: 0, tos_disclaimer_id: 0 };
    const created = (await callApi('POST', '/api/hotspots', { token: reseller.token, body })) as { id: number };
    hotspotId = created.id;
  });

  test('have settings that can all be changed, saved and read back', async () => {
    watchCalls();
    const { user } = renderPage(<MarketingPage />, { as: reseller, at: `/marketing?hotspotId=${hotspotId}` });
    for (const name of ['Ask for nationality and reason for the stay at login', 'Ask guests for feedback'])
      await user.click(await screen.findByRole('checkbox', { name }));
    for (const name of ['Also ask by SMS', 'Send the first e-mail', 'Send the second e-mail'])
      await user.click(screen.getByRole('checkbox', { name }));
    await user.click(screen.getByRole('radio', { name: 'A few days after the first' }));
    await user.click(screen.getByRole('radio', { name: '2 stars' }));
    const type = async (name: string, words: string, at = 0) => {
      const [field] = screen.getAllByLabelText(name).slice(at);
      if (!field) throw new Error(`no ${name}`);
      await user.clear(field);
      await user.paste(words);
    };
    await user.click(screen.getByRole('combobox', { name: 'Quiet from' }));
    await user.click(await screen.findByTitle('05:00'));
    await type('Feedback e-mail', 'owner@example.com');
    await type('Delay after login', '90');
    await type('Days after the first e-mail', '7');
    await type('First review site', 'https://a.example/');
    await type('Second review site', 'https://b.example/');
    await type('Third review site', 'http://c.example/');
    await type('Subject', 'one');
    await type('Subject', 'two', 1);
    const texts = await screen.findAllByRole('textbox', { name: 'E-mail text' });
    texts.forEach((field, index) => paste(field, `<p>text ${index}</p>`));
    await save(user);
    expect(await screen.findByText('Feedback e-mails saved')).toBeVisible();
    const rows = (await callApi('GET', `/api/marketing/${hotspotId}`, { token: reseller.token })) as Preference[];
    const stored = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
    expect(Object.keys(stored).sort()).toEqual([...MARKETING_KEYS].sort());
    expect(stored).toMatchObject({
      marketing_0_reason_country: 'true',
      marketing_1_enabled: 'true',
      marketing_2_feedback_email: 'owner@example.com',
      marketing_3_first_email_enabled: 'true',
      marketing_4_second_email_enabled: 'true',
      marketing_5_sms_enabled: 'true',
      marketing_6_first_after: '90',
      marketing_7_second_after: 'days',
      marketing_8_second_after_days: '7',
      marketing_9_threshold: '2',
      marketing_10_first_url: 'https://a.example/',
      marketing_11_second_url: 'https://b.example/',
      marketing_12_third_url: 'http://c.example/',
      marketing_15_feedback_subject_text: 'one',
      marketing_16_review_subject_text: 'two',
      marketing_17_quiet_hours: '5-9',
    });
    expect(stored.marketing_13_feedback_body_text).toContain('text 0');
    expect(stored.marketing_14_review_body_text).toContain('text 1');
    await waitFor(() => expect(bar()).toBeNull());
  });
});

test('sections follow their switches without losing text', async () => {
  const { user, calls } = await open(keeping({}));
  await user.click(await screen.findByRole('checkbox', { name: 'Ask guests for feedback' }));
  expect(screen.getByRole('checkbox', { name: 'Also ask by SMS' })).toBeVisible();
  const isOn = screen.getByRole('checkbox', { name: 'Send the first e-mail' });
  expect(screen.queryByRole('textbox', { name: 'E-mail text' })).toBeNull();
  await user.click(isOn);
  paste(await text(), '<p>Typed </p>');
  await waitFor(async () => expect(await text()).toHaveTextContent('Typed'));
  await user.click(isOn);
  expect(screen.queryByRole('textbox', { name: 'E-mail text' })).toBeNull();
  await user.click(isOn);
  expect(await text()).toHaveTextContent('Typed');
  expect(puts(calls)).toEqual([]);
});

test('a missing e-mail address is reported at its field on saving, and nothing is sent', async () => {
  const { user, calls } = await open(keeping({}));
  await user.click(await screen.findByRole('checkbox', { name: 'Ask guests for feedback' }));
  await save(user);
  expect(await screen.findByText('Fill in this field')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Feedback e-mail' })).toHaveFocus();
  await user.type(screen.getByRole('textbox', { name: 'First review site' }), 'www.example.com');
  await user.type(screen.getByRole('textbox', { name: 'Feedback e-mail' }), 'owner@example.com');
  await save(user);
  expect(await screen.findByText('Enter an address that starts with http:// or https://')).toBeVisible();
  expect(puts(calls)).toEqual([]);
});

test('each changed key is sent in parallel and read again, and failed ones stay marked', async () => {
  const answers = keeping(ON, ['marketing_15_feedback_subject_text']);
  const { user, calls } = await open(answers);
  const subject = within(await first()).getByRole('textbox', { name: 'Subject' });
  await user.clear(subject);
  await user.type(subject, 'Ciao');
  await user.click(screen.getByRole('radio', { name: '5 stars' }));
  await save(user);
  expect(await screen.findByText('Couldn’t save 1 change. See the marked field.')).toBeVisible();
  expect(puts(calls)).toEqual([
    { key: 'marketing_9_threshold', value: '5' },
    { key: 'marketing_15_feedback_subject_text', value: 'Ciao' },
  ]);
  expect(subject).toHaveValue('Ciao');
  expect(subject).toHaveFocus();
  expect(subject).toBeInvalid();
  expect(screen.getByRole('radio', { name: '5 stars' })).toBeChecked();
  expect(bar()).toHaveTextContent('1 change');
  await waitFor(() => expect(calls.filter((call) => callName(call) === 'GET /api/marketing/7')).toHaveLength(2));
});

test('empty days show as 4 and are sent only when changed', async () => {
  const { user, calls } = await open(keeping({ ...ON, marketing_4_second_email_enabled: 'true' }));
  await user.click(await screen.findByRole('radio', { name: 'A few days after the first' }));
  const days = screen.getByRole('spinbutton', { name: 'Days after the first e-mail' });
  expect(days).toHaveValue('4');
  await save(user);
  expect(await screen.findByText('Feedback e-mails saved')).toBeVisible();
  expect(puts(calls)).toEqual([{ key: 'marketing_7_second_after', value: 'days' }]);
  await user.clear(days);
  await user.type(days, '6');
  await save(user);
  await waitFor(() => expect(puts(calls)).toHaveLength(2));
  expect(puts(calls)[1]).toEqual({ key: 'marketing_8_second_after_days', value: '6' });
});

test('a second click while saving sends nothing', async () => {
  const held = later();
  const { user, calls } = await open({ ...keeping(ON), 'PUT /api/marketing/7': held.answer });
  await user.click(await screen.findByRole('checkbox', { name: 'Also ask by SMS' }));
  await save(user);
  fireEvent.submit(screen.getByRole('button', { name: /Save/ }));
  await user.keyboard('{Enter}');
  await act(async () => held.come({ body: { status: 'success' } }));
  expect(await screen.findByText('Feedback e-mails saved')).toBeVisible();
  expect(puts(calls)).toHaveLength(1);
});

test('another hotspot is loaded only after unsaved changes are discarded', async () => {
  const other = { 'GET /api/hotspots': { body: { data: [madeUpHotspot({ id: 8, name: 'lido' })], total: 1 } } };
  const { user } = await open({ ...keeping(ON), ...other });
  await user.click(await screen.findByRole('checkbox', { name: 'Also ask by SMS' }));
  await user.click(screen.getByRole('combobox', { name: 'Hotspot' }));
  await user.click(await screen.findByText(/^lido/));
  await user.click(await screen.findByRole('button', { name: 'Stay here' }));
  expect(currentAddress()).toBe('/marketing?hotspotId=7');
  expect(screen.getByRole('checkbox', { name: 'Also ask by SMS' })).toBeChecked();
});

describe('the preview of a feedback e-mail', () => {
  test("has the portal's colours, title, sender and filled-in placeholders", async () => {
    await open(keeping({ ...ON, marketing_13_feedback_body_text: '<h2>Hi</h2><p>$$HOTSPOT$$: $$URL$$</p>' }));
    await text();
    const html = await previewed();
    expect(html).toContain('background-color:#112233');
    expect(html).toMatch(/color:#aa0000">Benvenuti &lt;al&gt; mare<\/h1>/);
    expect(html).toContain('city-library: <a href="https://example.com/feedback"');
    expect(html).toContain('Biblioteca<br>');
    expect(html).toContain('ciao@example.com');
    expect(within(await first()).getByText('Your stay at city-library')).toBeVisible();
  });

  test("has the portal's logo where there is one", async () => {
    const logo = 'data:image/png;base64,iVBORw0KGgoAAAA=';
    const preferences = rowsOf({ ...HOTSPOT_PREFERENCE_DEFAULTS, ...COLOURS, captive_3_logo: logo });
    await open({ ...keeping(ON), 'GET /api/preferences/hotspots/7': { body: preferences } });
    await text();
    expect(await previewed()).toContain(`<img src="${logo}" alt=""`);
  });

  test('runs no stored or pasted code, and its links leave the console untouched', async () => {
    const body = '<p onclick="steal()">$$URL$$<script>steal()</script><img src=x onerror=steal()><a href="javascript:steal()">x</a></p>';
    await open(keeping({ ...ON, marketing_13_feedback_body_text: body }));
    paste(await text(), '<p>new<svg onload="steal()"></svg><iframe src="https://spy.example"></iframe></p>');
    await waitFor(async () => expect(await previewed()).toContain('new'));
    expect(await previewed()).not.toMatch(/steal|<script|<img|<svg|<iframe/);
    expect(await previewed()).toContain('target="_blank"');
  });

  test('warns about a text without its link, which can still be saved', async () => {
    const { user, calls } = await open(keeping(ON));
    const field = await text();
    expect(screen.queryByText(/\$\$URL\$\$ is missing/)).toBeNull();
    field.focus();
    await user.keyboard('{Control>}a{/Control}');
    paste(field, '<p>No way to answer</p>');
    expect(await screen.findByText(/\$\$URL\$\$ is missing/)).toBeVisible();
    await save(user);
    expect(await screen.findByText('Feedback e-mails saved')).toBeVisible();
    expect(puts(calls)).toEqual([{ key: 'marketing_13_feedback_body_text', value: '<p>No way to answer</p>' }]);
  });
});

describe('a test mail', () => {
  const SEND = 'POST /api/marketing/testmail/7/feedback';
  const sendTest = async (user: UserEvent) => {
    await text();
    await user.click(within(await first()).getByRole('button', { name: 'Send a test' }));
  };

  test('is sent to the shown address with the shown text, saved or not', async () => {
    const { user, calls } = await open({ ...keeping(ON), [SEND]: { body: { status: 'success' } } });
    const address = await screen.findByRole('textbox', { name: 'Feedback e-mail' });
    await user.clear(address);
    const send = within(await first()).getByRole('button', { name: 'Send a test' });
    expect(send).toBeDisabled();
    expect(send).toHaveAccessibleDescription('Fill in the feedback e-mail first: tests go there');
    await user.type(address, 'new@example.com');
    await sendTest(user);
    expect(await screen.findByText('Test sent to new@example.com.')).toBeVisible();
    expect(calls.filter((call) => callName(call) === SEND).map(({ body }) => body)).toEqual([
      { to: 'new@example.com', subject: 'Your stay at $$HOTSPOT$$', body: '<p>How was your stay? $$URL$$</p>' },
    ]);
    expect(puts(calls)).toEqual([]);
  });

  test.each([
    [{ status: 409, body: { code: 'no_mail_server', message: 'x' } }, /No mail server is configured/],
    [{ status: 422, body: { code: 'mail_refused', message: 'x', error: '550 no such mailbox here' } }, /550 no such mailbox here/],
    [{ status: 422, body: { code: 'mail_refused', message: 'x' } }, /rejected it\. Administrators can see why/],
    [{ status: 500, body: { code: 'mail_unreachable', message: 'x' } }, /No answer from the mail server/],
    [{ status: 429, body: { code: 'too_often', message: 'x', retry_after: 120 } }, /Try again in 2 minutes/],
    [LOST, /No answer from the server|no connection|cannot be reached/i],
  ] as const)('explains why it was not sent: %j', async (answer, words) => {
    const { user } = await open({ ...keeping(ON), [SEND]: answer });
    await sendTest(user);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Couldn’t send the test');
    expect(alert).toHaveTextContent(words);
    expect(await text()).toHaveTextContent('How was your stay?');
  });
});

// jsdom has no layout, but the editor measures its cursor.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

test('the page without a hotspot prompts for one and reads nothing', async () => {
  const { calls } = await open({}, '/marketing');
  expect(await screen.findByText('Choose a hotspot to edit its feedback e-mails')).toBeVisible();
  expect(calls).toEqual([]);
});

test('unreadable settings are reported, and a retry reads them', async () => {
  const good = keeping(ON);
  const answers = { ...good, 'GET /api/marketing/7': [{ status: 500 }, { body: rowsOf({ ...MARKETING_DEFAULTS, ...ON }) }] } as const;
  const { user } = await open(answers);
  expect(await screen.findByText(/Couldn’t load/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await text()).toHaveTextContent('How was your stay? survey link');
});
