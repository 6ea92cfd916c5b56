import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { consoleConfig, type ConsoleConfig } from '../contract/config';

/** What the operator set by environment (README, "Configuration"). Unknown variables are the shell's business. */
const environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  PORTICO_DATA: z.string().min(1).default('./data'),
  PORTICO_BACKUPS: z.string().min(1).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be an address like postgres://user:password@host/database' }).optional(),
  PORTICO_NOW: z.iso.datetime({ offset: true, error: 'must be a moment like 2026-11-21T01:46:03Z' }).optional(),
  PORTICO_CONFIG: z.string().min(1).optional(),
  PORTICO_TRUST_PROXY: z.string().min(1).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an address like smtp://user:password@host:587' }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  PORTICO_METRICS: z.literal('on', { error: 'is on, or unset' }).optional(),
  PORTICO_WEBHOOKS_PRIVATE: z.literal('allow', { error: 'is allow, or unset' }).optional(),
  PORTICO_LOGIN_LIMIT: z.coerce.number().int().min(0).default(10),
  PORTICO_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export interface Config {
  host: string;
  port: number;
  /** Folder of the embedded database. */
  data: string;
  /** Where automatic backups of that folder go. */
  backups: string;
  databaseUrl: string | undefined;
  /** The moment at which the server's clock stands; undefined: it runs. */
  now: Date | undefined;
  /** Addresses of reverse proxies whose forwarded address counts. */
  trustProxy: string[];
  /** Failed log-ins an account and address may make in five minutes; 0: any number. */
  loginLimit: number;
  /** The mail server, and who mails are from; without either no mail is sent. */
  smtpUrl: string | undefined;
  from: string | undefined;
  /** Whether /metrics is served. */
  metrics: boolean;
  /** Whether webhooks may reach loopback and private addresses. */
  webhooksPrivate: boolean;
  /** After so many days ended sessions and expired guests are anonymised; undefined: never. */
  retentionDays: number | undefined;
  logLevel: string;
  console: ConsoleConfig;
}

/** A setting is wrong; the message names the variable and what it takes. */
export class ConfigError extends Error {}

/** Throws ConfigError when a variable, or the file that PORTICO_CONFIG names, does not hold what it should. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const set = parsed.data;
  if ((set.SMTP_URL === undefined) !== (set.MAIL_FROM === undefined))
    throw new ConfigError('SMTP_URL and MAIL_FROM go together: set both, or neither');
  return {
    host: set.HOST,
    port: set.PORT,
    data: set.PORTICO_DATA,
    backups: set.PORTICO_BACKUPS ?? path.resolve(set.PORTICO_DATA, '../backups'),
    databaseUrl: set.DATABASE_URL,
    now: set.PORTICO_NOW === undefined ? undefined : new Date(set.PORTICO_NOW),
    trustProxy: set.PORTICO_TRUST_PROXY?.split(',').map((address) => address.trim()) ?? [],
    loginLimit: set.PORTICO_LOGIN_LIMIT,
    smtpUrl: set.SMTP_URL,
    from: set.MAIL_FROM,
    metrics: set.PORTICO_METRICS === 'on',
    webhooksPrivate: set.PORTICO_WEBHOOKS_PRIVATE === 'allow',
    retentionDays: set.PORTICO_RETENTION_DAYS,
    logLevel: set.LOG_LEVEL,
    console: set.PORTICO_CONFIG === undefined ? consoleConfig.parse({}) : readConsoleConfig(set.PORTICO_CONFIG),
  };
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
