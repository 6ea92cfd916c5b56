/**
 * The settings of the server, each declared once with its name, shape, default and meaning. `npm run settings` writes the table in
 * docs/operations.md from these declarations.
 */
import { isIP, isIPv6 } from 'node:net';
import { z } from 'zod';
import { zone } from '../contract/lists';
import { isDatabaseUrl } from './database/databaseUrl';

/** The documentation of a setting. */
interface SettingTexts {
  /** What it sets, as Markdown. */
  text: string;
  /** The value used if it is unset, in case the shape doesn't tell. */
  unset?: string;
  /** Whether it names a file that the server reads. */
  isFile?: true;
  /** Whether its value is a secret. */
  isSecret?: true;
}

/** The documentation of each setting, by its shape. */
const texts = z.registry<SettingTexts>();

const host = z.string().refine(isHost, 'must be an address of this machine, like 127.0.0.1, 0.0.0.0 or ::, or its name');

/** Addresses, networks, and Fastify's names for some networks. */
const proxies = z
  .string()
  .transform((text) => text.split(',').map((address) => address.trim()))
  .superRefine((addresses, context) => {
    for (const address of addresses.filter((each) => !isProxy(each))) {
      const message = `"${address}" is no address of a proxy: name them like 127.0.0.1, 10.1.0.0/16 or loopback, comma separated`;
      context.addIssue({ code: 'custom', message });
    }
  });

const basePath = z
  .string()
  .regex(/^(?:\/[\w.~-]+)*\/?$/, 'must be a path like /portico')
  .transform((text) => text.replace(/\/$/, ''));

/** Scheme, host and port, without a path. */
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address like https://wifi.example.com' })
  .refine((url) => URL.canParse(url) && [new URL(url).origin, `${new URL(url).origin}/`].includes(url), 'must end after host and port')
  .transform((url) => new URL(url).origin);

/** Credentials of an OAuth app, as `id:secret`. */
const socialApp = z
  .string()
  .regex(/^[^\s:]+:\S+$/, 'must be the id and the secret of an app, like 1234:abcd')
  .transform((text) => ({ id: text.slice(0, text.indexOf(':')), secret: text.slice(text.indexOf(':') + 1) }));

/** Ports for authentication, for accounting, and for both over TLS; 0 picks any free one. */
const radiusPorts = z
  .string()
  .regex(/^\d{1,5},\d{1,5}(?:,\d{1,5})?$/, 'must be two ports like 1812,1813, or three')
  .transform((text) => text.split(',').map(Number))
  .refine((ports) => ports.every((port) => port <= 65_535), 'must be two ports like 1812,1813, or three');

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((number) => number >= from && number <= to, `must be a whole number from ${from} to ${to}`);

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const SECOND_FACTOR = ['optional', 'admins', 'everyone'] as const;

/** A setting that has a single valid value, or is unset. */
const only = <Value extends string>(value: Value) => z.literal(value, { error: `is ${value}, or unset` });

/** Maximum number of days after which personal data are erased: a hundred years. */
const MAX_RETENTION_DAYS = 36_500;

/** The environment variables that the server reads, in the order of the documentation. */
export const environment = z.object({
  HOST: host.default('127.0.0.1').register(texts, { text: 'the address where to listen' }),
  PORT: wholeNumber(0, 65_535).default(8080).register(texts, { text: 'the port where to listen; `0` takes any free one' }),
  PORTICO_DATA: z.string().min(1).default('./data').register(texts, { text: 'folder of the embedded database' }),
  PORTICO_BACKUPS: z
    .string()
    .min(1)
    .optional()
    .register(texts, { unset: '`<data>/../backups`', text: 'where automatic backups of the data folder go' }),
  DATABASE_URL: z
    .string()
    .refine(
      isDatabaseUrl,
      'must be an address like postgres://user:password@host/database, with several servers like …@a:5432,b:5432/database; ' +
        'a password with other characters than letters and digits belongs in PGPASSWORD',
    )
    .optional()
    .register(texts, { isSecret: true, text: '`postgres://…`, to use [PostgreSQL](#postgresql) instead of the folder' }),
  PORTICO_WORKERS: wholeNumber(1, 64).optional().register(texts, {
    unset: 'the number of cores, at most 8; 1 without `DATABASE_URL`',
    text: '[processes](#processes) that serve',
  }),
  PORTICO_CONFIG: z
    .string()
    .min(1)
    .optional()
    .register(texts, { isFile: true, text: 'a JSON file with the values of [config.json](#in-front-of-an-existing-back-end)' }),
  PORTICO_BASE_PATH: basePath
    .default('')
    .register(texts, { unset: 'unset', text: 'the path under which a proxy serves Portico, like `/portico`' }),
  PORTICO_TRUST_PROXY: proxies.optional().register(texts, {
    text: 'proxies whose forwarded client address is trusted: addresses, networks, or `loopback`; comma separated',
  }),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address like smtp://user:password@host:587' })
    .optional()
    .register(texts, {
      isSecret: true,
      text: 'the mail server, like `smtp://user:password@host:587`; a password is sent by TLS only, but to this machine; goes with `MAIL_FROM`',
    }),
  MAIL_FROM: z
    .string()
    .min(3, 'must be an address like wifi@example.com')
    .optional()
    .register(texts, { text: 'the sender of mail; goes with `SMTP_URL`' }),
  SMS_URL: z.string().optional().register(texts, { isSecret: true, text: 'the [gateway](#sms) that sends SMS' }),
  SMS_BODY: z.string().optional().register(texts, { text: 'what is posted to an SMS gateway of a kind of its own' }),
  OAUTH_FACEBOOK: socialApp.optional().register(texts, {
    isSecret: true,
    text: '`id:secret` of the [app](#facebook-and-linkedin) with which guests log in there; requires `PORTICO_PUBLIC_URL` or `PORTICO_PORTAL_ORIGIN`',
  }),
  OAUTH_LINKEDIN: socialApp.optional().register(texts, { isSecret: true, text: 'the same for LinkedIn' }),
  PORTICO_METRICS: only('on').optional().register(texts, { text: '`on` serves `/metrics` to this machine only' }),
  PORTICO_METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters: anyone who knows it can read the metrics')
    .optional()
    .register(texts, { isSecret: true, text: 'at least 16 characters; serves `/metrics` to clients that send it' }),
  PORTICO_RADIUS: only('on').optional().register(texts, { text: '`on` serves units by [RADIUS](#radius)' }),
  PORTICO_RADIUS_HOST: host.default('127.0.0.1').register(texts, { text: 'the address where to listen for RADIUS' }),
  PORTICO_RADIUS_PORTS: radiusPorts
    .default([1812, 1813])
    .register(texts, { unset: '`1812,1813,2083`', text: 'the ports for authentication, accounting and RadSec' }),
  PORTICO_RADSEC_CERT: z
    .string()
    .min(1)
    .optional()
    .register(texts, { isFile: true, text: 'PEM file of the certificate for RADIUS over TLS; goes with `PORTICO_RADSEC_KEY`' }),
  PORTICO_RADSEC_KEY: z.string().min(1).optional().register(texts, { isFile: true, text: 'PEM file of its key' }),
  PORTICO_RADSEC_CA: z
    .string()
    .min(1)
    .optional()
    .register(texts, { isFile: true, text: "PEM file of the CA that signs units' certificates" }),
  PORTICO_HTTP_AAA: only('on')
    .optional()
    .register(texts, { text: '`on` serves CoovaChilli, and units and pages of an existing back end, by [HTTP](#coovachilli-by-http)' }),
  PORTICO_OPENNDS: only('on').optional().register(texts, { text: '`on` serves routers with [openNDS](#opennds), under `/opennds`' }),
  PORTICO_FREERADIUS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,}$/, 'must have at least 16 letters, digits or . _ ~ + / = -: anyone who knows it can decide for units')
    .optional()
    .register(texts, {
      isSecret: true,
      text: 'authenticates [FreeRADIUS](#freeradius-in-front) at `/radius`: 16 random characters or more',
    }),
  PORTICO_PUBLIC_URL: origin.optional().register(texts, {
    text: 'where browsers reach this server, like `https://wifi.example.com`; if unset, taken from each request',
  }),
  PORTICO_PORTAL_ORIGIN: origin.optional().register(texts, {
    unset: 'the public URL',
    text: 'a separate origin for the [captive portal](#captive-portal): it serves only the portal, which is then served nowhere else',
  }),
  PORTICO_ZONE: zone
    .optional()
    .register(texts, { unset: "the machine's", text: 'time zone of the hotspots, which decides when their days end' }),
  PORTICO_WEBHOOKS_PRIVATE: only('allow')
    .optional()
    .register(texts, { text: '`allow` lets webhooks reach loopback and private addresses' }),
  PORTICO_WEBHOOKS_HTTP: only('allow').optional().register(texts, {
    text: '`allow` lets webhooks to the internet be set up with http, in which everybody on the way reads guests’ data and the shared secret',
  }),
  PORTICO_DRAIN_SECONDS: wholeNumber(0, 300).default(0).register(texts, {
    text: 'seconds that a stopping server reports "not ready" before it shuts down, so that a load balancer can switch over',
  }),
  PORTICO_OWN_PASSWORD: only('unconfirmed').optional().register(texts, {
    text: '`unconfirmed` lets people change their own password and e-mail address without the current password, as the console of an existing back end does. Only while that console is in use: whoever gets hold of an open session or its token can then take over the account',
  }),
  PORTICO_SECOND_FACTOR: z
    .enum(SECOND_FACTOR, { error: `must be one of ${SECOND_FACTOR.join(', ')}` })
    .default('optional')
    .register(texts, {
      text: 'who of the staff must have a [second factor](#second-factor): nobody, `admins`, or `everyone`. Who has none sets it up after the password, before anything else',
    }),
  PORTICO_LOGIN_LIMIT: wholeNumber(0, 1_000_000)
    .default(10)
    .register(texts, { text: 'failed sign-ins per account and address in 5 minutes; `0` for no limit' }),
  PORTICO_RETENTION_DAYS: z
    .string()
    .regex(/^(?:never|\d{1,5})$/, `must be a number of days from 1 to ${MAX_RETENTION_DAYS}, or never`)
    .transform((text) => (text === 'never' ? text : Number(text)))
    .refine(
      (days) => days === 'never' || (days >= 1 && days <= MAX_RETENTION_DAYS),
      `must be a number of days from 1 to ${MAX_RETENTION_DAYS}, or never`,
    )
    .optional()
    .register(texts, {
      unset: '400 for new installations',
      text: "after this many days, ended sessions and expired guests are anonymised, vouchers that nobody has used lose the guest, e-mail address and room noted on them (they still work), SMS lose their numbers, and audit entries are deleted; `never`: never. An installation that was there before this default doesn't begin to delete with an update: until it is set, the log and admins' alerts say so",
    }),
  PORTICO_NOW: z.iso
    .datetime({ offset: true, error: 'must be a moment like 2026-11-21T01:46:03Z' })
    .optional()
    .register(texts, { text: "stops the server's clock at this time (replays, tests)" }),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` })
    .default('info')
    .register(texts, { text: '`fatal` … `trace`, `silent`' }),
});

/** An address or a possible host name; anything that looks like a numeric address must be a valid one. */
function isHost(text: string): boolean {
  return isIP(text) !== 0 || (/^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(text) && !/^[\d.]+$/.test(text));
}

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  if (isIP(address) === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIPv6(address) ? 128 : 32));
}

/** A setting as the documentation shows it. */
export interface DocumentedSetting extends SettingTexts {
  name: string;
  /** Its default, as Markdown. */
  unset: string;
}

/** All settings, in the order of the documentation. Throws for one without a text. */
export function documentedSettings(): DocumentedSetting[] {
  return Object.entries(environment.shape).map(([name, shape]) => {
    const entry = texts.get(shape);
    if (entry === undefined) throw new Error(`${name} needs a text in settings.ts`);
    const byDefault = shape.safeParse(undefined).data;
    const isPlain = typeof byDefault === 'string' || typeof byDefault === 'number';
    return { ...entry, name, unset: entry.unset ?? (isPlain ? `\`${byDefault}\`` : 'unset') };
  });
}
