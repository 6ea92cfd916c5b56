/**
 * What Portico has to know about a kind of gateway. Each kind is one file of this folder; gateways.ts lists them. The console and the server
 * read the same ones, so they hold no code of Node or of the browser: the server passes in what it takes (`GatewayTools`).
 */
import type { Grant } from '../server/access/authorise';
import type { AttributeName, ValueOf, VENDOR } from '../server/radius/dictionary';

export interface Gateway {
  /** The same in every language; null for units of no kind in particular, whose name is a message. */
  name: string | null;
  /** How it asks and reports: by RADIUS, by that or HTTP AAA, or by a script of ours on the router. */
  protocol: 'radius' | 'radius_or_http' | 'script';
  abilities: Abilities;
  radius: GatewayRadius;
  /** How it sends guests to our portal; or that they see pages of its own, or that this isn't known. */
  portal: GatewayPortal | 'own_pages' | 'not_known';
  settings: GatewaySettings;
  /** What the simulator does in its manner. */
  simulated: {
    usesChap: boolean;
    /** Attributes from which its vendor is recognised; none for kinds that send none. */
    signs: readonly RadiusValue[];
  };
}

/** What a kind can do. */
export interface Abilities {
  /** Signs the address to which it sends guests, so that they can't pretend to be another device. */
  signsArrivals: boolean;
  /** Ends a session when it is asked to: at once by RADIUS, with the answer to its next report, or never. */
  endsSessions: 'at_once' | 'with_next_report' | 'never';
  /** Takes new limits for a running session (CoA-Request). */
  takesChanges: boolean;
  /** Counts beyond 4 GiB (64 bits). */
  countsWide: boolean;
  /** Ends a session by itself when its traffic is used up. */
  limitsTraffic: boolean;
  /** Announces the captive portal API to devices (RFC 8910) for this server to answer. */
  announcesApi: boolean;
}

/** A RADIUS attribute and its value. */
export type RadiusValue = { [N in AttributeName]: readonly [name: N, value: ValueOf<N>] }[AttributeName];

export interface GatewayRadius {
  /** Whose attributes it sends, for kinds that are recognised by them; null for others. */
  vendor: keyof typeof VENDOR | null;
  /** Whether it counts from the guest's point of view unless its reports say otherwise: input is then the guest's download. */
  countsAsGuest: boolean;
  /** Seconds between two looks at a session's counters, if a guest can get well beyond the limit meanwhile; 0 for kinds that cut at once. */
  looksEvery: number;
  /** What grants are in its own attributes, besides those that all kinds get. */
  limits: (grant: Grant) => readonly RadiusValue[];
  /** What says "no limit" in its own attributes; null for kinds that have no word for it. */
  withoutLimits: ((grant: Grant) => readonly RadiusValue[]) | null;
}

/** For a unit that has no attributes of its own, or none whose meaning is documented well enough: we end its sessions ourselves. */
export const STANDARD_RADIUS: GatewayRadius = { vendor: null, countsAsGuest: false, looksEvery: 0, limits: () => [], withoutLimits: null };

/** The largest value of an attribute with 32 bits, and what one more is. */
export const MAX_UINT32 = 0xff_ff_ff_ff;
export const GIGAWORD = 2 ** 32;

/** A speed in bit/s, for attributes of 32 bits. */
export const bitsPerSecond = (kbps: number): number => Math.min(kbps * 1000, MAX_UINT32);

/** What sending the guest back to the gateway needs. Travels in the encrypted state. */
export type GatewayData = Readonly<Record<string, string>>;

/** A guest who comes from a gateway. */
export interface ParsedArrival {
  /** Why the gateway sent the guest: to log in, after a successful or failed login, or after logging out. */
  result: 'log_in' | 'online' | 'failed' | 'left';
  /** Wire form; empty if the gateway doesn't send it. */
  deviceMac: string;
  data: GatewayData;
  /** The URL the guest requested. Only used if it is one of our own that we gave the gateway. */
  wanted: string;
}

/** The request by which the gateway sent the guest. */
export interface Arrival {
  query: Readonly<Record<string, string>>;
  /** The full URL exactly as the gateway wrote it; the signature covers it. */
  url: string;
  /** The secret of the unit. */
  secret: string;
  /** Origin of this server, if its demonstration simulates the gateway. */
  trusted?: string | undefined;
  /** Whether the gateway polls for the clients to let in. */
  isPolling?: boolean;
}

/** The request that logs the browser in at the gateway. */
export type LoginRequest = { method: 'GET'; url: string } | { method: 'POST'; url: string; fields: Readonly<Record<string, string>> };

export interface LoginParameters {
  username: string;
  token: string;
  /** Where the gateway sends the guest afterwards. */
  next: string;
  secret: string;
  /** The key shared with the unit's openNDS. */
  faskey: string;
  guestId: number;
}

/** What the server does for a kind: digests, and the rules for the addresses that guests may be sent to. */
export interface GatewayTools {
  md5: (...parts: (Uint8Array | string)[]) => Uint8Array;
  /** In constant time. */
  isSame: (one: string, other: string) => boolean;
  /** Whether a host is in a local network. Parameters arrive through the guest's browser and can be forged. */
  isLocal: (host: string) => boolean;
  /** The URL without its query if its host is local or its origin is `trusted`; otherwise null. */
  localAddress: (address: string, trusted?: string) => string | null;
  /** What openNDS is given so that it lets a client in. */
  opennds: { returnedHid: (hid: string, faskey: string) => string; custom: (guestId: number, token: string) => string };
}

export interface GatewayPortal {
  /**
   * Null if it isn't this kind of gateway; 'untrusted' if it is, but its parameters can't be genuine; 'wrong_signature' if another secret than
   * the unit's signed them.
   */
  parseArrival: (arrival: Arrival, tools: GatewayTools) => ParsedArrival | 'untrusted' | 'wrong_signature' | null;
  loginRequest: (data: GatewayData, login: LoginParameters, tools: GatewayTools) => LoginRequest;
  /** The gateway's own id of the client, if the gateway polls for the clients to let in; null if the browser logs in instead. */
  pollingClientId: ((data: GatewayData, faskey: string, tools: GatewayTools) => string | null) | null;
  /** Logout URL, which returns to `next` if the gateway supports that; null if the gateway has none. */
  logoutUrl: (data: GatewayData, next: string) => string | null;
  /** Whether it ends a session only some time after it was asked to, and its login page is of no use until then. */
  endsLate: boolean;
  /** Whether the logout URL redirects the browser back to us, so that sending it there is enough to end the session. */
  returnsAfterLogout: boolean;
  /** URL at which the gateway restarts the login, passing `next` on as the requested URL; null if the gateway has none. */
  restartUrl: (data: GatewayData, next: string) => string | null;
  /** Whether it says when a login has failed, and which device is online. Otherwise a guest we refused arrives as one who has to log in. */
  reportsResults: boolean;
}

/** A unit and this server, as their settings need them. */
export interface Connection {
  /** The unit's name, for comments. */
  name: string;
  uuid: string;
  secret: string;
  /** Address or name of the server, as reachable from the unit. */
  host: string;
  ports: { authentication: number; accounting: number; tls: number | null };
  /** Port on which the unit accepts requests to end sessions (RADIUS CoA). */
  coaPort: number;
  /** Base URL of the server, as reachable from the unit; null if the unit can't use HTTP. */
  httpBase: string | null;
  /** MD5 of secret and uuid, which authenticates the unit over HTTP. */
  digest: string;
  /** The key shared by openNDS and the portal; '' if this server doesn't listen for openNDS. */
  faskey: string;
  /** Hosts besides the portal's that guests' browsers load from before they are online. */
  gardenHosts: readonly string[];
  /** URLs of this unit's portal for guests, and of the server for units; null if not configured. */
  portal: string | null;
  server: string | null;
}

/** One screen of the unit and its fields, under the names they have there. The value 'on' is a switch to turn on. */
export interface Screen {
  path: string;
  fields: readonly (readonly [name: string, value: string])[];
}

/** Text to paste or to load. */
export interface SettingsFile {
  name: string;
  text: string;
}

export interface UnitSettings {
  files: readonly SettingsFile[];
  screens: readonly Screen[];
}

export interface GatewaySettings {
  /** What to enter into a unit to make it use this server: files to load, or fields of the unit's own screens. */
  of: (connection: Connection) => UnitSettings;
  /** The message that says what to do with so many files; null for kinds without files. */
  instructions: ((files: number) => FormatjsIntl.Message['ids']) | null;
}
