import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/paths.mjs';
import { withDemonstration } from './demonstration.mjs';

export const title = 'A thousand vouchers: made, on the screen as they are printed, and as a PDF, at a desk';

const COUNT = 1000;

/** The maximum number of guests in a file. */
const GUESTS = 10_000;

/** Widths of papers by name, ordered so that each step changes the width; the names are those of src/contract/plain/paperModel.ts. */
const PAPERS = /** @type {const} */ ({
  letter: 215.9,
  a4: 210,
  a6: 105,
  labels_3x8: 210,
  roll_58: 58,
  labels_2x7: 210,
  roll_80: 80,
  a4_one: 210,
  letter_one: 215.9,
});

/** @type {Record<string, string>} */
const words = JSON.parse(readFileSync(path.join(ROOT, 'i18n/en.json'), 'utf8'));
const word = (/** @type {string} */ id) => words[id] ?? id;

export const run = () =>
  withDemonstration(async (browser, server) => {
    const page = await (
      await browser.newContext({ baseURL: server.url, locale: 'en-GB', viewport: { width: 1400, height: 900 } })
    ).newPage();
    const { hotspot, created } = await thousandVouchers(server.url);
    await setUpPaper(server.url, hotspot, { ssid: 'Grand Hotel Guests', security: 'wpa', wifi_password: 'sole&mare-2026', has_qr: true });
    await page.goto('/');
    await page.getByLabel(word('login.username'), { exact: true }).fill('desk');
    await page.getByLabel(word('login.password'), { exact: true }).fill('portico-demo');
    await page.getByRole('button', { name: word('login.submit'), exact: true }).click();
    await page.getByRole('heading', { name: word('dashboard.title'), exact: true }).waitFor();
    const dialog = page.getByRole('dialog', { name: word('paper.title') });
    const open = async () => {
      await page.goto('/#/hotspots');
      await page.goto(`/#/hotspots/${hotspot}?tab=vouchers`);
      await page.getByRole('button', { name: word('vouchers.more'), exact: true }).click();
      return seconds(async () => {
        await page.getByRole('menuitem', { name: word('vouchers.print_all') }).click();
        await dialog.getByRole('region', { name: word('paper.preview') }).waitFor();
      });
    };
    const pdf = () =>
      seconds(async () => {
        await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: word('paper.pdf') }).click()]);
      });
    const choose = async (/** @type {string} */ field, /** @type {string} */ option) => {
      await dialog.getByRole('combobox', { name: word(field), exact: true }).click();
      await page.getByTitle(word(option), { exact: true }).last().click();
    };

    const preview = await open();
    const onPaper = Number(/[\d,]+/.exec(await dialog.getByRole('status').first().innerText())?.[0]?.replaceAll(',', ''));
    const withQr = await pdf();
    await choose('paper.design', 'paper.design_card');
    const papers = [];
    const pageProcess = await processOf(browser);
    const sheetMegabytes = peakMemory(pageProcess);
    for (const [paper, width] of Object.entries(PAPERS)) {
      forgetPeak(pageProcess);
      const shown = await seconds(async () => {
        await choose('paper.size', `paper.${paper}`);
        await page.waitForFunction(
          (wide) => document.querySelector('.sheet svg')?.getAttribute('viewBox')?.startsWith(`0 0 ${wide} `),
          width,
        );
      });
      papers.push({ paper, shown, pdf: await pdf(), megabytes: peakMemory(pageProcess) });
    }
    await setUpPaper(server.url, hotspot, { has_qr: false });
    await page.reload();
    await open();
    const withoutQr = await pdf();
    const imported = await importGuests(server.url, hotspot);

    return [
      { what: `create ${COUNT.toLocaleString('en')}, by the API`, measured: created, unit: 's', budget: 1, digits: 2 },
      {
        what: `preview of ${onPaper.toLocaleString('en')}, the list of them read anew`,
        measured: preview,
        unit: 's',
        budget: 2,
        digits: 2,
      },
      { what: 'PDF with a QR code on each', measured: withQr, unit: 's', budget: 3, digits: 2 },
      { what: 'PDF without', measured: withoutQr, unit: 's', budget: 1, digits: 2 },
      { what: 'peak memory of the page’s process, from sign-in to the PDF of the sheet', measured: sheetMegabytes, unit: 'MB' },
      { what: `import ${GUESTS.toLocaleString('en')} guests of a file, by the API`, measured: imported, unit: 's', budget: 10, digits: 2 },
      ...papers.flatMap(({ paper, shown, pdf: pdfTime, megabytes }) => [
        { what: `the card on ${paper}: on the screen`, measured: shown, unit: 's', budget: 2, digits: 2 },
        { what: `the card on ${paper}: PDF`, measured: pdfTime, unit: 's', budget: 3, digits: 2 },
        { what: `the card on ${paper}: peak memory`, measured: megabytes, unit: 'MB' },
      ]),
    ];
  });

/**
 * Creates them as the demonstration's desk; returns the seconds it took.
 *
 * @param {string} url
 */
async function thousandVouchers(url) {
  const { call, headers, login } = await signIn(url, 'desk');
  const { hotspot_id } = await call(`accounts/${login.id}`, { headers });
  const body = JSON.stringify({ hotspot_id, duration: 7, remain_use: 3, max_traffic: 2 ** 31, num_vouchers: COUNT });
  const created = await seconds(() => call('vouchers', { method: 'POST', headers, body }));
  return { hotspot: hotspot_id, created };
}

/**
 * Creates a personal voucher for each guest of a file, where no guest has one yet but all are compared with those who have. Returns the
 * seconds that this took.
 *
 * @param {string} url
 * @param {number} hotspot
 */
async function importGuests(url, hotspot) {
  const { call, headers } = await signIn(url, 'customer');
  const rows = Array.from({ length: GUESTS }, (_, at) => ({
    ...{ name: `Guest Number ${at}`, email: `guest${at}@example.com` },
    ...{ room: String(at % 400), days: at % 3 === 0 ? '4' : '' },
  }));
  const body = JSON.stringify({ hotspot_id: hotspot, name: 'Congress', duration: 3, unless_known: true, rows });
  return seconds(() => call('voucher_batches', { method: 'POST', headers, body }));
}

/**
 * @param {string} url
 * @param {number} hotspot
 * @param {object} change
 */
async function setUpPaper(url, hotspot, change) {
  const { call, headers } = await signIn(url, 'customer');
  const now = await call(`paper/hotspots/${hotspot}`, { headers });
  await call(`paper/hotspots/${hotspot}`, { method: 'PUT', headers, body: JSON.stringify({ ...now, ...change }) });
}

/**
 * @param {string} url
 * @param {string} username
 */
async function signIn(url, username) {
  const call = async (/** @type {string} */ address, /** @type {RequestInit} */ how) => {
    const answer = await fetch(`${url}/api/${address}`, how);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return answer.json();
  };
  const json = { 'Content-Type': 'application/json' };
  const login = await call('login', { method: 'POST', headers: json, body: JSON.stringify({ username, password: 'portico-demo' }) });
  return { call, login, headers: { ...json, Token: login.token } };
}

async function seconds(/** @type {() => Promise<unknown>} */ act) {
  const begin = Date.now();
  await act();
  return (Date.now() - begin) / 1000;
}

/**
 * Id of the page's process, which also runs its workers. Linux only.
 *
 * @param {import('playwright-core').Browser} browser
 */
async function processOf(browser) {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  return renderers.sort((one, other) => peakMemory(other) - peakMemory(one))[0] ?? 0;
}

/** In MB, since the process began or the peak was reset. */
const peakMemory = (/** @type {number} */ id) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) / 1024;

const forgetPeak = (/** @type {number} */ id) => writeFileSync(`/proc/${id}/clear_refs`, '5');
