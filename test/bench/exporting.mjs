/**
 * A program that exports ended sessions page by page, in a thread of its own, so that what it reads delays nothing that is measured beside.
 * It sends the calls that the console sends for its file, and goes on where the last answer ended.
 */
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const PAGE = 5000;
const SHOWN = `limit=${String(PAGE)}&sort=start_time&order=desc&addresses=true`;

const { url, token, rows } = /** @type {{ url: string, token: string, rows: number }} */ (workerData);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const headers = { Token: token, 'X-Portico-Console': '1', 'Accept-Encoding': 'gzip' };

let refused = 0;
let bytes = 0;
let exported = 0;
for (let cursor = ''; exported < rows;) {
  const after = cursor === '' ? '' : `&after=${encodeURIComponent(cursor)}`;
  const request = get(`${url}/api/histories?${SHOWN}${after}`, { agent, headers });
  const [response] = await once(request, 'response');
  for await (const chunk of response) bytes += chunk.length;
  if (response.statusCode === 503) {
    refused += 1;
    await pause(Number(response.headers['retry-after']) * 1000);
    continue;
  }
  cursor = String(response.headers['x-cursor-last'] ?? '');
  if (response.statusCode !== 200 || cursor === '') throw new Error(`the export was answered ${String(response.statusCode)}`);
  exported += PAGE;
}
agent.destroy();
parentPort?.postMessage({ refused, bytes });
