/**
 * The login pages of an existing back end in a phone's browser. Their requests are concatenated as those pages do it: a missing value is
 * written `null` or `undefined`, and the username is escaped only in the login.
 */

interface PageAnswer {
  status: number;
  body: Record<string, unknown>;
}

export interface OlderPages {
  /** The address of each request, without the origin, with the status of its answer. */
  log: string[];
  preferences: () => Promise<PageAnswer>;
  /** "Validate code" of the first page. */
  validate: (code: string) => Promise<PageAnswer>;
  /** "Get the code" of the page for e-mail or SMS. */
  register: (method: 'email' | 'sms', recipient: string) => Promise<PageAnswer>;
  /** What the page for e-mail requests next: some minutes of access to read the mail. */
  temp: (email: string) => Promise<PageAnswer>;
  /** "Start navigating". */
  login: (username: string, password: string) => Promise<PageAnswer>;
  logout: (username: string) => Promise<PageAnswer>;
  /** "Navigate", with these checkboxes for marketing and surveys. Returns the statuses of its requests. */
  navigate: (ticked: { marketing: boolean; surveys: boolean }, answers: { reason: string; country: string }) => Promise<number[]>;
  social: (network: 'facebook' | 'linkedin', code: string) => Promise<PageAnswer>;
}

/** The pages at `origin`, opened at the address to which a unit redirected the phone. `times`: how often the phone sends each request. */
export function existingPages(origin: string, redirect: string, { times = 1 }: { times?: number } = {}): OlderPages {
  const given = new URL(redirect).searchParams;
  const [digest, uuid, sessionid, nasid, uamip, uamport, mac] = ['digest', 'uuid', 'sessionid', 'nasid', 'uamip', 'uamport', 'mac'].map(
    (name) => given.get(name),
  );
  const session = `?digest=${digest}&uuid=${uuid}&sessionid=${sessionid}`;
  const log: string[] = [];
  let voucher: string | null = null;
  let userId: unknown = 0;

  /** The page receives only the last answer. */
  const send = async (method: string, path: string, body?: unknown): Promise<PageAnswer> => {
    const answers = await Promise.all(Array.from({ length: times }, () => sendOnce(method, path, body)));
    return answers.at(-1) ?? { status: 0, body: {} };
  };
  const sendOnce = async (method: string, path: string, body: unknown): Promise<PageAnswer> => {
    const answer = await fetch(`${origin}/wax${path}`, {
      method,
      // The library of these pages declares JSON even without a body, except for GET.
      headers: {
        Accept: 'application/json, text/plain, */*',
        ...(method !== 'GET' && { 'Content-Type': 'application/json;charset=utf-8' }),
      },
      ...(method !== 'GET' && { body: body === undefined ? '' : JSON.stringify(body) }),
    });
    log.push(`${method} ${path.replace(session, '?…')} ${answer.status}`);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const registered = async (endpoint: string, code: string, reset: unknown, user?: string): Promise<PageAnswer> => {
    const more = `&reset=${String(reset)}&uamip=${uamip}&uamport=${uamport}&voucher_code=${voucher}&nasid=${nasid}&user=${user}&mac=${mac}`;
    const answer = await send('GET', `/register/${endpoint}/${encodeURIComponent(code)}${session}${more}`);
    if (answer.status === 200) userId = answer.body.user_db_id;
    return answer;
  };

  return {
    log,
    preferences: () => send('GET', `/preferences${session}`),
    validate: async (code) => {
      const answer = await registered('voucher', code, undefined);
      if (answer.status === 200) voucher = String(answer.body.code);
      return answer;
    },
    register: (method, recipient) => registered(method, recipient, true),
    temp: (email) => send('GET', `/aaa/temp${session}&username=${email}&userid=${String(userId)}&mac=${mac}`),
    login: (username, password) =>
      send('GET', `/aaa/login${session}&username=${encodeURIComponent(username)}&password=${encodeURIComponent(password)}`),
    logout: (username) => send('GET', `/aaa/logout${session}&username=${username}`),
    navigate: async ({ marketing, surveys }, answers) => {
      const sent = [
        ...(marketing ? [] : [await send('DELETE', `/marketings/${String(userId)}${session}`)]),
        ...(surveys ? [] : [await send('DELETE', `/surveys/${String(userId)}${session}`)]),
        await send('PUT', `/additional/${String(userId)}${session}`, answers),
      ];
      return sent.map(({ status }) => status);
    },
    social: (network, code) => registered(`social/${network}`, code, false, ''),
  };
}
