/** Building blocks of the texts and fields that are entered into units. */
import { escaped } from '../contract/plain/htmlText';
import type { Connection, Screen } from './gateway';

type Fields = Screen['fields'];

/** Accounting interval of a session, in seconds. */
export const INTERIM = '300';

export const ON = 'on';

export const lines = (...each: string[]): string => `${each.join('\n')}\n`;

/** Makes text safe for a comment, which a line break would end and which some programs continue after a backslash. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(/[\s\\]+$/, '');

/** Quotes text as one word of a POSIX shell, or of UCI. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export const radiusFields = ({ host, secret, ports }: Connection, address: string, password: string, port: string): Fields => [
  [address, host],
  [port, String(ports.authentication)],
  [password, secret],
];

/** Where guests are redirected to log in. */
export const portalFields = ({ portal }: Connection, name: string): Fields => (portal === null ? [] : [[name, portal]]);

/** What guests must be able to reach before they log in (walled garden). */
export const gardenOf = ({ portal, gardenHosts }: Pick<Connection, 'portal' | 'gardenHosts'>): readonly string[] =>
  portal === null ? [] : [new URL(portal).hostname, ...gardenHosts];

export const gardenFields = (connection: Connection, name: string): Fields => gardenOf(connection).map((host) => [name, host]);

export const gardenOn = (connection: Connection, path: string, name: string): Screen[] =>
  connection.portal === null ? [] : [{ path, fields: gardenFields(connection, name) }];

/** A page that passes what the gateway knows about a guest on to the portal; without JavaScript the guest has to tap a button. */
export function forwardingPage(portal: string, values: Readonly<Record<string, string>>): string {
  return lines(
    '<!doctype html>',
    '<meta charset="utf-8" />',
    '<meta name="viewport" content="width=device-width" />',
    '<title>WiFi</title>',
    `<form id="on" action="${escaped(portal)}">`,
    ...Object.entries(values).map(([name, value]) => `  <input type="hidden" name="${name}" value="${value}" />`),
    '  <button>WiFi</button>',
    '</form>',
    '<script>',
    "  document.getElementById('on').submit();",
    '</script>',
  );
}

export const withQuery = (address: string, values: Readonly<Record<string, string>>): string => {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
};

/** Bytes as lower-case hex, and back; an odd digit at the end is dropped. */
export const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
export const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
