import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { ROOT, SERVER } from '../../scripts/paths.mjs';
import { CHROMIUM_ARGS, findChromium } from '../support/run/chromium.mjs';
import { startPortico } from '../support/run/portico.mjs';

export const title = 'A thousand vouchers: made, on the screen as they are printed, and as a PDF, at a desk';

const COUNT = 1000;

/** @type {Record<string, string>} */
const words = JSON.parse(readFileSync(path.join(ROOT, 'i18n/en.json'), 'utf8'));
const word = (/** @type {string} */ id) => words[id] ?? id;

export async function run() {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('Chromium is not installed');
  const server = await startPortico({ cli: SERVER, args: ['demo', '--port', '0'], env: { LOG_LEVEL: 'warn' } });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    const page = await (
      await browser.newContext({ baseURL: server.url, locale: 'en-GB', viewport: { width: 1400, height: 900 } })
    ).newPage();
    const { hotspot, created } = await thousandVouchers(server.url);
    await page.goto('/');
    await page.getByLabel(word('login.username'), { exact: true }).fill('desk');
    await page.getByLabel(word('login.password'), { exact: true }).fill('portico-demo');
    await page.getByRole('button', { name: word('login.submit'), exact: true }).click();
    await page.getByRole('heading', { name: word('dashboard.title'), exact: true }).waitFor();
    await page.goto(`/#/hotspots/${hotspot}?tab=vouchers`);
    await page.getByRole('button', { name: word('vouchers.more'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: word('paper.title') });

    const preview = await seconds(async () => {
      await page.getByRole('menuitem', { name: word('vouchers.print_all') }).click();
      await dialog.getByRole('region', { name: word('paper.preview') }).waitFor();
    });
    const onPaper = await dialog.locator('.sheet svg > g').count();
    const pdf = () =>
      seconds(async () => {
        await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: word('paper.pdf') }).click()]);
      });
    const withQr = await pdf();
    await dialog.getByRole('checkbox', { name: word('paper.qr') }).click();
    await dialog.getByText(word('paper.code_caption')).first().waitFor({ state: 'detached' });
    const withoutQr = await pdf();
    const megabytes = await peakMemory(browser);

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
      { what: 'peak memory of the page’s process', measured: megabytes, unit: 'MB' },
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

/**
 * Creates them as the demonstration's desk; returns the seconds it took.
 *
 * @param {string} url
 */
async function thousandVouchers(url) {
  const ask = async (/** @type {string} */ place, /** @type {RequestInit} */ how) => {
    const answer = await fetch(`${url}/api/${place}`, how);
    if (!answer.ok) throw new Error(`${place}: ${answer.status}`);
    return answer.json();
  };
  const json = { 'Content-Type': 'application/json' };
  const login = await ask('login', { method: 'POST', headers: json, body: JSON.stringify({ username: 'desk', password: 'portico-demo' }) });
  const headers = { ...json, Token: login.token };
  const { hotspot_id } = await ask(`accounts/${login.id}`, { headers });
  const body = JSON.stringify({ hotspot_id, duration: 7, remain_use: 3, max_traffic: 2 ** 31, num_vouchers: COUNT });
  const created = await seconds(() => ask('vouchers', { method: 'POST', headers, body }));
  return { hotspot: hotspot_id, created };
}

async function seconds(/** @type {() => Promise<unknown>} */ act) {
  const begin = Date.now();
  await act();
  return (Date.now() - begin) / 1000;
}

/**
 * Peak memory of the page's process in MB, workers included. Linux only.
 *
 * @param {import('playwright-core').Browser} browser
 */
async function peakMemory(browser) {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) / 1024);
  return Math.max(...peaks);
}
