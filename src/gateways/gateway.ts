/**
 * What Portico has to know about a kind of gateway. Each kind is one file of this folder; gateways.ts lists them. Console and server both
 * read them, so they use neither Node nor browser APIs: the server passes in what they need (`GatewayTools`).
 */
import type { Grant } from '../server/access/authorise';
import type { AttributeName, ValueOf, VENDOR } from '../server/radius/dictionary';

export interface Gateway {
  /** Product name, the same in every language; null for the generic kind, whose name is a message. */
  name: string | null;
  /** How it authenticates and reports: by RADIUS, by RADIUS or HTTP AAA, or by our script on the router. */
  protocol: 'radius' | 'radius_or_http' | 'script';
  abilities: Abilities;
  radius: GatewayRadius;
  /** How it sends guests to our portal; `own_pages` if it shows its own pages, `not_known` if we don't know. */
  portal: GatewayPortal | 'own_pages' | 'not_known';
  settings: GatewaySettings;
  /** How the simulator imitates this kind. */
  simulated: {
    usesChap: boolean;
    /** Attributes from which its vendor is recognised; none for kinds that send none. */
    signs: readonly RadiusValue[];
  };
}

/** What a kind can do. */
export interface Abilities {
  /** Signs the URL to which it redirects guests, so that they can't pretend to be another device. */
  signsArrivals: boolean;
  /** When it ends a session on request: at once by RADIUS, after the answer to its next report, or never. */
  endsSessions: 'at_once' | 'with_next_report' | 'never';
  /** Accepts new limits for a running session (CoA-Request). */
  takesChanges: boolean;
  /** Counts traffic in 64 bits, so beyond 4 GiB. */
  countsWide: boolean;
  /** Ends a session by itself when its traffic is used up. */
  limitsTraffic: boolean;
  /** Announces the captive portal API to devices (RFC 8910) for this server to answer. */
  announcesApi: boolean;
}

/** A RADIUS attribute and its value. */
export type RadiusValue = { [N in AttributeName]: readonly [name: N, value: ValueOf<N>] }[AttributeName];

export interface GatewayRadius {
  /** Vendor by whose attributes this kind is recognised; null for kinds that aren't recognised. */
  vendor: keyof typeof VENDOR | null;
  /** Whether input is the guest's download, unless its reports say otherwise; for most kinds it is the guest's upload. */
  countsAsGuest: boolean;
  /**
   * Seconds between two checks of a session's traffic, for kinds that let a guest get far beyond the limit in between; 0 for the others.
   */
  looksEvery: number;
  /** A grant's limits as attributes of this kind, in addition to those that every kind gets. */
  limits: (grant: Grant) => readonly RadiusValue[];
  /** Attributes of this kind that remove limits; null for kinds that have none. */
  withoutLimits: ((grant: Grant) => readonly RadiusValue[]) | null;
}

/** For kinds without attributes of their own, or without reliable documentation of them: the server ends their sessions itself. */
export const STANDARD_RADIUS: GatewayRadius = { vendor: null, countsAsGuest: false, looksEvery: 0, limits: () => [], withoutLimits: null };

/** The largest value of a 32-bit attribute, and the number of its values. */
export const MAX_UINT32 = 0xff_ff_ff_ff;
export const GIGAWORD = 2 ** 32;

/** A speed in bit/s, capped for 32-bit attributes. */
export const bitsPerSecond = (kbps: number): number => Math.min(kbps * 1000, MAX_UINT32);

/** The parameters with which the guest can be sent back to the gateway. Kept in the encrypted state. */
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

/** Functions that the server provides: digests, and rules for the URLs to which guests may be redirected. */
export interface GatewayTools {
  md5: (...parts: (Uint8Array | string)[]) => Uint8Array;
  /** Compares in constant time. */
  isSame: (one: string, other: string) => boolean;
  /** Whether a host is in a local network. Parameters arrive through the guest's browser and can be forged. */
  isLocal: (host: string) => boolean;
  /** The URL without its query if its host is local or its origin is `trusted`; otherwise null. */
  localAddress: (address: string, trusted?: string) => string | null;
  /** Values for openNDS with which it lets a client in. */
  opennds: { returnedHid: (hid: string, faskey: string) => string; custom: (guestId: number, token: string) => string };
}

export interface GatewayPortal {
  /**
   * Null if the guest doesn't come from this kind of gateway; 'untrusted' if so, but the parameters can't be genuine; 'wrong_signature' if
   * they were signed with a secret that isn't the unit's.
   */
  parseArrival: (arrival: Arrival, tools: GatewayTools) => ParsedArrival | 'untrusted' | 'wrong_signature' | null;
  loginRequest: (data: GatewayData, login: LoginParameters, tools: GatewayTools) => LoginRequest;
  /** The gateway's own id of the client, if the gateway polls for the clients to let in; null if the browser logs in instead. */
  pollingClientId: ((data: GatewayData, faskey: string, tools: GatewayTools) => string | null) | null;
  /** Logout URL, which returns to `next` if the gateway supports that; null if the gateway has none. */
  logoutUrl: (data: GatewayData, next: string) => string | null;
  /** Whether it ends a session only some time after a request, so that logging in again doesn't work until then. */
  endsLate: boolean;
  /** Whether the logout URL redirects the browser back to us, so that sending it there is enough to end the session. */
  returnsAfterLogout: boolean;
  /** URL at which the gateway restarts the login, passing `next` on as the requested URL; null if the gateway has none. */
  restartUrl: (data: GatewayData, next: string) => string | null;
  /**
   * Whether it reports failed log-ins and which device is online. Otherwise a guest whom we refused comes back as one who has to log in.
   */
  reportsResults: boolean;
}

/** What holds for most gateways that take a form or a link from the guest's browser. */
export const STANDARD_PORTAL = {
  pollingClientId: null,
  endsLate: false,
  returnsAfterLogout: false,
  restartUrl: () => null,
  reportsResults: true,
} satisfies Partial<GatewayPortal>;

/** Data about a unit and this server that the unit's settings contain. */
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
  /** The key shared by openNDS and the portal; '' if openNDS is off on this server. */
  faskey: string;
  /** Hosts besides the portal's that guests' browsers load from before they are online. */
  gardenHosts: readonly string[];
  /** URLs of this unit's portal for guests, and of the server for units; null if not configured. */
  portal: string | null;
  server: string | null;
}

/** One screen of the unit's own configuration, and its fields by the labels they have there. The value 'on' is a switch to turn on. */
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
  /** The message that says what to do with the files, by their number; null for kinds without files. */
  instructions: ((files: number) => FormatjsIntl.Message['ids']) | null;
}
