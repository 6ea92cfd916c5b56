import { chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { ConfigError, readConfig } from '../config';
import { machineZone } from '../machineZone';
import { UsageError } from './usageError';

/** The settings file of the Debian package. */
const DEBIAN = '/etc/portico/portico.env';

type Values = Record<string, string>;

/** A question. Its answer sets values, which must be valid together with the others. It is asked unless `when` says no. */
interface Question {
  /** The question, with an example. */
  text: string;
  /** The current answer, which Enter keeps. */
  current: (values: Values) => string;
  becomes: (answer: string) => Values;
  when?: (values: Values) => boolean;
}

/** How access points can log guests in, with the setting that turns each on. */
const LOGIN_SETTINGS = { radius: 'PORTICO_RADIUS', opennds: 'PORTICO_OPENNDS', http: 'PORTICO_HTTP_AAA' } as const;

const enabledLogins = (values: Values) => Object.entries(LOGIN_SETTINGS).filter(([, setting]) => values[setting] === 'on');

function settingsOfLogins(answer: string): Values {
  const typedName = answer
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const wrong = typedName.find((name) => !Object.hasOwn(LOGIN_SETTINGS, name));
  if (wrong !== undefined) throw new ConfigError(`"${wrong}" is none of ${Object.keys(LOGIN_SETTINGS).join(', ')}.`);
  const settings = Object.fromEntries(
    Object.entries(LOGIN_SETTINGS).map(([name, setting]) => [setting, typedName.includes(name) ? 'on' : '']),
  );
  return { ...settings, ...(typedName.includes('radius') && { PORTICO_RADIUS_HOST: '0.0.0.0' }) };
}

const QUESTIONS: readonly Question[] = [
  {
    current: ({ PORTICO_PUBLIC_URL = '' }) => PORTICO_PUBLIC_URL,
    text: 'At which address do staff and guests reach Portico, like https://wifi.example.com? (-: only from this machine)',
    becomes: (PORTICO_PUBLIC_URL) => ({ PORTICO_PUBLIC_URL, ...(PORTICO_PUBLIC_URL === '' && { HOST: '127.0.0.1' }) }),
  },
  {
    current: ({ PORTICO_TRUST_PROXY = '' }) => PORTICO_TRUST_PROXY,
    text: 'Where is the proxy that has its certificate: loopback for this machine, or its address or network? (-: there is none, and no TLS)',
    becomes: (PORTICO_TRUST_PROXY) => ({ PORTICO_TRUST_PROXY, HOST: PORTICO_TRUST_PROXY === 'loopback' ? '127.0.0.1' : '0.0.0.0' }),
    when: ({ PORTICO_PUBLIC_URL = '' }) => PORTICO_PUBLIC_URL !== '',
  },
  {
    current: ({ SMTP_URL = '' }) => SMTP_URL,
    text: 'Which server sends mail, like smtp://user:password@mail.example.com:587? (-: none)',
    becomes: (SMTP_URL) => ({ SMTP_URL, ...(SMTP_URL === '' && { MAIL_FROM: '' }) }),
  },
  {
    current: ({ MAIL_FROM = '' }) => MAIL_FROM,
    text: 'Who is the sender of that mail, like wifi@example.com?',
    becomes: (MAIL_FROM) => ({ MAIL_FROM }),
    when: ({ SMTP_URL = '' }) => SMTP_URL !== '',
  },
  {
    current: (values) =>
      enabledLogins(values)
        .map(([name]) => name)
        .join(', '),
    text: 'How do access points log guests in: radius, opennds, http (CoovaChilli), or several of them? (-: not yet)',
    becomes: settingsOfLogins,
  },
  {
    current: ({ PORTICO_ZONE = '' }) => PORTICO_ZONE,
    text: 'In which time zone are your hotspots, like Europe/Rome?',
    becomes: (PORTICO_ZONE) => ({ PORTICO_ZONE }),
  },
];

export function addSetup(program: Command): void {
  program
    .command('setup')
    .argument('[file]', `the file with the settings (${DEBIAN} if it is there, else portico.env)`)
    .description('ask for the settings that most servers need, and write them to a file')
    .action(setup);
}

async function setup(given?: string): Promise<void> {
  const file = given ?? (existsSync(DEBIAN) ? DEBIAN : 'portico.env');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const lines: AsyncIterator<string, unknown> = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const prompt = async (text: string, current: string) => {
    process.stdout.write(`${text}${current === '' ? '' : `\n  Enter: ${current}`}\n> `);
    const line = await lines.next();
    if (line.done === true) throw new UsageError('The questions were not answered to the end. No changes were made.');
    const answer = line.value.trim();
    return answer === '' ? current : answer === '-' ? '' : answer;
  };
  const now = valuesIn(before);
  const values: Values = { PORTICO_ZONE: machineZone(), ...now };
  for (const { current, text, becomes, when } of QUESTIONS) {
    if (when && !when(values)) continue;
    for (let isAnswered = false; !isAnswered;) {
      try {
        const answered = becomes(await prompt(text, current(values)));
        judge({ ...values, ...answered }, Object.keys(answered));
        Object.assign(values, answered);
        isAnswered = true;
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        process.stdout.write(`${error.message}\n`);
      }
    }
  }
  const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== (now[name] ?? '')));
  write(file, withValues(before, changed));
  console.log(
    `The settings are in ${file}. "portico check" says whether a server would start with them; then start it, or start it anew: ` +
      'systemctl restart portico. The first start prints the one-time password of admin.',
  );
}

/** Throws ConfigError if the settings aren't valid together. SMTP_URL may lack its sender, which is asked next. */
function judge(values: Values, answered: string[]): void {
  if (answered.some((name) => /["'\\]/.test(values[name] ?? '')))
    throw new ConfigError('Write it without quotation marks and backslashes; in an address, as %22, %27 and %5C.');
  const isMailAlone = answered.includes('SMTP_URL') && (values.MAIL_FROM ?? '') === '';
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  readConfig({ ...given, ...(isMailAlone && values.SMTP_URL !== '' && { MAIL_FROM: 'wifi@example.com' }) });
}

/** The settings in a file of `NAME=value` lines, as systemd reads it. */
export function valuesIn(text: string): Values {
  const lines = text.matchAll(/^[ \t]*([A-Z][A-Z_]*)[ \t]*=[ \t]*(.*?)[ \t]*$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value.replace(/^(["'])(.*)\1$/, '$2')]));
}

/**
 * Puts values into the text of a settings file: in their line, in a line that has them commented out, or at the end. Empty ones are
 * commented out, and so are all lines of a name but the last, which is the one that counts.
 */
export function withValues(text: string, values: Values): string {
  return Object.entries(values).reduce((so, [name, value]) => {
    const line = value === '' ? `# ${name}=` : `${name}=${value}`;
    const active = new RegExp(`^[ \\t]*${name}[ \\t]*=.*$`, 'gm');
    let remaining = [...so.matchAll(active)].length;
    if (remaining > 0) return so.replace(active, (found) => ((remaining -= 1) > 0 ? `# ${found}` : line));
    const inactive = new RegExp(`^# ?${name}=.*$`, 'm');
    if (inactive.test(so)) return so.replace(inactive, () => line);
    if (value === '') return so;
    return `${so === '' || so.endsWith('\n') ? so : `${so}\n`}${line}\n`;
  }, text);
}

/** Replaces the file atomically. A new one is readable only by its owner, because it contains passwords. */
function write(file: string, text: string): void {
  const known = existsSync(file) ? statSync(file) : null;
  const aside = `${file}.new`;
  writeFileSync(aside, text, { mode: known ? known.mode & 0o777 : 0o600 });
  if (known && process.getuid?.() === 0) chownSync(aside, known.uid, known.gid);
  renameSync(aside, file);
}
