import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { withDemonstration } from './demonstration.mjs';

export const title =
  'Twenty tasks, from the dashboard until it is seen that they are done: actions (a click, a key that commits, a field filled), seconds without thinking';

const PASSWORD = 'portico-demo';

/** UTC offset, in hours, of a time zone in which it is late in the day, so that guests were online today. */
const OFFSET = Math.min(14, 22 - new Date().getUTCHours());
// These names have the opposite sign: Etc/GMT-5 is UTC+5.
const ZONE = OFFSET === 0 ? 'Etc/GMT' : `Etc/GMT${OFFSET > 0 ? '-' : '+'}${String(Math.abs(OFFSET))}`;

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('playwright-core').Locator} Locator
 * @typedef {(method: string, path: string, body?: object) => Promise<any>} Call
 *
 * @typedef {object} Task
 * @property {'admin' | 'reseller' | 'customer' | 'desk'} role
 * @property {string} what
 * @property {number} most Actions that it may take.
 * @property {(call: Call) => Promise<any>} [prepare] What the task is about, asked or made as that role.
 * @property {(person: Person, about: any) => Promise<unknown>} play
 */

/** A person at the console, whose actions are counted. */
class Person {
  actions = 0;

  constructor(/** @type {Page} */ page) {
    this.page = page;
  }

  async click(/** @type {Locator} */ target) {
    this.actions += 1;
    await target.click();
  }

  async press(/** @type {string} */ key) {
    this.actions += 1;
    await this.page.keyboard.press(key);
  }

  async fill(/** @type {Locator} */ field, /** @type {string} */ text) {
    this.actions += 1;
    await field.fill(text);
  }

  /** Presses Enter once the focus is on the target. */
  async enterAt(/** @type {Locator} */ target) {
    await target.and(this.page.locator('*:focus')).waitFor();
    await this.press('Enter');
  }

  button(/** @type {string} */ name) {
    return this.page.getByRole('button', { name, exact: true });
  }

  dialog(/** @type {string} */ name) {
    return this.page.getByRole('dialog', { name });
  }

  /** Opens a list by the menu. */
  menu(/** @type {string} */ name) {
    return this.click(this.page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true }));
  }

  tab(/** @type {string} */ name) {
    return this.click(this.page.getByRole('tab', { name, exact: true }));
  }

  heading(/** @type {string} */ name) {
    return this.page.getByRole('heading', { name, level: 1 }).waitFor();
  }

  /** Finds something by a part of its name, and opens the first result. */
  async find(/** @type {string} */ text) {
    await this.press('Control+k');
    await this.fill(this.dialog('Find anything').getByRole('combobox'), text);
    await this.dialog('Find anything').getByRole('option').first().waitFor();
    await this.press('Enter');
  }

  /** Does the same for a guest, at the counter. */
  async findAtCounter(/** @type {string} */ text) {
    await this.fill(this.page.getByRole('searchbox', { name: 'Find a guest' }), text);
    await this.page.getByRole('list', { name: 'Find a guest' }).getByRole('link').first().waitFor();
    await this.press('Enter');
  }

  /** On a guest's page: extends access by the default. */
  async extend() {
    await this.click(this.button('Extend access'));
    await this.enterAt(this.dialog('Extend access').getByRole('radio', { checked: true }).first());
    await this.page.getByText(/^Access extended for /).waitFor();
  }

  /** Copies a new manager's sign-in details. */
  async handOver() {
    await this.click(this.dialog('Share these sign-in details').getByRole('button', { name: 'Copy text', exact: true }));
    await this.page.getByText('Copied').waitFor();
  }

  async printed() {
    await this.page.getByText(/marked as printed/).waitFor();
  }
}

/**
 * A guest who isn't online, and who used something today if `hasUsed`. Tries several times, because the demonstration's guests come and go
 * within minutes.
 */
const guestOf = async (/** @type {Call} */ call, /** @type {boolean} */ hasUsed) => {
  for (let attempt = 0; attempt < 150; attempt += 1) {
    const { data } = await call('GET', `/api/users?used=true&limit=100&tz=${encodeURIComponent(ZONE)}`);
    const found = data.find(
      (/** @type {any} */ guest) =>
        !guest.online && !['mac', 'voucher'].includes(guest.account_type) && (!hasUsed || guest.used_today_traffic > 0),
    );
    if (found) return found;
    await setTimeout(2000);
  }
  throw new Error('nobody left within five minutes');
};

/** @type {Task[]} */
const TASKS = [
  {
    role: 'desk',
    what: 'give a guest a voucher, on paper',
    most: 2,
    play: async (person) => {
      await person.click(person.button('3 days'));
      await person.click(person.page.getByRole('region', { name: 'Voucher ready' }).getByRole('button', { name: 'Print' }));
      await person.printed();
    },
  },
  {
    role: 'desk',
    what: 'a guest’s WiFi doesn’t work: find out that today’s limit is used up, and give more',
    most: 4,
    prepare: async (call) => {
      const guest = await guestOf(call, true);
      await call('PUT', `/api/users/${guest.id}`, { max_navigation_traffic: guest.used_today_traffic });
      return guest;
    },
    play: async (person, guest) => {
      await person.findAtCounter(guest.username);
      await person.page.getByText(/Today’s traffic is used up/).waitFor();
      await person.extend();
    },
  },
  {
    role: 'desk',
    what: 'the WiFi doesn’t work for somebody who left long ago and is back: find out why, and give a week more',
    most: 4,
    prepare: async (call) => {
      const { data_user_histories: archived } = await call('GET', '/api/users_expired?limit=50');
      return archived.find((/** @type {any} */ guest) => guest.account_type === 'email');
    },
    play: async (person, guest) => {
      await person.findAtCounter(guest.username);
      await person.page.getByText(/Access ended on/).waitFor();
      await person.extend();
    },
  },
  {
    role: 'desk',
    what: 'a ticket that was just made is lost: cancel it, and print another',
    most: 3,
    play: async (person) => {
      await person.click(person.page.getByRole('button', { name: /^Lost ticket/ }).first());
      await person.enterAt(person.button('Replace voucher'));
      await person.click(person.page.getByRole('region', { name: 'Voucher ready' }).getByRole('button', { name: 'Print' }));
      await person.printed();
    },
  },
  {
    role: 'desk',
    what: 'ten vouchers for a meeting, on paper',
    most: 4,
    play: async (person) => {
      await person.click(person.button('New vouchers'));
      await person.fill(person.page.getByRole('spinbutton', { name: 'How many' }), '10');
      await person.press('Enter');
      await person.enterAt(person.dialog('Print').getByRole('button', { name: 'Print', exact: true }));
      await person.printed();
    },
  },
  {
    role: 'customer',
    what: 'change the colour of the captive portal',
    most: 4,
    play: async (person) => {
      await person.menu('Hotspot');
      await person.tab('Captive portal');
      await person.fill(person.page.getByRole('textbox', { name: 'Page background colour', exact: true }), '#14532d');
      await person.click(person.button('Save'));
      await person.page.getByText(/saved/i).first().waitFor();
    },
  },
  {
    role: 'customer',
    what: 'see how many guests came in the last 30 days, and on which day most',
    most: 2,
    play: async (person) => {
      await person.menu('Reports');
      await person.click(person.page.getByText('Last 30 days', { exact: true }));
      await person.page.getByText(/The busiest day was/).waitFor();
    },
  },
  {
    role: 'customer',
    what: 'a guest asks for all data about them: save it as a file',
    most: 5,
    prepare: (call) => guestOf(call, false),
    play: async (person, guest) => {
      await person.find(guest.username);
      const saved = person.page.waitForEvent('download');
      await person.click(person.page.getByRole('button', { name: /^Actions for/ }).first());
      await person.click(person.page.getByRole('menuitem', { name: 'Export guest data' }));
      await saved;
    },
  },
  {
    role: 'customer',
    what: 'let the new printer online without a login',
    most: 8,
    play: async (person) => {
      await person.menu('Hotspot');
      await person.tab('MAC entries');
      await person.click(person.button('New MAC entry'));
      const dialog = person.dialog('New MAC entry');
      await person.fill(dialog.getByLabel('Description'), 'Stampante bar');
      await person.fill(dialog.getByLabel('MAC address'), '02-AA-BB-CC-DD-EE');
      await person.click(dialog.getByRole('combobox', { name: 'Unit' }));
      await person.click(person.page.getByTitle('ghm-hall').first());
      await person.click(person.button('Add entry'));
      await dialog.waitFor({ state: 'detached' });
      await person.page.getByRole('row', { name: /Stampante bar/ }).waitFor();
    },
  },
  {
    role: 'customer',
    what: 'see who is online now, and since when',
    most: 1,
    play: async (person) => {
      await person.menu('Sessions');
      await person.page.getByRole('table', { name: 'Active sessions' }).getByRole('link').first().waitFor();
    },
  },
  {
    role: 'reseller',
    what: 'a new hotspot, up to its first voucher on paper',
    most: 14,
    play: async (person) => {
      await person.menu('Hotspots');
      await person.click(person.button('New hotspot'));
      const dialog = person.dialog('New hotspot');
      await person.fill(dialog.getByLabel('Name', { exact: true }), 'lido.sirena');
      await person.fill(dialog.getByLabel('Description'), 'Lido Sirena, Cervia');
      await person.fill(dialog.getByLabel('Business name'), 'Lido Sirena S.n.c.');
      await person.fill(dialog.getByLabel('VAT number'), 'IT01234560371');
      await person.fill(dialog.getByLabel('Address'), 'Lungomare 12, 48015 Cervia RA');
      await person.fill(dialog.getByLabel('E-mail', { exact: true }), 'info@lidosirena.example');
      await person.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await person.click(person.page.getByRole('link', { name: 'lido.sirena' }).first());
      await person.click(person.page.getByRole('button', { name: /Turn on vouchers/ }).first());
      await person.click(person.button('New vouchers').first());
      await person.page.getByRole('spinbutton', { name: 'How many' }).waitFor();
      await person.press('Enter');
      await person.enterAt(person.dialog('Print').getByRole('button', { name: 'Print', exact: true }));
      await person.printed();
    },
  },
  {
    role: 'reseller',
    what: 'make a sign-in for a hotel’s reception, and copy it to hand it over',
    most: 10,
    play: async (person) => {
      await person.menu('Managers');
      await person.click(person.button('New manager'));
      const dialog = person.dialog('New manager');
      await person.click(dialog.getByText('Desk', { exact: true }));
      await person.click(dialog.getByRole('combobox', { name: 'Hotspot' }));
      await person.click(person.page.getByTitle('hotel-bora-trieste'));
      await person.fill(dialog.getByLabel('Username'), 'bora.notte');
      await person.fill(dialog.getByLabel('Name', { exact: true }), 'Portiere di notte');
      await person.fill(dialog.getByLabel('E-mail'), 'notte@hotelbora.example');
      await person.press('Enter');
      await person.handOver();
    },
  },
  {
    role: 'reseller',
    what: 'the WiFi of a hotspot is down: which unit, and since when',
    most: 1,
    play: async (person) => {
      const line = person.page.getByRole('listitem').filter({ hasText: 'bsv-deposito' });
      await person.click(line.getByRole('link', { name: 'Open unit' }));
      await person.heading('bsv-deposito');
      await person.page
        .getByText(/[Ll]ast seen/)
        .first()
        .waitFor();
    },
  },
  {
    role: 'reseller',
    what: 'let guests of a hotspot log in by e-mail',
    most: 6,
    play: async (person) => {
      await person.find('marina-di-levante');
      await person.tab('Preferences');
      await person.click(person.page.getByRole('checkbox', { name: 'By e-mail' }));
      await person.click(person.button('Save'));
      await person.page.getByText(/saved/i).first().waitFor();
    },
  },
  {
    role: 'reseller',
    what: 'how a hotspot did in the last 30 days',
    most: 4,
    play: async (person) => {
      await person.menu('Reports');
      await person.click(person.page.getByRole('combobox', { name: 'Hotspot' }));
      await person.click(person.page.getByTitle('hotel-bora-trieste'));
      await person.click(person.page.getByText('Last 30 days', { exact: true }));
      await person.page.getByText(/The busiest day was/).waitFor();
    },
  },
  {
    role: 'admin',
    what: 'which unit of a hotspot is down, and since when',
    most: 1,
    play: async (person) => {
      const line = person.page.getByRole('listitem').filter({ hasText: 'pineta-spiaggia' });
      await person.click(line.getByRole('link', { name: 'Open unit' }));
      await person.heading('pineta-spiaggia');
      await person.page
        .getByText(/[Ll]ast seen/)
        .first()
        .waitFor();
    },
  },
  {
    role: 'admin',
    what: 'make a reseller with a plan, and copy the sign-in to hand it over',
    most: 9,
    play: async (person) => {
      await person.menu('Managers');
      await person.click(person.button('New manager'));
      const dialog = person.dialog('New manager');
      await person.click(dialog.getByRole('combobox', { name: 'Subscription plan' }));
      await person.click(person.page.getByTitle(/^Standard/));
      await person.fill(dialog.getByLabel('Username'), 'retenord');
      await person.fill(dialog.getByLabel('Name', { exact: true }), 'Rete Nord S.r.l.');
      await person.fill(dialog.getByLabel('E-mail'), 'info@retenord.example');
      await person.press('Enter');
      await person.handOver();
    },
  },
  {
    role: 'admin',
    what: 'a guest calls: find them by telephone number at any hotspot, as it is spoken',
    most: 3,
    prepare: async (call) => {
      const { data } = await call('GET', '/api/users?limit=100&type=sms');
      return data[0];
    },
    play: async (person, guest) => {
      const { username: number } = guest;
      await person.find(`${number.slice(0, 3)} ${number.slice(3, 6)} ${number.slice(6)}`);
      await person.heading(guest.name);
    },
  },
  {
    role: 'admin',
    what: 'a manager forgot the password: set another',
    most: 7,
    play: async (person) => {
      await person.find('caffemolo.cassa');
      await person.click(person.button('Change password'));
      const dialog = person.dialog('Change password');
      await person.fill(dialog.getByLabel('New password'), 'molo di levante 7');
      await person.fill(dialog.getByLabel('Confirm password'), 'molo di levante 7');
      await person.press('Enter');
      await dialog.waitFor({ state: 'detached' });
    },
  },
  {
    role: 'admin',
    what: 'who changed something at a hotspot last, and what',
    most: 3,
    play: async (person) => {
      await person.menu('Audit trail');
      const answered = person.page.waitForResponse((answer) => answer.url().includes('/api/audit') && answer.url().includes('q='));
      await person.fill(person.page.getByRole('searchbox', { name: 'Search' }), 'grand-hotel-miramare');
      await answered;
      await person.click(
        person.page
          .getByRole('row', { name: /grand-hotel-miramare/ })
          .first()
          .getByRole('button')
          .first(),
      );
      await person.page
        .getByText(/IP address/)
        .first()
        .waitFor();
    },
  },
];

export const run = () =>
  withDemonstration(async (browser, server) => {
    const rows = [];
    for (const task of TASKS) {
      const { actions, seconds } = await played(browser, server.url, task);
      const what = `${task.role}: ${task.what}`;
      rows.push({ what, measured: actions, unit: 'actions', budget: task.most }, { what: '', measured: seconds, unit: 's', digits: 1 });
    }
    return rows;
  });

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {Task} task
 */
async function played(browser, url, { role, what, prepare, play }) {
  const about = await prepare?.(await callAs(url, role));
  const options = { baseURL: url, locale: 'en-GB', timezoneId: ZONE, viewport: { width: 1400, height: 900 } };
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] });
  try {
    // Headless browsers have no print dialog: each print() returns as after "Print".
    await context.addInitScript(() => {
      window.print = () => window.dispatchEvent(new window.Event('afterprint'));
    });
    const page = await context.newPage();
    await page.goto('/');
    await page.getByLabel('Username', { exact: true }).fill(role);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const person = new Person(page);
    const began = performance.now();
    await play(person, about).catch((error) => {
      throw new Error(`${role}: ${what}: after ${String(person.actions)} actions`, { cause: error });
    });
    return { actions: person.actions, seconds: (performance.now() - began) / 1000 };
  } finally {
    await context.close();
  }
}

/**
 * @param {string} url
 * @param {string} username
 * @returns {Promise<Call>}
 */
async function callAs(url, username) {
  const headers = { 'Content-Type': 'application/json' };
  const login = await fetch(`${url}/api/login`, { method: 'POST', headers, body: JSON.stringify({ username, password: PASSWORD }) });
  const { token } = await login.json();
  return async (method, at, body) => {
    const answer = await fetch(url + at, { method, headers: { ...headers, Token: token }, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${method} ${at}: ${String(answer.status)}`);
    return answer.json();
  };
}
