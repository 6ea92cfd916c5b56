/** Stopping a server that is in use: every request it has received is answered. */
import http from 'node:http';
import { once } from 'node:events';

export const CLIENTS = 40;

export interface Told {
  status: number | string;
  connection: string | undefined;
}

/** Makes one call on the agent's connections, and returns its outcome. */
export async function ask(url: string, agent: http.Agent, token: string): Promise<Told> {
  const request = http.get(`${url}/api/hotspots`, { agent, headers: { Token: token } });
  try {
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    let body = '';
    response.setEncoding('utf8').on('data', (text: string) => (body += text));
    await once(response, 'end');
    // On a slow machine the queue may fill up; "busy" is an answer too.
    const isBusy = response.statusCode === 503 && body.includes('"code":"busy"');
    return { status: isBusy ? 'busy' : (response.statusCode ?? 0), connection: response.headers.connection };
  } catch (error) {
    return { status: (error as NodeJS.ErrnoException).code ?? String(error), connection: undefined };
  }
}

export const CLIENTS_COME = [
  ['who come again later when their connection is ended', '0'],
  ['behind a balancer that asks whether it is ready', '5'],
] as const;
