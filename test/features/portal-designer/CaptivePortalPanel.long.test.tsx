import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link } from 'react-router-dom';
import type { Role } from '../../../src/contract/plain/roles';
import { CaptivePortalPanel } from '../../../src/features/portal-designer/CaptivePortalPanel';
import { HotspotPage } from '../../../src/features/hotspots/HotspotPage';
import { setConfig } from '../../../src/shared/config';
import { tabOpened } from '../../../src/shared/location';
import { later, LOST, callName, SERVER, watchCalls, type Call, answerWith } from '../../support/console/answers';
import { currentAddress, renderPage } from '../../support/console/render';
import { callApi, loggedIn } from '../../support/console/renderAs';
import { canvasMakes, fileOf, GIF, jpeg, MOST_BYTES, pictureWorks, png, SVG } from './pictures';
import { at, hotspot, LOGO, someone, hotspotWith, preview } from './captivePortalPanelTests';

const WAX = `/wax/privacy/${hotspot.uuid}`;

const puts = (calls: Call[]) => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
/** The portal's style sheet. */
const drawnWith = () => document.querySelector('[class*="portalInside"] style')?.textContent;
const field = (name: string) => screen.getByRole('textbox', { name });
const bar = () => screen.queryByRole('region', { name: 'Unsaved changes' });
const saveNow = { name: 'Save' };

async function design(role: Role = 'admin') {
  const rendered = renderPage(
    <>
      <Link to="/profile">elsewhere</Link>
      <CaptivePortalPanel hotspot={hotspot} />
    </>,
    { as: someone(role, role !== 'admin'), at },
  );
  await screen.findByRole('textbox', { name: 'Title' });
  return rendered;
}

/** The file input behind a drop zone. */
function fileInput(name: string): HTMLInputElement {
  const input = screen.getByRole('button', { name: new RegExp(`^Choose.*${name}$`) }).querySelector('input[type="file"]');
  if (!(input instanceof HTMLInputElement)) throw new Error(`${name} takes no file`);
  return input;
}

beforeEach(() => pictureWorks());

describe('access to the captive portal designer', () => {
  test.each([
    ['admin', false],
    ['reseller', true],
    ['customer', true],
  ] as const)('lets a %s design (plan with customisation: %s)', async (role, hasPlan) => {
    hotspotWith();
    renderPage(<CaptivePortalPanel hotspot={hotspot} />, { as: someone(role, hasPlan), at });
    expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('Welcome');
    expect(preview().getByRole('heading', { name: 'Welcome' })).toBeVisible();
  });

  test.each([
    ['reseller', 'Your Premium plan doesn’t include captive portal customisation.'],
    ['customer', 'Your reseller’s Premium plan doesn’t include captive portal customisation.'],
    ['desk', 'Your reseller’s Premium plan doesn’t include captive portal customisation.'],
  ] as const)('shows a %s without the plan what is missing, and requests nothing', async (role, line) => {
    const { calls } = hotspotWith();
    renderPage(<CaptivePortalPanel hotspot={hotspot} />, { as: someone(role, false), at });
    expect(await screen.findByText(line)).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Preview' })).not.toBeInTheDocument();
    expect(calls).toEqual([]);
  });

  test.each([
    { role: 'admin', fields: 0 },
    { role: 'desk', fields: 1 },
  ] as const)(
    'shows $role on an existing back end $fields title fields, because it lets desks design but not admins',
    async ({ role, fields }) => {
      hotspotWith();
      setConfig({ backend: 'existing' });
      renderPage(<CaptivePortalPanel hotspot={hotspot} />, { as: someone(role), at });
      expect(await screen.findByRole('region', { name: 'Preview' })).toBeVisible();
      expect(screen.queryAllByRole('textbox', { name: 'Title' })).toHaveLength(fields);
    },
  );

  test('opens as a tab of the hotspot', async () => {
    renderPage(<HotspotPage />, { as: await loggedIn('admin'), at: '/hotspots/1?tab=captive' });
    expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('Benvenuti al Miramare');
    expect(screen.getByRole('tab', { name: 'Captive portal' })).toHaveAttribute('aria-selected', 'true');
  });

  test('shows a desk the preview without any field', async () => {
    hotspotWith();
    renderPage(<CaptivePortalPanel hotspot={hotspot} />, { as: someone('desk'), at });
    expect(await screen.findByRole('region', { name: 'Preview' })).toBeVisible();
    expect(preview().getByRole('heading', { name: 'Welcome' })).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Undo|Save/ })).not.toBeInTheDocument();
  });

  test('offers a retry when the portal cannot be read', async () => {
    const answer = { body: [{ key: 'captive_2_title', value: 'Ciao' }] };
    answerWith({ 'GET /api/preferences/hotspots/7': [{ status: 500 }, answer], 'GET /api/marketing/7': { body: [] } });
    const { user } = renderPage(<CaptivePortalPanel hotspot={hotspot} />, { as: someone('admin'), at });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('Ciao');
  });
});

describe('the fields of the designer', () => {
  test('follow the order of the captive portal', async () => {
    hotspotWith();
    await design();
    const labels = [...document.querySelectorAll('label[for]')].map((label) => label.textContent);
    // Translations are below their text.
    expect(labels.filter((label) => !label.includes(' – '))).toEqual([
      'Redirect address',
      'Title',
      'Logo',
      'Subtitle',
      'Banner',
      'Description',
      'Page background colour',
      'Background image',
      'Container colour',
      'Title colour',
      'Text colour',
      'Text style',
    ]);
  });

  test('include a key of another back end by its name and preserve it', async () => {
    const { calls } = hotspotWith({ captive_99_footer: 'Old' });
    const { user } = await design();
    await user.type(field('captive_99_footer'), 'er');
    await user.click(await screen.findByRole('button', saveNow));
    await screen.findByText('Captive portal saved');
    expect(puts(calls)).toEqual([{ key: 'captive_99_footer', value: 'Older' }]);
  });

  test('include the eight text styles', async () => {
    hotspotWith();
    const { user } = await design();
    await user.click(screen.getByRole('combobox', { name: 'Text style' }));
    const styles = [
      'Lato',
      'Roboto',
      'Hind',
      'Fira Sans Extra Condensed',
      'Dosis',
      'EB Garamond',
      'Playfair Display',
      'Playfair Display SC',
    ];
    for (const style of styles) expect((await screen.findAllByText(style)).length).toBeGreaterThan(0);
    await user.click(screen.getByText('EB Garamond'));
    expect(drawnWith()).toContain('--portal-face:"Portal EB Garamond", serif');
  });
});

describe('the preview', () => {
  test('follows the input without a request', async () => {
    const { calls } = hotspotWith();
    const { user } = await design();
    const before = calls.length;
    await user.clear(field('Title'));
    await user.type(field('Title'), 'Benvenuti');
    await user.type(field('Description'), '{Enter}<b>Two</b> lines<script>alert(1)</script>');
    expect(await preview().findByRole('heading', { name: 'Benvenuti' })).toBeVisible();
    const description = await preview().findByText(/Two/);
    expect(description.textContent).toBe('Free internet access\n<b>Two</b> lines<script>alert(1)</script>');
    expect(calls).toHaveLength(before);
    expect(bar()).toHaveTextContent('2 changes');
  });

  test('starts as a smartphone, and has the proportions of a tablet and of a desktop computer', async () => {
    hotspotWith();
    const { user } = await design();
    const frame = () => document.querySelector('[data-device]');
    const proportions = () => {
      const { width, height } = (frame() as HTMLElement).style;
      return parseFloat(width) / parseFloat(height);
    };
    expect(frame()).toHaveAttribute('data-device', 'smartphone');
    expect(proportions()).toBeCloseTo(390 / 844);
    await user.click(screen.getByText('Tablet'));
    expect(proportions()).toBeCloseTo(820 / 1180);
    await user.click(screen.getByText('Desktop'));
    expect(proportions()).toBeCloseTo(1440 / 900);
  });

  test('leads from Start to the active login methods, and from these to the page for online guests', async () => {
    hotspotWith({ sms_login: 'false', facebook_login: 'false', voucher_login: 'true' });
    const { user } = await design();
    await user.click(preview().getByRole('button', { name: 'Start' }));
    expect(preview().getByText('city-library/login')).toBeVisible();
    await user.click(preview().getByRole('link', { name: 'Back' }));
    await user.click(preview().getByRole('button', { name: 'Start' }));
    await user.type(preview().getByRole('textbox', { name: /^Code/ }), 'abc{Enter}');
    expect(preview().getByRole('heading', { name: 'You are online' })).toBeVisible();
    expect(preview().getByText('1 hour 30 minutes')).toBeVisible();
    await user.click(preview().getByRole('link', { name: 'Continue to example.com' }));
    await user.click(preview().getByRole('button', { name: 'Log out' }));
    expect(preview().getByRole('button', { name: 'Start' })).toBeVisible();
    expect(currentAddress()).toBe(at);
  });

  test('shows the time to fetch a code, and after the login the questions of the hotspot', async () => {
    const requested = { marketing_0_reason_country: 'true', marketing_1_enabled: 'true' };
    hotspotWith(
      { sms_login: 'false', facebook_login: 'false', linkedin_login: 'false', voucher_login: 'true', temp_session_duration: '600' },
      {},
      requested,
    );
    const { user } = await design();
    await user.click(preview().getByRole('button', { name: 'Start' }));
    await user.click(preview().getByText('With my e-mail address'));
    expect(preview().getByText(/10 minutes/)).toBeVisible();
    await user.type(preview().getByRole('textbox', { name: /^E-mail/ }), 'ada@example.com{Enter}');
    await user.type(preview().getByRole('textbox', { name: /^Code/ }), '123456{Enter}');
    expect(preview().getByRole('heading', { name: 'You are online' })).toBeVisible();
    expect(preview().getByRole('combobox', { name: /Where are you from/ })).toBeVisible();
  });

  test('states that no login method is active', async () => {
    const off = Object.fromEntries(['sms', 'email', 'facebook', 'linkedin'].map((loginMethod) => [`${loginMethod}_login`, 'false']));
    hotspotWith(off);
    const { user } = await design();
    await user.click(preview().getByRole('button', { name: 'Start' }));
    expect(preview().getByText('At the moment nobody can log in here. Please ask at reception.')).toBeVisible();
    expect(preview().queryByRole('textbox')).not.toBeInTheDocument();
  });

  test('states that the hotspot is closed, whatever methods are active', async () => {
    hotspotWith({ hotspot_closed: 'true' });
    const { user } = await design();
    await user.click(preview().getByRole('button', { name: 'Start' }));
    expect(preview().getByText('At the moment nobody can log in here. Please ask at reception.')).toBeVisible();
    expect(preview().queryByRole('textbox')).not.toBeInTheDocument();
  });

  test('leads from the phone number to the SMS code', async () => {
    hotspotWith({ email_login: 'false' });
    const { user } = await design();
    await user.click(preview().getByRole('button', { name: 'Start' }));
    await user.type(preview().getByRole('textbox', { name: /^Mobile number/ }), '347 1234567{Enter}');
    expect(preview().getByText('An SMS with a code is on its way to +39 347 1234567.')).toBeVisible();
    await user.type(preview().getByRole('textbox', { name: 'Code from the SMS' }), '123456{Enter}');
    expect(preview().getByRole('heading', { name: 'You are online' })).toBeVisible();
  });

  test('leads to the page before an external login, and on to the online page', async () => {
    hotspotWith({ facebook_login: 'false' });
    const { user } = await design();
    await user.click(preview().getByRole('button', { name: 'Start' }));
    expect(preview().queryByRole('button', { name: 'Log in with Facebook' })).not.toBeInTheDocument();
    await user.click(preview().getByRole('button', { name: 'Log in with LinkedIn' }));
    await user.click(preview().getByRole('link', { name: 'Log in another way' }));
    await user.click(preview().getByRole('button', { name: 'Log in with LinkedIn' }));
    await user.click(preview().getByRole('link', { name: 'Continue to LinkedIn' }));
    expect(preview().getByRole('heading', { name: 'You are online' })).toBeVisible();
  });

  test('hides and names the methods that the server is not configured for', async () => {
    setConfig({ ways_off: ['sms_login', 'linkedin_login'] });
    try {
      hotspotWith({ email_login: 'false', facebook_login: 'false' });
      const { user } = await design();
      expect(screen.getByText('Not offered to guests, because the server isn’t set up for it: SMS and LinkedIn')).toBeVisible();
      await user.click(preview().getByRole('button', { name: 'Start' }));
      expect(preview().getByText('At the moment nobody can log in here. Please ask at reception.')).toBeVisible();
    } finally {
      setConfig({ ways_off: [] });
    }
  });

  test("offers the languages of guests, independent of the console's language", async () => {
    const none = { privacy_disclaimers: [], privacy_selected_id: 0, tos_disclaimers: [], tos_selected_id: 0 };
    hotspotWith({}, { [`GET ${WAX}`]: { body: none } });
    const { user } = await design();
    await user.click(preview().getByRole('link', { name: 'Deutsch' }));
    expect(preview().getByRole('button', { name: 'Los geht’s' })).toBeVisible();
    await user.click(preview().getByRole('link', { name: 'Nutzungsbedingungen' }));
    expect(preview().getByRole('heading', { name: 'Nutzungsbedingungen' })).toBeVisible();
    expect(currentAddress()).toBe(at);
  });

  test('shows the chosen terms and privacy texts, sanitized and requested without a token', async () => {
    const dangerous =
      '<p>House <b>terms</b> <a href="javascript:alert(1)" onclick="alert(2)">one</a> <a href="https://example.com/x">two</a>' +
      '<script>alert(3)</script><img src=x onerror=alert(4)></p>';
    const page = {
      privacy_disclaimers: [{ id: 0, type: 'privacy', title: 'Default', body: 'Default notice' }],
      privacy_selected_id: 0,
      tos_disclaimers: [
        { id: 0, type: 'tos', title: 'Default', body: 'Default terms' },
        { id: 2, type: 'tos', title: 'House', body: dangerous },
      ],
      tos_selected_id: 2,
    };
    const { calls } = hotspotWith({}, { [`GET ${WAX}`]: { body: page } });
    const { user } = await design();
    expect(calls.map(callName)).not.toContain(`GET ${WAX}`);
    await user.click(preview().getByRole('link', { name: 'terms of use' }));
    expect(await preview().findByText('terms')).toBeVisible();
    expect(preview().queryByText(/Default terms/)).not.toBeInTheDocument();
    expect(preview().getByText('one')).not.toHaveAttribute('href');
    expect(preview().getByRole('link', { name: 'two' })).toHaveAttribute('target', '_blank');
    const html = screen.getByRole('region', { name: 'Preview' }).innerHTML;
    for (const word of ['javascript:', 'onclick', 'onerror', 'alert(3)']) expect(html).not.toContain(word);
    expect(calls.find((call) => callName(call) === `GET ${WAX}`)?.token).toBeNull();

    await user.click(preview().getByRole('link', { name: 'Back' }));
    await user.click(preview().getByRole('link', { name: 'privacy notice' }));
    expect(await preview().findByText('Default notice')).toBeVisible();
  });

  test('reports an unreachable WAX base itself instead of showing the server as away', async () => {
    const page = { privacy_disclaimers: [], privacy_selected_id: 0, tos_disclaimers: [], tos_selected_id: 0 };
    setConfig({ wax_base: 'http://wax.invalid' });
    const { calls } = hotspotWith({}, { [`GET ${WAX}`]: [LOST, { body: page }] });
    const { user, store } = await design();
    await user.click(preview().getByRole('link', { name: 'privacy notice' }));
    await preview().findByText('Couldn’t load the text. Try again.');
    expect(store.getState().connection).toMatchObject({ isAway: false });
    await user.click(preview().getByRole('button', { name: 'Try again' }));
    expect(await preview().findByText('This text is not available.')).toBeVisible();
    expect(calls.filter((call) => callName(call) === `GET ${WAX}`)).toHaveLength(2);
  });

  test("shows the hotspot's disclaimers on the real server", async () => {
    const admin = await loggedIn('admin');
    const calls = watchCalls();
    const real = (await callApi('GET', '/api/hotspots/1', { token: admin.token })) as typeof hotspot;
    const { user } = renderPage(<CaptivePortalPanel hotspot={real} />, { as: admin, at });
    await user.click(await screen.findByRole('link', { name: 'privacy notice' }));
    expect(await preview().findByText('Miramare Ospitalità S.r.l.')).toBeVisible();
    expect(calls.filter(({ path }) => path.startsWith('/wax')).map(({ token }) => token)).toEqual([null]);
    expect(SERVER).not.toBe('');
  });

  test('contains no address or picture that could run code', async () => {
    hotspotWith({
      captive_1_redir: 'javascript:alert(1)',
      captive_3_logo: 'data:image/svg+xml;base64,PHN2Zz4=',
      captive_5_banner: 'javascript:x',
    });
    const { user } = await design();
    expect(preview().queryByRole('img')).not.toBeInTheDocument();
    await user.click(preview().getByRole('button', { name: 'Start' }));
    await user.type(preview().getByRole('textbox', { name: 'E-mail address' }), 'ada@example.com{Enter}');
    await user.type(preview().getByRole('textbox', { name: 'Code from the e-mail' }), '123456{Enter}');
    expect(preview().getByRole('heading', { name: 'You are online' })).toBeVisible();
    const links = preview().getAllByRole('link');
    expect(new Set(links.map((link) => link.getAttribute('href')))).toEqual(new Set(['#']));
  });

  test('can be printed', async () => {
    hotspotWith();
    const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user } = await design();
    await user.click(screen.getByRole('button', { name: 'Print the preview' }));
    expect(print).toHaveBeenCalledTimes(1);
    const width = () => parseFloat((document.querySelector('[data-device]') as HTMLElement).style.width);
    fireEvent(window, new Event('beforeprint'));
    // The width that fits a printed page.
    expect(width()).toBe(390);
    fireEvent(window, new Event('afterprint'));
    await waitFor(() => expect(width()).toBeLessThan(390));
  });
});

describe('the colours of the designer', () => {
  test('warn in words about text that is hard to read', async () => {
    hotspotWith();
    const { user } = await design();
    expect(screen.queryByText(/hard to read/)).not.toBeInTheDocument();
    await user.clear(field('Text colour'));
    await user.type(field('Text colour'), '#999999');
    expect(
      await screen.findByText(/The text is hard to read: its contrast with the background is 2.8:1, and should be at least 4.5:1/),
    ).toBeVisible();
    expect(screen.queryByText(/The title is hard to read/)).not.toBeInTheDocument();
  });

  test('accept half a colour while typing, and the preview keeps the previous one', async () => {
    const { calls } = hotspotWith();
    const { user } = await design();
    await user.clear(field('Title colour'));
    await user.type(field('Title colour'), '#12345');
    expect(screen.queryByText('Enter a colour like #1f6feb')).not.toBeInTheDocument();
    expect(drawnWith()).toContain('--portal-title:#4A4A4A;');
    await user.tab();
    expect(await screen.findByText('Enter a colour like #1f6feb')).toBeVisible();
    expect(field('Title colour')).toHaveAttribute('aria-invalid', 'true');
    await user.click(screen.getByRole('button', saveNow));
    expect(puts(calls)).toEqual([]);
    expect(field('Title colour')).toHaveFocus();
  });

  test('can be picked without changing their opacity', async () => {
    const { calls } = hotspotWith({ captive_82_container_bg_color: '#ffffff80' });
    const { user } = await design();
    fireEvent.change(screen.getByLabelText('Pick: Container colour'), { target: { value: '#ff0000' } });
    expect(field('Container colour')).toHaveValue('#ff000080');
    await user.clear(screen.getByRole('spinbutton', { name: 'Opacity: Container colour' }));
    await user.type(screen.getByRole('spinbutton', { name: 'Opacity: Container colour' }), '100');
    await user.tab();
    expect(field('Container colour')).toHaveValue('#ff0000');
    await user.click(screen.getByRole('button', saveNow));
    await screen.findByText('Captive portal saved');
    expect(puts(calls)).toEqual([{ key: 'captive_82_container_bg_color', value: '#ff0000' }]);
  });
});

describe('the pictures of the designer', () => {
  test('can be chosen, shown, saved and removed', async () => {
    const { calls, stored } = hotspotWith();
    const { user } = await design();
    await user.upload(fileInput('Banner'), fileOf(jpeg(), 'sea.jpg', 'image/jpeg'));
    const chosen = () => screen.getByRole('img', { name: 'Banner: selected image' });
    await waitFor(() => expect(chosen()).toHaveAttribute('src', expect.stringMatching(/^data:image\/jpeg/)));
    await user.click(screen.getByRole('button', { name: /Remove.*Logo/ }));
    expect(preview().queryByRole('img', { name: 'Logo' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', saveNow));
    await screen.findByText('Captive portal saved');
    expect(puts(calls)).toHaveLength(2);
    expect(stored).toMatchObject({ captive_3_logo: '', captive_5_banner: `data:image/jpeg;base64,${jpeg().toString('base64')}` });
  });

  test.each([
    ['an SVG that calls itself a PNG', fileOf(SVG, 'logo.png', 'image/png'), 'File not supported: choose a PNG or JPEG file'],
    ['a GIF of one pixel', fileOf(GIF, 'dot.png', 'image/png'), 'File not supported: choose a PNG or JPEG file'],
    ['half a PNG', fileOf(png().subarray(0, 50), 'half.png', 'image/png'), 'File not supported: the image is damaged'],
  ])('keep the previous one when %s is refused', async (_what, file, words) => {
    hotspotWith();
    const { user } = await design();
    await user.upload(fileInput('Logo'), file);
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('img', { name: 'Logo: selected image' })).toHaveAttribute('src', LOGO);
    expect(preview().getByRole('img', { name: 'Logo' })).toHaveAttribute('src', LOGO);
    expect(bar()).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Shrink image' })).not.toBeInTheDocument();
  });

  test('are refused with a reason when they can’t be read, or anything else is dropped', async () => {
    hotspotWith();
    const { user } = await design();
    const unreadable = fileOf(png(), 'logo.png', 'image/png');
    Object.assign(unreadable, { slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) }) });
    await user.upload(fileInput('Logo'), unreadable);
    expect(await screen.findByText(/^Couldn’t read the file. It may have been moved or changed/)).toBeVisible();
    fireEvent.drop(screen.getByRole('button', { name: /^Choose.*Logo$/ }), {
      dataTransfer: { files: [fileOf(GIF, 'photo.heic', 'image/heic')], items: [] },
    });
    expect(await screen.findByText('File not supported: choose a PNG or JPEG file')).toBeVisible();
    expect(screen.getByRole('img', { name: 'Logo: selected image' })).toHaveAttribute('src', LOGO);
  });

  test('are refused and can be shrunk when they have too many pixels, however small the file', async () => {
    hotspotWith();
    pictureWorks({ width: 30_000, height: 30_000 });
    const { user } = await design();
    await user.upload(fileInput('Logo'), fileOf(jpeg(), 'vast.jpg', 'image/jpeg'));
    expect(await screen.findByText('File not supported: more than 25 megapixels, or a side of more than 8,000 pixels')).toBeVisible();
    expect(preview().getByRole('img', { name: 'Logo' })).toHaveAttribute('src', LOGO);
    expect(screen.getByRole('button', { name: 'Shrink image' })).toBeVisible();
  });

  test('are refused and can be shrunk when the file is too large, and the previous one stays', async () => {
    hotspotWith();
    canvasMakes(() => 1000);
    const { user } = await design();
    await user.upload(fileInput('Logo'), fileOf(jpeg(MOST_BYTES), 'huge.jpg', 'image/jpeg'));
    expect(await screen.findByText('File limit exceed (max 700 KB, 674 KB as it is sent)')).toBeVisible();
    expect(screen.getByText(/huge.jpg is 674 KB. Shrink it automatically/)).toBeVisible();
    expect(preview().getByRole('img', { name: 'Logo' })).toHaveAttribute('src', LOGO);
    expect(bar()).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Shrink image' }));
    await waitFor(() =>
      expect(preview().getByRole('img', { name: 'Logo' })).toHaveAttribute('src', expect.stringMatching(/^data:image\/jpeg/)),
    );
    expect(screen.queryByText(/File limit exceed/)).not.toBeInTheDocument();
    expect(bar()).toHaveTextContent('1 change');
  });
});

describe('undo, redo and discard', () => {
  test('work by button and shortcut in every field', async () => {
    hotspotWith();
    const { user } = await design();
    await user.type(field('Title'), 's');
    await user.type(field('Subtitle'), 's');
    await user.keyboard('{Control>}z{/Control}');
    expect(field('Subtitle')).toHaveValue('Guest WiFi');
    expect(field('Title')).toHaveValue('Welcomes');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(field('Title')).toHaveValue('Welcome');
    expect(preview().getByRole('heading', { name: 'Welcome' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDisabled();
    expect(bar()).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Redo' }));
    await user.click(field('Title'));
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    expect(field('Title')).toHaveValue('Welcomes');
    expect(field('Subtitle')).toHaveValue('Guest WiFis');
  });

  test('return to the saved state, which can be undone', async () => {
    const { calls } = hotspotWith();
    const { user } = await design();
    await user.type(field('Title'), ' all');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(field('Title')).toHaveValue('Welcome');
    expect(bar()).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(field('Title')).toHaveValue('Welcome all');
    expect(puts(calls)).toEqual([]);
  });
});

test('The last keys are undone by a shortcut, and saved by a click right after', async () => {
  const { calls } = hotspotWith();
  const { user } = await design();
  await user.type(field('Title'), ' all');
  await user.keyboard('{Control>}z{/Control}');
  expect(field('Title')).toHaveValue('Welcome');
  await user.type(field('Title'), ' all');
  const save = await screen.findByRole('button', saveNow);
  await user.keyboard('!');
  await user.click(save);
  await waitFor(() => expect(puts(calls)).toEqual([{ key: 'captive_2_title', value: 'Welcome all!' }]));
});

describe('saving the portal', () => {
  test('sends each changed key in a request of its own, in parallel, then reads again', async () => {
    const first = later();
    const answers = [first.answer, () => ({ body: { status: 'success' } })];
    const { calls } = hotspotWith({}, { 'PUT /api/preferences/hotspots/7': () => answers.shift()?.() ?? LOST });
    const { user } = await design();
    await user.type(field('Title'), ' all');
    await user.type(field('Subtitle'), ' free');
    await user.type(field('Description'), 'x');
    await user.type(field('Description'), '{Backspace}');
    await user.click(screen.getByRole('button', saveNow));
    await waitFor(() => expect(puts(calls)).toHaveLength(2));
    expect(puts(calls)).toEqual([
      { key: 'captive_2_title', value: 'Welcome all' },
      { key: 'captive_4_subtitle', value: 'Guest WiFi free' },
    ]);
    // A second click sends nothing.
    await user.click(within(bar() as HTMLElement).getByRole('button', { name: /Save/ }));
    expect(puts(calls)).toHaveLength(2);
    first.come({ body: { status: 'success' } });
    await screen.findByText('Captive portal saved');
    expect(calls.filter(({ method, path }) => method === 'GET' && path.includes('preferences'))).toHaveLength(2);
  });

  test('marks a refused key with its input, and saves the others', async () => {
    const { stored, refused } = hotspotWith();
    refused.add('captive_4_subtitle');
    const { user } = await design();
    await user.type(field('Title'), ' all');
    await user.type(field('Subtitle'), ' free');
    await user.click(screen.getByRole('button', saveNow));
    expect(await screen.findByText('Couldn’t save the marked fields. Your changes are still here.')).toBeVisible();
    expect(screen.getByText('Not saved')).toBeVisible();
    expect(field('Subtitle')).toHaveValue('Guest WiFi free');
    expect(field('Subtitle')).toHaveAttribute('aria-invalid', 'true');
    expect(field('Title')).toHaveValue('Welcome all');
    expect(field('Title')).toHaveAttribute('aria-invalid', 'false');
    expect(bar()).toHaveTextContent('1 change');
    expect(stored).toMatchObject({ captive_2_title: 'Welcome all', captive_4_subtitle: 'Guest WiFi' });
    expect(screen.queryByText('Captive portal saved')).not.toBeInTheDocument();

    refused.clear();
    await user.click(screen.getByRole('button', saveNow));
    await screen.findByText('Captive portal saved');
    expect(stored).toMatchObject({ captive_4_subtitle: 'Guest WiFi free' });
    expect(screen.queryByText('Not saved')).not.toBeInTheDocument();
    expect(bar()).not.toBeInTheDocument();
  });

  test('loses no input when a changed plan refuses all keys', async () => {
    const refusal = { status: 401, body: { message: "Can't update captive portal preference" } };
    hotspotWith({}, { 'PUT /api/preferences/hotspots/7': refusal });
    const { user, store } = await design('customer');
    await user.type(field('Title'), ' all');
    await user.click(await screen.findByRole('button', saveNow));
    expect(await screen.findByText('You don’t have permission to do this.')).toBeVisible();
    expect(field('Title')).toHaveValue('Welcome all');
    expect(store.getState().auth.user).not.toBeNull();
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.com', 'example', 'https://exa mple.com'])(
    'rejects the redirect %s at its field and sends nothing',
    async (address) => {
      const { calls } = hotspotWith();
      const { user } = await design();
      await user.clear(field('Redirect address'));
      await user.type(field('Redirect address'), address);
      await user.keyboard('{Enter}');
      expect(await screen.findByText('Enter an address that starts with http:// or https://')).toBeVisible();
      expect(puts(calls)).toEqual([]);
    },
  );
});

describe('leaving with unsaved changes', () => {
  const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' });

  test('asks first, and staying preserves them', async () => {
    hotspotWith();
    const { user } = await design();
    await user.type(field('Title'), ' all');
    await user.click(screen.getByRole('link', { name: 'elsewhere' }));
    await question();
    await user.click(screen.getByRole('button', { name: 'Stay here' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(currentAddress()).toBe(at);
    expect(field('Title')).toHaveValue('Welcome all');
  });

  test('asks on a change of tab, and address, store and screen stay in step', async () => {
    hotspotWith();
    const { user, store } = await design();
    await user.type(field('Title'), ' all');
    await screen.findByRole('button', saveNow);
    store.dispatch(tabOpened('overview'));
    await question();
    expect(currentAddress()).toBe(at);
    expect(store.getState().location.search).toBe('?tab=captive');
    await user.click(screen.getByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(currentAddress()).toBe('/hotspots/7?tab=overview'));
    expect(store.getState().location.search).toBe('?tab=overview');
  });

  test('asks on closing the window only while something is unsaved', async () => {
    hotspotWith();
    const { user } = await design();
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(closing()).toBe(false);
    await user.type(field('Title'), ' all');
    await waitFor(() => expect(closing()).toBe(true));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(closing()).toBe(false);
    await user.click(screen.getByRole('link', { name: 'elsewhere' }));
    await waitFor(() => expect(currentAddress()).toBe('/profile'));
  });
});

describe("a text in guests' languages", () => {
  test('is shown in the preview in its language while it is typed, and saved alone', async () => {
    const { stored } = hotspotWith();
    const { user } = renderPage(<CaptivePortalPanel hotspot={hotspot} />, { as: someone('admin'), at });
    const [title] = await screen.findAllByText('In guests’ languages');
    await user.click(title!);
    const german = screen.getByRole('textbox', { name: 'Title – Deutsch' });
    expect(german).toHaveAttribute('placeholder', 'Welcome');
    await user.click(german);
    expect(preview().getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await user.type(german, 'Willkommen');
    expect(await preview().findByRole('heading', { name: 'Willkommen' })).toBeVisible();
    expect(preview().getByRole('button', { name: 'Los geht’s' })).toBeVisible();
    await user.click(screen.getByRole('textbox', { name: 'Title – Italiano' }));
    expect(await preview().findByRole('heading', { name: 'Welcome' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Captive portal saved')).toBeVisible();
    expect(stored).toMatchObject({ captive_2_title: 'Welcome', captive_2_title_de: 'Willkommen' });
    expect(Object.keys(stored).filter((key) => key.startsWith('captive_2_title'))).toHaveLength(2);
  });
});
