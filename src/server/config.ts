import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { consoleConfig, type ConsoleConfig } from '../contract/config';
import { machineZone } from './machineZone';
import { readSmsSettings, SmsSettingsError, type SmsSettings } from './messages/sms/settings';
import type { SocialApps } from './portal/social';
import { environment } from './settings';

const RADSEC_PORT = 2083;

/** Maximum number of processes if PORTICO_WORKERS is unset: each has 10 connections, and PostgreSQL accepts 100 by default. */
const MOST_WORKERS = 8;

export interface Config {
  host: string;
  port: number;
  /** Folder of the embedded database. */
  data: string;
  /** Folder for automatic backups of that database. */
  backups: string;
  databaseUrl: string | undefined;
  /** Number of processes that serve. */
  workers: number;
  /** Time at which the server's clock is frozen; undefined for a running clock. */
  now: Date | undefined;
  /** Addresses of the reverse proxies whose forwarding headers are trusted. */
  trustProxy: string[];
  /** The path under which a proxy serves console and API, like /portico; empty for the root. */
  basePath: string;
  /** Whether changing one's own password or e-mail address needs the current password, unless the sign-in is recent. */
  confirmsPassword: boolean;
  /** Who of the staff must have a second factor. */
  secondFactor: 'optional' | 'admins' | 'everyone';
  /** Failed sign-ins per account and address in five minutes; 0 for no limit. */
  loginLimit: number;
  /** The mail server and the sender; without either, no mail is sent. */
  smtpUrl: string | undefined;
  from: string | undefined;
  /** The gateway that sends SMS; undefined for none. */
  sms: SmsSettings | undefined;
  /** OAuth apps through which guests may log in. */
  social: SocialApps;
  /** Whether /metrics is served: only to this machine, or if there is a token, to anybody who sends it. */
  metrics: boolean;
  metricsToken: string | undefined;
  /** Whether webhooks may reach loopback and private addresses. */
  webhooksPrivate: boolean;
  /** Whether webhooks to the internet may be set up with http. */
  webhooksHttp: boolean;
  /** Where to listen for RADIUS; undefined if it is off. `mayMove`: whether to use free ports if these are taken. */
  radius: { host: string; ports: { authentication: number; accounting: number; tls: number }; mayMove?: boolean } | undefined;
  /** Files of RadSec's certificate, its key, and the CA of units' certificates; undefined for no RadSec. */
  radsec: { cert: string; key: string; ca: string | undefined } | undefined;
  /** Token with which a FreeRADIUS in front authenticates itself; undefined for no FreeRADIUS. */
  freeradiusToken: string | undefined;
  /** Whether CoovaChilli may use HTTP AAA, below /wax/aaa. */
  httpAaa: boolean;
  /** Whether routers with openNDS may use this server, below /opennds. */
  opennds: boolean;
  /** Origin at which browsers reach this server; undefined to derive it from each request. */
  publicUrl: string | undefined;
  /** The same for the captive portal, which may have an origin of its own. */
  portalOrigin: string | undefined;
  /** The default time zone of hotspots, in which their days begin and end. */
  zone: string;
  /** Days after which ended sessions and expired guests are anonymised; undefined if the operator hasn't decided. */
  retentionDays: number | 'never' | undefined;
  /** Seconds between "not ready" and shutdown, for load balancers to switch over. */
  drainSeconds: number;
  logLevel: string;
  console: ConsoleConfig;
  /** Warnings about variables that are set but not read. */
  warnings: string[];
}

/** Whether units use this server: by RADIUS, through FreeRADIUS, over HTTP, or with openNDS. */
export const hasUnits = ({ radius, freeradiusToken, httpAaa, opennds }: Config): boolean =>
  radius !== undefined || freeradiusToken !== undefined || httpAaa || opennds;

/** A setting is invalid; the message names the variable and says which values it accepts. */
export class ConfigError extends Error {}

/** Throws ConfigError if a variable or the file that PORTICO_CONFIG names is invalid. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  const unknown = unknownNames(Object.keys(given));
  const wrong = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...unknown.flatMap(({ name, meant }) =>
      meant === undefined ? [] : [`${name}: there is no such setting; ${meant} is meant, it seems`],
    ),
  ];
  if (!parsed.success || wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  const set = parsed.data;
  if ((set.SMTP_URL === undefined) !== (set.MAIL_FROM === undefined))
    throw new ConfigError('SMTP_URL and MAIL_FROM go together: set both, or neither');
  if (set.PORTICO_WORKERS !== undefined && set.PORTICO_WORKERS > 1 && set.DATABASE_URL === undefined)
    throw new ConfigError('PORTICO_WORKERS needs DATABASE_URL: only one process can have the embedded database');
  const [authentication = 0, accounting = 0, tls = RADSEC_PORT] = set.PORTICO_RADIUS_PORTS;
  const { PORTICO_RADSEC_CERT: cert, PORTICO_RADSEC_KEY: key, PORTICO_RADSEC_CA: ca } = set;
  if ((cert === undefined) !== (key === undefined) || (ca !== undefined && cert === undefined))
    throw new ConfigError('PORTICO_RADSEC_CERT and PORTICO_RADSEC_KEY go together: set both, or neither; PORTICO_RADSEC_CA needs them');
  const { OAUTH_FACEBOOK: facebook, OAUTH_LINKEDIN: linkedin } = set;
  if ((facebook ?? linkedin) && (set.PORTICO_PORTAL_ORIGIN ?? set.PORTICO_PUBLIC_URL) === undefined)
    throw new ConfigError('OAUTH_FACEBOOK and OAUTH_LINKEDIN need PORTICO_PUBLIC_URL or PORTICO_PORTAL_ORIGIN: guests are sent back there');
  return {
    host: set.HOST,
    port: set.PORT,
    data: set.PORTICO_DATA,
    backups: set.PORTICO_BACKUPS ?? path.resolve(set.PORTICO_DATA, '../backups'),
    databaseUrl: set.DATABASE_URL,
    workers: set.PORTICO_WORKERS ?? (set.DATABASE_URL === undefined ? 1 : Math.min(availableParallelism(), MOST_WORKERS)),
    now: set.PORTICO_NOW === undefined ? undefined : new Date(set.PORTICO_NOW),
    trustProxy: set.PORTICO_TRUST_PROXY ?? [],
    basePath: set.PORTICO_BASE_PATH,
    confirmsPassword: set.PORTICO_OWN_PASSWORD !== 'unconfirmed',
    secondFactor: set.PORTICO_SECOND_FACTOR,
    loginLimit: set.PORTICO_LOGIN_LIMIT,
    smtpUrl: set.SMTP_URL,
    from: set.MAIL_FROM,
    sms: readSms(set.SMS_URL, set.SMS_BODY),
    social: { ...(facebook && { facebook }), ...(linkedin && { linkedin }) },
    metrics: set.PORTICO_METRICS === 'on' || set.PORTICO_METRICS_TOKEN !== undefined,
    metricsToken: set.PORTICO_METRICS_TOKEN,
    webhooksPrivate: set.PORTICO_WEBHOOKS_PRIVATE === 'allow',
    webhooksHttp: set.PORTICO_WEBHOOKS_HTTP === 'allow',
    radius: set.PORTICO_RADIUS === undefined ? undefined : { host: set.PORTICO_RADIUS_HOST, ports: { authentication, accounting, tls } },
    radsec: cert === undefined || key === undefined ? undefined : { cert, key, ca },
    freeradiusToken: set.PORTICO_FREERADIUS_TOKEN,
    httpAaa: set.PORTICO_HTTP_AAA !== undefined,
    opennds: set.PORTICO_OPENNDS !== undefined,
    publicUrl: set.PORTICO_PUBLIC_URL,
    portalOrigin: set.PORTICO_PORTAL_ORIGIN ?? set.PORTICO_PUBLIC_URL,
    zone: set.PORTICO_ZONE ?? machineZone(),
    retentionDays: set.PORTICO_RETENTION_DAYS,
    drainSeconds: set.PORTICO_DRAIN_SECONDS,
    logLevel: set.LOG_LEVEL,
    console: belowPath(
      set.PORTICO_CONFIG === undefined ? consoleConfig.parse({}) : readConsoleConfig(set.PORTICO_CONFIG),
      set.PORTICO_BASE_PATH,
    ),
    warnings: unknown.map(({ name }) => `${name} is set, but there is no such setting: it is ignored`),
  };
}

function readSms(url: string | undefined, body: string | undefined): SmsSettings | undefined {
  if (url === undefined) {
    if (body !== undefined) throw new ConfigError('SMS_BODY: goes with SMS_URL');
    return undefined;
  }
  try {
    return readSmsSettings(url, body);
  } catch (error) {
    throw error instanceof SmsSettingsError ? new ConfigError(error.message) : error;
  }
}

/** By default the console calls the server it came from, below the same base path. */
function belowPath(console: ConsoleConfig, base: string): ConsoleConfig {
  return {
    ...console,
    api_base: console.api_base === '' ? base : console.api_base,
    wax_base: console.wax_base === '' ? base : console.wax_base,
  };
}

/** Variables of our own tools, which the server doesn't read. */
const TOOLS = /^PORTICO_(?:DEV_SERVER|LONG|SIMULATE_PASSWORD|E2E_\w+|TEST_\w+)$/;

/** Variables that Kubernetes sets for a service called portico. */
const SERVICE_LINKS = /^PORTICO_(?:SERVICE_(?:HOST|PORT\w*)|PORT(?:_\d+_\w+)?)$/;

/** Unknown variables with our prefix; `meant` is the known one they are probably a typo of. */
function unknownNames(names: string[]): { name: string; meant: string | undefined }[] {
  const known = Object.keys(environment.shape);
  const unknown = names.filter(
    (name) => /^PORTICO_/i.test(name) && !known.includes(name) && !TOOLS.test(name) && !SERVICE_LINKS.test(name),
  );
  return unknown.map((name) => {
    const [nearest] = known.map((each) => ({ each, slips: slipsBetween(name.toUpperCase(), each) })).sort((a, b) => a.slips - b.slips);
    const isNear = nearest !== undefined && nearest.slips <= Math.max(1, (name.length - 'PORTICO_'.length) / 4);
    return { name, meant: isNear ? nearest.each : undefined };
  });
}

/** Edit distance: number of letters to insert, remove or replace. */
function slipsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1];
    for (const [there, wanted] of Array.from(other).entries()) {
      next.push(Math.min((row[there] ?? 0) + (letter === wanted ? 0 : 1), (row[there + 1] ?? 0) + 1, (next[there] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function readConsoleConfig(file: string): ConsoleConfig {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigError(`PORTICO_CONFIG: ${file} could not be read as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = consoleConfig.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new ConfigError(parsed.error.issues.map((issue) => `PORTICO_CONFIG: ${issue.path.join('.')}: ${issue.message}`).join('\n'));
}
